"""The activity log's lines in the words of the pages: what a line is about, and its fields."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.history import (
    changed_fields,
    changed_resources,
    field_labels,
    field_paths,
    logged_subjects,
)
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.search import Line
from openmall.pages.backoffice.history.subjects import SCOPES, Names, Subjects, may_view
from openmall.pages.backoffice.page_context import PageContext

_APIS: Final = ("admin", "office pages")
_NO_IDS: Final = frozenset({"app", "author"})
"""Kinds whose ids are not shown."""


class LoggedChange(Struct, frozen=True, kw_only=True):
    """What a line of the log says of one object."""

    subject: str
    """As it is logged: `product 65`; of settings their name."""
    kind: str
    """Of the thing that it is about: `product`; empty: it has no name of its own."""
    named: str
    """Its id."""
    before: dict[str, Encodable]
    after: dict[str, Encodable]

    @property
    def about(self) -> tuple[str, str]:
        """Return kind and id of the thing that it is about."""
        return self.kind, self.named


def of_line(line: Line) -> list[LoggedChange]:
    """Return what a line says of each of its objects."""
    changes: dict[str, list[Encodable]] = msgspec.json.decode(line.changes)
    several = changes and all(": " in name for name in changes)
    sides: dict[str, tuple[dict[str, Encodable], dict[str, Encodable]]] = {}
    for name, (before, after) in changes.items():
        subject, _, field = name.rpartition(": ") if several else ("", "", name)
        found = sides.setdefault(subject or line.content.partition(": ")[0], ({}, {}))
        found[0][field] = before
        found[1][field] = after
    if not sides and line.content:
        sides[line.content.partition(": ")[0]] = ({}, {})
    changed = []
    for subject, (before_all, after_all) in sides.items():
        kind, named = logged_subjects.subject_of(subject)
        changed.append(
            LoggedChange(
                subject=subject, kind=kind, named=named, before=before_all, after=after_all
            )
        )
    return changed


def want(subjects: Subjects, changes: Sequence[LoggedChange]) -> None:
    """Want the names of what changes are about, and of the ids among their values."""
    for each in changes:
        if each.kind and each.kind not in logged_subjects.SPOKEN_HERE:
            subjects.add(each.kind, each.named)
        for side in (each.before, each.after):
            subjects.add_values(field_paths.spread(side))


def name(context: PageContext, change: LoggedChange, names: Names) -> str:
    """Return the name of what a change is about; empty: it has none, or it is not to be known."""
    if change.kind in logged_subjects.SPOKEN_HERE:
        return logged_subjects.name_of(context, change.kind, change.named)
    if change.kind in SCOPES and not may_view(context, change.kind):
        return ""
    own = changed_resources.own_name((change.before, change.after))
    if not change.kind:
        return own
    known = names.of(change.kind, change.named) or own
    # ids of apps say nothing to people
    return known or ("" if change.kind in _NO_IDS else names.value(context, *change.about))


def may_view_line(context: PageContext, line: Line) -> bool:
    """Return whether the manager may view what a line is about: of the log, everybody's lines.

    Lines of what was done on the pages themselves are about staff and apps, and shown to all.
    """
    method, _, path = line.action.partition(" ")
    if line.manager_id == context.user.user_id or method not in ("POST", "PUT", "DELETE"):
        return True
    for api in _APIS:
        try:
            scope = context.client.operation(api, method, path).scope
        except LookupError:
            continue
        held = context.user.rights.scopes
        return scope in held or f"mall.read_{scope.partition('_')[2]}" in held
    # of an operation that there was once, nothing is known of who may see it
    return context.user.manager_type == "P"


def fields(
    context: PageContext, line: Line, change: LoggedChange, names: Names
) -> list[ShownField]:
    """Return the fields of a change as pages show them."""
    shops = context.visit.mall.shops
    return changed_fields.compare(
        context,
        change.before,
        change.after,
        currency=shops.get(line.shop_no, shops[1]).currency,
        form=field_labels.labels_at(context, line.action.partition(" ")[2]),
        names=names,
    )
