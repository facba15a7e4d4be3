"""From what is stored to what a form shows, and from what was typed to what an operation takes.

A form is held as texts by the names of its fields, both of what is stored and of what was typed:
what differs is sent, and what does not is left alone.
"""

from decimal import Decimal, InvalidOperation
from typing import Any, Final

from openmall.access.oauth.form_fields import Fields
from openmall.pages.backoffice.settings.fields import MOST_ROWS, SPARE_ROWS, FormField, Part

Texts = dict[str, str]
ROWS: Final = "#"
"""Behind the name of a table: how many rows of it the form has."""
KEPT: Final = ".kept"
GONE: Final = ".gone"
"""Behind the name of a secret: there is one; it is to be taken away."""


def stored(parts: tuple[Part, ...], content: dict[str, Any]) -> Texts:
    """Return a form filled with what is stored."""
    texts: Texts = {}
    for part in parts:
        for field in part.fields:
            texts |= _stored(field, field.name, _value(content, field.path))
    return texts


def _stored(field: FormField, name: str, value: Any) -> Texts:
    if field.kind == "rows":
        rows = value or []
        most = max(field.most or MOST_ROWS + SPARE_ROWS, len(rows))
        texts = {f"{name}{ROWS}": str(min(len(rows) + SPARE_ROWS, most))}
        for number, row in enumerate(rows):
            for column in field.rows_of:
                texts |= _stored(column, f"{name}.{number}.{column.last}", row.get(column.last))
        return texts
    if field.kind == "ticks":
        return {f"{name}.{each}": "T" for each in value or []}
    if field.kind == "secret":
        return {name: "", f"{name}{KEPT}": "T"} if value else {name: ""}
    if value is None:
        return {name: ""}
    if field.kind == "date":
        return {name: str(value)[:10]}
    if field.kind == "numbers":
        return {name: ", ".join(map(str, value))}
    return {name: _plain(str(value)) if field.kind == "amount" else str(value)}


def typed(parts: tuple[Part, ...], form: Fields) -> Texts:
    """Return a form as it was sent."""
    texts: Texts = {}
    for part in parts:
        for field in part.fields:
            texts |= _typed(field, field.name, form)
    return texts


def _typed(field: FormField, name: str, form: Fields) -> Texts:
    if field.kind == "rows":
        count = form.text(f"{name}{ROWS}")
        number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
        texts = {f"{name}{ROWS}": str(min(number, MOST_ROWS + SPARE_ROWS))}
        for row in range(int(texts[f"{name}{ROWS}"])):
            for column in field.rows_of:
                texts |= _typed(column, f"{name}.{row}.{column.last}", form)
        return texts
    if field.kind == "ticks":
        names = (f"{name}.{each}" for each in field.values)
        return {each: "T" for each in names if form.text(each) == "T"}
    if field.kind == "tick":
        return {name: "T" if form.text(name) == "T" else "F"}
    text = form.text(name).replace("\r\n", "\n")
    if field.kind == "secret":
        return {name: text, f"{name}{GONE}": form.text(f"{name}{GONE}")}
    return {name: text if field.kind == "long" else text.strip()}


def sent(parts: tuple[Part, ...], before: Texts, now: Texts) -> dict[str, Any]:
    """Return what the operation is sent: what differs, and with it what it cannot do without.

    Where nothing differs, nothing is sent.
    """
    changes: dict[str, Any] = {}
    differs = False
    for part in parts:
        for field in part.fields:
            then, value = read(field, field.name, before), read(field, field.name, now)
            same = value == then
            if field.kind == "secret":
                # what is kept is not in the form: nothing typed leaves it alone
                same = not value and now[f"{field.name}{GONE}"] != "T"
            if same and not field.required:
                continue
            differs = differs or not same
            place = changes
            for step in field.path[:-1]:
                place = place.setdefault(step, {})
            place[field.last] = value
    return changes if differs else {}


def read(field: FormField, name: str, texts: Texts) -> Any:
    """Return a value as it is sent; what cannot be read is sent as typed, for the API to refuse."""
    if field.kind == "rows":
        rows = (_row(field, f"{name}.{at}", texts) for at in range(int(texts[f"{name}{ROWS}"])))
        return [row for row in rows if row]
    if field.kind == "ticks":
        return [each for each in field.values if texts.get(f"{name}.{each}") == "T"]
    text = texts.get(name, "")
    if not text:
        return None if field.nullable else ""
    if field.kind == "number":
        return _whole(text)
    if field.kind == "numbers":
        return [_whole(each.strip()) for each in text.split(",") if each.strip()]
    return _plain(text) if field.kind == "amount" else text


def _row(field: FormField, name: str, texts: Texts) -> dict[str, Any]:
    """Return a row of a table; nothing of one that nobody filled in."""
    cells = [(column, read(column, f"{name}.{column.last}", texts)) for column in field.rows_of]
    if not any(value for column, value in cells if column.kind not in ("choice", "tick")):
        return {}
    return {
        column.last: value for column, value in cells if value not in ("", None) or column.required
    }


def _whole(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def _plain(text: str) -> str:
    """Return an amount without a fraction of nothing, so that 5 and 5.00 are the same."""
    try:
        number = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return text
    if not number.is_finite():
        return text
    return f"{number:f}".rstrip("0").rstrip(".") if "." in f"{number:f}" else f"{number:f}"


def _value(content: dict[str, Any], path: tuple[str, ...]) -> Any:
    value: Any = content
    for step in path:
        if not isinstance(value, dict):
            return None
        value = value.get(step)
    return value
