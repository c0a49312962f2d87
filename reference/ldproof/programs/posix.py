"""What POSIX systems have and others lack: whoever needs it says so, and is refused by name where it is not there."""

from importlib import import_module

from ldproof.rejections import Reason, Refused


def needed(purpose: str, *things: str) -> None:
    """Refuse a purpose for which something is missing; things are named `module.thing`."""
    if missing := [each for each in things if not there(*each.split("."))]:
        raise Refused(
            Reason.UNAVAILABLE,
            f"{purpose} needs {' and '.join(missing)}, which this operating system does not have",
            "a POSIX system, such as Linux or macOS",
        )


def there(module: str, thing: str) -> bool:
    """Whether a module is there, and the thing in it."""
    try:
        return hasattr(import_module(module), thing)
    except ModuleNotFoundError:
        return False
