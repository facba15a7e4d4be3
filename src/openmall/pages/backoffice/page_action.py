"""The calls of a page: the number of objects they change, and their proposals."""

from typing import Any

from msgspec import Struct, field

from openmall.commerce.store.backoffice_menu import pages as menu_pages


class WaitingChange(Struct, frozen=True):
    """What a form proposed, because a rule of the shop lets it wait."""

    changes: int
    is_known: bool
    """It was proposed before, and waits already."""


class Action(Struct):
    """What a page does at the moment, with several calls."""

    objects: int = 1
    """Number of objects that it changes."""
    proposals: dict[int, WaitingChange] = field(default_factory=dict)
    """What waits for approval, by the number of its proposal; the page names it."""


def notice(action: Action) -> dict[str, Any] | None:
    """Return what a page says of the changes that wait for approval; None: there are none."""
    proposals = action.proposals
    if not proposals:
        return None
    return {
        "count": sum(each.changes for each in proposals.values()),
        "are_known": all(each.is_known for each in proposals.values()),
        "links": [
            (number, f"{menu_pages.APPROVALS.path}/{number}") for number in sorted(proposals)
        ],
    }
