"""Fields before and after a change: named as the pages name them, with values for people.

Rows as they are stored and resources in terms of the API are both shown: an amount is an integer of
hundredths in the one, and a decimal string in the other.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from openmall.contract.crud import settings
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.history import changed_values, field_labels, field_paths
from openmall.pages.backoffice.history.changed_values import NOTHING, Reading, ShownValue
from openmall.pages.backoffice.history.field_labels import NO_LABELS, FormLabels
from openmall.pages.backoffice.history.subjects import NO_NAMES, Names
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.settings import asked_fields


class ShownField(Struct, frozen=True, kw_only=True):
    """A field before and after a change, as text."""

    name: str
    """As in the API: `price`."""
    label: str
    before: ShownValue
    after: ShownValue
    now: ShownValue = NOTHING
    """As it is, where that is asked for."""


def compare(
    context: PageContext,
    before: Mapping[str, Encodable] | None,
    after: Mapping[str, Encodable] | None,
    *,
    currency: str,
    setting: str = "",
    form: FormLabels = NO_LABELS,
    now: Mapping[str, Encodable] | None = None,
    names: Names = NO_NAMES,
) -> list[ShownField]:
    """Return the fields that differ; of a created or deleted resource, those that have a value.

    `setting`: name of the struct of settings that the row holds, whose labels are known; `form`:
    labels of other settings. `names`: of what ids in values stand for.
    """
    sides = [field_paths.spread(side or {}) for side in (before, after, now)]
    if setting:
        sides = [_setting_values(setting, side) for side in (before, after, now)]
        form = field_labels.setting_labels(context, setting)
    reading = Reading(currency=currency, names=names, choices=form.choices)
    found = []
    for name in {**sides[0], **sides[1]}:
        values = [side.get(name) for side in sides]
        # the log has secrets that differ as the same mark
        same = values[0] == values[1] != record.MASK
        if same or field_labels.is_hidden(name):
            continue
        sight = [changed_values.shown(context, name, value, reading) for value in values]
        if sight[0] == sight[1] == NOTHING:
            continue
        if sight[0] == sight[1]:
            # texts that differ in their markup alone are shown with it
            sight = [
                changed_values.shown(context, name, value, reading, source=True) for value in values
            ]
        found.append(
            ShownField(
                name=name,
                label=field_labels.label(context, name, form),
                before=sight[0],
                after=sight[1],
                now=sight[2],
            )
        )
    return found


def _setting_values(setting: str, side: Mapping[str, Encodable] | None) -> dict[str, Encodable]:
    """Return stored settings as the shop has them; fields that were never set have defaults."""
    document = field_paths.document((side or {}).get("content") or "{}") or {}
    try:
        kind = settings.kind_of(setting)
        document = msgspec.to_builtins(msgspec.convert(document, kind, strict=False))
    except (settings.UnknownSetting, msgspec.ValidationError):
        pass  # of another version of the program: shown as they are stored
    if setting == asked_fields.STORED_AS:
        document = asked_fields.by_field(document)
    return dict(field_paths.flat(document))
