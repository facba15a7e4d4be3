"""The base class of dated changes. Business code knows only the newest version."""

from typing import ClassVar, Literal

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.json_values import Encodable

Body = dict[str, Encodable]
Kind = Literal["breaking", "additive", "behavioural"]


class Change:
    """A change of some operations at a release; a subclass's docstring is its changelog entry.

    `added` fields are removed for earlier versions automatically; `request` and `answer` convert
    other differences. `touched` lists the fields that `answer` converts.
    """

    release: ClassVar[str]
    operations: ClassVar[frozenset[str]]
    """`<api> <method> <path>` of the affected operations."""
    added: ClassVar[tuple[str, ...]] = ()
    """Parameters and response fields that earlier versions do not have."""
    within: ClassVar[str] = ""
    """The sub-resource it changes, which is embedded or always answered; empty: the resource."""
    touched: ClassVar[tuple[str, ...]] = ()
    """Response fields passed to `answer`, which changes values and removes no fields: those that
    earlier versions do not have are `added`, also `within` a sub-resource, so that documents of
    earlier versions do not have them either."""
    kind: ClassVar[Kind] = "additive"
    """For a program that sends what it sent before: `breaking` when the newer version refuses it or
    answers less, `behavioural` when the response may differ, `additive` otherwise."""

    def __init_subclass__(cls) -> None:
        """Raise DeclarationError for an `answer` without `touched`."""
        if "answer" in vars(cls) and not cls.touched:
            raise DeclarationError(f"{cls.__name__}: `answer` needs `touched`")

    def changelog_entry(self) -> str:
        """Return the changelog entry on one line."""
        return " ".join((self.__doc__ or "").split())

    def request(self, body: Body) -> None:
        """Upgrade one object's parameters from the version before to this release.

        Raises Invalid (422) for values that the earlier version refuses.
        """

    def answer(self, resource: Body) -> None:
        """Downgrade the touched fields of one resource to the version before this release."""


class NewOperations(Change):
    """Operations that a release adds; in earlier versions they are unknown URLs.

    A subclass lists them in `operations`; there is nothing to convert.
    """
