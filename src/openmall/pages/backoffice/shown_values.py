"""What a form showed when its page was opened, in hidden fields beside the others.

Only what was changed in the form is saved: a page that was opened earlier does not set back what
another page, another manager or an app has changed meanwhile in the fields nobody touched here.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from openmall.access.oauth.form_fields import Fields

PREFIX: Final = "was-"
"""Before the name of the field whose shown value it holds: the macro `shown` of `parts.html`."""


def changed(
    form: Fields,
    typed: Mapping[str, Any],
    *,
    parse: Mapping[str, Callable[[str], Any]] | None = None,
) -> dict[str, Any]:
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
