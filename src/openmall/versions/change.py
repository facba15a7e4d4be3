"""What a dated change is made of. Business code knows only the newest version."""

from typing import Any, ClassVar

from openmall.contract.errors import DeclarationError

Body = dict[str, Any]


class Change:
    """What changed at a release for some operations; a subclass's docstring is its changelog entry.

    What it `added` is taken out for earlier versions by itself; `request` and `answer` do the rest,
    where there is any. An `answer` names the fields it is about with `touched`.
    """

    release: ClassVar[str]
    operations: ClassVar[frozenset[str]]
    """`<api> <method> <path>` of the rows it touches."""
    added: ClassVar[tuple[str, ...]] = ()
    """Parameters and answer fields that earlier versions do not have."""
    within: ClassVar[str] = ""
    """The sub-resource it is about, if it is about one that may be embedded."""
    touched: ClassVar[tuple[str, ...]] = ()
    """Answer fields that `answer` is given."""

    def __init_subclass__(cls) -> None:
        """Raise DeclarationError for an `answer` that would be given nothing."""
        if "answer" in vars(cls) and not cls.touched:
            raise DeclarationError(f"{cls.__name__}: `answer` needs `touched`")

    def told(self) -> str:
        """Return the changelog entry in one line."""
        return " ".join((self.__doc__ or "").split())

    def request(self, body: Body) -> None:
        """Bring one object's parameters, sent in the version before, up to this release.

        Raises Invalid (422) for what that version refuses.
        """

    def answer(self, resource: Body) -> None:
        """Bring the touched fields of one resource of this release down to the version before."""
