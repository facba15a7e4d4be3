"""Functions that a lower package calls and a higher one provides: imports have one direction.

The lower package declares a `Hook` and calls it like the function; the higher one registers its
function: `@CATEGORIES_DELETED.register`. A module that registers one is named in `declarations.py`.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from openmall import declarations
from openmall.contract.declaration_error import DeclarationError

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A function that exactly one module above registers. `name` says what it does."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._function: Callable[P, R] | None = None

    @property
    def is_registered(self) -> bool:
        """Whether the module that registers the function was imported."""
        return self._function is not None

    def register(self, function: Callable[P, R]) -> Callable[P, R]:
        """Provide the function. Raises DeclarationError if there is one already."""
        if self._function is not None:
            raise DeclarationError(f"Two functions are registered for: {self.name}")
        self._function = function
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the registered function. Raises DeclarationError when there is none."""
        declarations.load()
        if self._function is None:
            raise DeclarationError(f"No function is registered for: {self.name}")
        return self._function(*args, **kwargs)
