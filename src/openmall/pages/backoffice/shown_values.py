"""What a form showed when its page was opened, in hidden fields beside the others.

Only fields that were changed in the form are saved: a page that was opened earlier does not set
back the changes of another page, another manager or an app in its untouched fields. A field that
was changed both here and meanwhile is refused, with both values.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.refusals import CHANGED_MEANWHILE

PREFIX: Final = "was-"
"""Before the name of the field whose shown value it holds: the macro `shown` of `parts.html`."""

_LONGEST: Final = 200
"""Most characters of a value in a message."""


def changed(
    form: Fields,
    typed: Mapping[str, Encodable],
    *,
    parse: Mapping[str, Callable[[str], Encodable]] | None = None,
) -> dict[str, Encodable]:
    """Return the typed values that differ from those shown; without a shown one, it is changed.

    `parse`: name of a field -> how its text is read, where a value is no text.
    """
    sent = set(form.names())
    found = {}
    for name, value in typed.items():
        shown = form.text(PREFIX + name)
        if PREFIX + name not in sent or value != (parse or {}).get(name, str)(shown):
            found[name] = value
    return found


def require_current(form: Fields, stored: Mapping[str, Encodable]) -> None:
    """Raise PreconditionFailed (412) for a changed field whose stored value is not the shown one.

    `stored`: name of a field -> its value now, as the page would show it.
    """
    sent = set(form.names())
    for name in stored:
        if PREFIX + name not in sent:
            continue
        shown, now = _text(form.text(PREFIX + name)), _text(stored[name])
        # browsers do not send a box that is not ticked
        typed = _text(form.text(name)) or ("F" if shown in ("T", "F") else "")
        if shown != now and typed not in (shown, now):
            raise PreconditionFailed(
                CHANGED_MEANWHILE, parameter=name, shown=_cut(shown), stored=_cut(now)
            )


def _text(value: Encodable) -> str:
    if isinstance(value, datetime):
        value = value.isoformat()  # as templates print it
    return "" if value is None else str(value).replace("\r\n", "\n").strip()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
