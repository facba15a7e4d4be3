"""Why writes cannot be undone, in the words of the pages."""

import re
from typing import Final

from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import changed_resources, field_labels
from openmall.pages.backoffice.page_context import PageContext

_REASONS: Final = {
    "it changed customers, or what is theirs": marked("it changed customers"),
    "it moved points or credits": marked("it moved points or credits"),
    "it moved stock": marked("it moved stock"),
    "it changed orders": marked("it changed orders"),
    "it moved money, or changed how it is taken": marked(
        "it moved money, or changed how payments are taken"
    ),
    "it wrote messages": marked("it wrote messages"),
    "it changed who may do what": marked("it changed what people or apps may do"),
    "work goes on with it": marked("it started work that goes on"),
    "it changed visits and figures": marked("it changed figures"),
    "it changed where products are shown": marked("it changed where products are shown"),
    "it changed options or bundles": marked("it changed options or bundles"),
    "it changed prices by promotions": marked("it changed discounts"),
    "it sent a parcel": marked("it sent a parcel"),
    "it changed what is of a customer who left": marked("it changed data of a former customer"),
    "it changed how orders are sent": marked("it changed how orders are sent"),
    "it changed the design": marked("it changed the design"),
    "it changed nothing that is kept": marked("it changed nothing that is kept"),
    "it changed how often products were looked at": marked("it changed figures"),
    "it changed the ledger of points and credits": marked("it moved points or credits"),
    "it changed the ledger of stock": marked("it moved stock"),
    "it moved points or credits of an order": marked("it moved points or credits of an order"),
    "it removed a balance": marked("it removed a balance"),
    "it removed a variant": marked("it removed a variant"),
    "it reserved stock": marked("it reserved stock"),
    "it sold stock, or returned it": marked("it sold stock, or took it back"),
    "it changed what customers have of products": marked("it changed customers"),
    "it is an undo of writes of which only some are in the range": marked(
        "it is an undo of changes of which only some are in this time"
    ),
    "it is an undo of writes that the token may not call": marked(
        "it is an undo of changes that your role does not include"
    ),
    "partners see settings of the shop": marked("partners see the settings of the shop"),
}
"""Reason of a write that cannot be undone -> what the page says."""
_CREATED: Final = re.compile(r"it created an? (.+)")
_DELETED: Final = re.compile(r"it deleted an? (.+)")
_CHANGED: Final = re.compile(r"it changed ([^ ].*) of an? (\w+)")
_TABLE: Final = re.compile(r"it changed (\w+)")
_PATTERNS: Final = (
    (re.compile(r"it published event \d+.*"), marked("apps were informed of something final")),
    (re.compile(r"it changed more than \d+ bytes of rows"), marked("it changed too much")),
)
_OTHERWISE: Final = marked("it changed something that is final")


def reason(context: PageContext, stored: str) -> str:
    """Return why a write cannot be undone, in the manager's language; of several, all."""
    found = [_reason(context, each) for each in filter(None, stored.split("; "))]
    return "; ".join(dict.fromkeys(found))


def _reason(context: PageContext, stored: str) -> str:
    if stored in _REASONS:
        return context.translate(_REASONS[stored])
    for pattern, text in _PATTERNS:
        if pattern.fullmatch(stored):
            return context.translate(text)
    if match := _CREATED.fullmatch(stored):
        text = context.translate(marked("it created something that others may use (%(what)s)"))
        return text % {"what": _noun(context, match[1])}
    if match := _DELETED.fullmatch(stored):
        text = context.translate(marked("it deleted something for good (%(what)s)"))
        return text % {"what": _noun(context, match[1])}
    if match := _CHANGED.fullmatch(stored):
        text = context.translate(marked("it changed what other data follow from (%(what)s)"))
        names = match[1].split(", ")
        labels = [
            field_labels.label(context, each) for each in names if not field_labels.is_hidden(each)
        ]
        noun = _noun(context, match[2])
        return text % {"what": f"{noun}: {', '.join(dict.fromkeys(labels))}" if labels else noun}
    if match := _TABLE.fullmatch(stored):
        text = context.translate(marked("it changed something that stays (%(what)s)"))
        return text % {"what": _noun(context, match[1])}
    return context.translate(_OTHERWISE)


def _noun(context: PageContext, table: str) -> str:
    return context.translate(changed_resources.kind_of(table.replace(" ", "_")))
