"""The module `ldproof` itself: its public names are found when they are asked for, and stay what they are."""

from types import ModuleType

RESULTS = "interface.results"

ROOMS = {
    "audit": "interface.auditing",
    "conform": "interface.conforming",
    "evaluate": "interface.mechanisms",
    "explain": "interface.mechanisms",
    "law": "interface.mechanisms",
    "Mechanism": "interface.mechanisms",
    "mechanism": "interface.mechanisms",
    "plan": "interface.plans",
    "Reason": "errors",
    "Refused": "errors",
    "AuditResult": RESULTS,
    "Certified": RESULTS,
    "ConformResult": RESULTS,
    "Counts": RESULTS,
    "LawResult": RESULTS,
    "PlanResult": RESULTS,
    "Tight": RESULTS,
}
"""In which module each public name is found."""

VERSION = "__version__"


class Root(ModuleType):
    """A module whose functions keep their names, also once modules of the same names (`audit`, `law`) are imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in ROOMS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> object:
        from importlib import import_module  # noqa: PLC0415  (whoever imports `ldproof` alone does without)

        if name == VERSION:
            found: object = import_module("importlib.metadata").version(self.__name__)
        elif name in ROOMS:
            found = getattr(import_module(f"{self.__name__}.{ROOMS[name]}"), name)
        else:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        setattr(self, name, found)
        return found

    def __dir__(self) -> list[str]:
        return [*ROOMS, VERSION, *(name for name in vars(self) if name.startswith("__") and name != VERSION)]
