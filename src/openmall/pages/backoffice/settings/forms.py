"""Conversion of stored settings to form texts, and of typed texts to parameters.

Both the stored and the typed form are texts by field name: the fields that differ are sent, the
others are left alone.
"""

from collections.abc import Mapping
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.contract.json_values import Encodable
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.settings.fields import MAX_ROWS, SPARE_ROWS, FormField, Part

Texts = dict[str, str]
ROW_COUNT: Final = "#"
"""Suffix of a table's name: its number of rows in the form."""
STORED: Final = ".kept"
REMOVE: Final = ".gone"
"""Suffixes of a secret's name: it is stored; it is to be removed."""


def stored_texts(
    parts: tuple[Part, ...], content: dict[str, Encodable], unset_flag: str = "F"
) -> Texts:
    """Return the texts of a form with the stored values.

    `unset_flag`: what a flag means that was never set.
    """
    texts: Texts = {}
    for part in parts:
        for field in part.fields:
            value = _value_at(content, field.path)
            if value is None and field.kind == "tick":
                value = unset_flag
            texts |= _stored_field(field, field.name, value)
    return texts


def _stored_field(field: FormField, name: str, value: Encodable) -> Texts:
    if field.kind == "rows":
        rows = value if isinstance(value, list) else []
        max_rows = max(field.max_rows or MAX_ROWS + SPARE_ROWS, len(rows))
        texts = {f"{name}{ROW_COUNT}": str(min(len(rows) + SPARE_ROWS, max_rows))}
        for number, row in enumerate(rows):
            for column in field.columns:
                cell = row.get(column.last) if isinstance(row, dict) else None
                texts |= _stored_field(column, f"{name}.{number}.{column.last}", cell)
        return texts
    if field.kind == "ticks":
        return {f"{name}.{each}": "T" for each in (value if isinstance(value, list) else [])}
    if field.kind == "secret":
        return {name: "", f"{name}{STORED}": "T"} if value else {name: ""}
    if value is None:
        return {name: ""}
    if field.kind == "date":
        return {name: str(value)[:10]}
    if field.kind == "numbers" and isinstance(value, list):
        return {name: ", ".join(map(str, value))}
    return {name: _normalize_amount(str(value)) if field.kind == "amount" else str(value)}


def typed_texts(parts: tuple[Part, ...], form: Fields) -> Texts:
    """Return the texts of a submitted form."""
    texts: Texts = {}
    for part in parts:
        for field in part.fields:
            texts |= _typed_field(field, field.name, form)
    return texts


def _typed_field(field: FormField, name: str, form: Fields) -> Texts:
    if field.kind == "rows":
        count = form.text(f"{name}{ROW_COUNT}")
        number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
        texts = {f"{name}{ROW_COUNT}": str(min(number, MAX_ROWS + SPARE_ROWS))}
        for row in range(int(texts[f"{name}{ROW_COUNT}"])):
            for column in field.columns:
                texts |= _typed_field(column, f"{name}.{row}.{column.last}", form)
        return texts
    if field.kind == "ticks":
        names = (f"{name}.{each}" for each in field.values)
        return {each: "T" for each in names if form.is_ticked(each)}
    if field.kind == "tick":
        # a field that is not shown keeps its value, which is sent along
        return {name: form.choice(name, ("", "F", "T")) or "F"}
    text = form.text(name).replace("\r\n", "\n")
    if field.kind == "secret":
        return {name: text, f"{name}{REMOVE}": "T" if form.is_ticked(f"{name}{REMOVE}") else ""}
    return {name: text if field.kind == "long" else text.strip()}


def changed_parameters(parts: tuple[Part, ...], before: Texts, now: Texts) -> dict[str, Encodable]:
    """Return the parameters of the operation: the changed fields, and those required with them.

    Fields of an object are required where one of its fields is sent. Empty when nothing changed.
    """
    changed = {
        field.name for part in parts for field in part.fields if _is_changed(field, before, now)
    }
    changes: dict[str, Encodable] = {}
    for part in parts if changed else ():
        is_sent = not part.path or any(field.name in changed for field in part.fields)
        for field in part.fields:
            if field.name not in changed and not (field.required and is_sent):
                continue
            target = changes
            for step in field.path[:-1]:
                inner = target.setdefault(step, {})
                assert isinstance(inner, dict)
                target = inner
            target[field.last] = parse_value(field, field.name, now)
    return changes


def _is_changed(field: FormField, before: Texts, now: Texts) -> bool:
    if field.kind == "secret":
        # the stored secret is not in the form: an empty field keeps it
        return bool(now[field.name]) or now[f"{field.name}{REMOVE}"] == "T"
    return bool(parse_value(field, field.name, now) != parse_value(field, field.name, before))


def parse_value(field: FormField, name: str, texts: Texts) -> Encodable:
    """Return the value of a field; invalid text is returned as typed, for the API to reject."""
    if field.kind == "rows":
        rows = (
            _parse_row(field, f"{name}.{at}", texts)
            for at in range(int(texts[f"{name}{ROW_COUNT}"]))
        )
        return [row for row in rows if row]
    if field.kind == "ticks":
        return [each for each in field.values if texts.get(f"{name}.{each}") == "T"]
    text = texts.get(name, "")
    if not text:
        return None if field.nullable else ""
    if field.kind == "number":
        return _parse_integer(text)
    if field.kind == "numbers":
        return [_parse_integer(each.strip()) for each in text.split(",") if each.strip()]
    return _normalize_amount(text) if field.kind == "amount" else text


def _parse_row(field: FormField, name: str, texts: Texts) -> dict[str, Encodable]:
    """Return a row of a table; empty for an empty row."""
    cells = [
        (column, parse_value(column, f"{name}.{column.last}", texts)) for column in field.columns
    ]
    if not any(value for column, value in cells if column.kind not in ("choice", "tick")):
        return {}
    return {
        column.last: value for column, value in cells if value not in ("", None) or column.required
    }


def _parse_integer(text: str) -> int | str:
    number = typed_numbers.plain(text)
    digits = number.removeprefix("-")
    return int(number) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def _normalize_amount(text: str) -> str:
    """Return an amount without trailing zeros, so that 5 and 5.00 are equal."""
    number = typed_numbers.amount(text)
    if number is None:
        return text
    written = f"{number:f}"
    return written.rstrip("0").rstrip(".") if "." in written else written


def _value_at(content: dict[str, Encodable], path: tuple[str, ...]) -> Encodable:
    value: Encodable = content
    for step in path:
        if not isinstance(value, dict):
            return None
        value = value.get(step)
    return value


def hidden_fields(needs: Mapping[str, tuple[str, tuple[str, ...]]], texts: Texts) -> set[str]:
    """Return the fields that the typed choices do not need; theirs are hidden with a field."""
    hidden: set[str] = set()
    for name, (decider, values) in needs.items():
        steps = [(decider, values)]
        while decider in needs:
            decider, values = needs[decider]
            steps.append((decider, values))
        if any(texts.get(each, "") not in codes for each, codes in steps):
            hidden.add(name)
    return hidden
