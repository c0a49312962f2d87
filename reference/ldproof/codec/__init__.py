"""The one way in which state is saved and read back."""

from ldproof.codec.forms import Form
from ldproof.codec.saved import Parameters, damaged, opened, restore, save, schema, state_in

__all__ = ["Form", "Parameters", "damaged", "opened", "restore", "save", "schema", "state_in"]
