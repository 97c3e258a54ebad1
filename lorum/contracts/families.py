"""The families of contracts. A new family is a module of its own and one line here."""

from .base import Contract
from .chains import Chains
from .layouts import Layouts
from .trains import Trains
from .tricks import Tricks

FAMILIES: dict[str, type[Contract]] = {cls.family: cls for cls in (Tricks, Layouts, Chains, Trains)}

__all__ = ["FAMILIES", "Chains", "Contract", "Layouts", "Trains", "Tricks"]
