"""The alert of a rejected form: it names the field that is wrong, and links to it.

On a long page, above all on a phone, the alert at the top is what people see first, and "This field
is required." alone does not say which one. The label is known once the fields are rendered, so it
is written into the page afterwards. Pages with other markup stay as they are.
"""

import re
from typing import Final

_ALERT: Final = re.compile(r'(<p class="alert" role="alert" id="problem">)([^<]*)(?=</p>)')
_WRONG: Final = re.compile(
    r'<div class="field(?: tick| counted| date)? wrong">\s*'
    r'<label for="([^"<>]{1,200})">([^<]{1,200})'
)
"""ID of the first wrong field, and its label as HTML."""
_WRONG_CELL: Final = re.compile(
    r'<(?:input|textarea)[^<>]* id="([^"<>]{1,200})"[^<>]* aria-label="([^"<>]{1,400})"[^<>]*'
    r' aria-invalid="true"'
)
"""ID of the first wrong field of a table or a list, whose label is its own, and that label."""
_EVERY_WRONG: Final = re.compile(
    r'<div class="field(?: tick| counted| date)? wrong">\s*<label for="([^"<>]{1,200})">'
    r"(?:<input[^<>]{1,400}>\s*<span>)?([^<]{1,200})"
)
"""ID of a wrong field, and its label as HTML, which follows a box that is to be ticked."""


def name_fields(html: str) -> str:
    """Return a page whose alert ends with the labels of all wrong fields, as links to them."""
    alert = _ALERT.search(html)
    if alert is None:
        return html
    links = [
        f'<a href="#{field}">{label.strip()}</a>' for field, label in _EVERY_WRONG.findall(html)
    ]
    named = f"{alert[1]}{alert[2]} {', '.join(links)}"
    return html[: alert.start()] + named + html[alert.end() :]


def name_field(html: str) -> str:
    """Return a page whose alert begins with the label of its wrong field, as a link to it."""
    alert, wrong = _ALERT.search(html), _WRONG.search(html) or _WRONG_CELL.search(html)
    if alert is None or wrong is None:
        return html
    field, label, message = wrong[1], wrong[2].strip(), alert[2]
    if message.startswith(label):
        return html
    named = f'{alert[1]}<a href="#{field}">{label}:</a> {message}'
    return html[: alert.start()] + named + html[alert.end() :]
