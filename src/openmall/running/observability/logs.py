"""What the program logs: an event with fields, one line each, as text or as JSON."""

import logging
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from openmall.contract.journal.record import MASK
from openmall.contract.json_values import Json
from openmall.events.request_log.field_names import is_sensitive
from openmall.events.request_log.secret_shapes import shapes_masked
from openmall.running.observability import tracebacks
from openmall.tracing import current

Form = Literal["text", "json"]

_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; anything else is a field of the event."""

_OF_TRAFFIC: Final = "ip"
"""Who calls too often can be shut out by this alone."""
_OF_FAILURES: Final = "reason"


def begin(form: Form) -> None:
    """Make this process log to standard error, one event a line."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if form == "json" else AsText())
    # the SDK of traces says why it could not send any
    for name, level in (("openmall", logging.INFO), ("opentelemetry", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


class AsText(logging.Formatter):
    """`2026-11-21T09:00:00Z WARNING facts wait mall_id=demo`, and a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        fields = "".join(f" {name}={_word(value)}" for name, value in _fields(record).items())
        line = f"{_when(record)} {record.levelname} {_message(record)}{fields}"
        broken = _traceback(record)
        return f"{line}\n{broken}" if broken else line


class AsJson(logging.Formatter):
    """One JSON object a line: `at`, `level`, `event`, the fields, and `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Json] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "event": shapes_masked(record.getMessage()),
            **_fields(record),
        }
        if broken := _traceback(record):
            entry["traceback"] = broken
        return msgspec.json.encode(entry, enc_hook=str).decode()


def _fields(record: logging.LogRecord) -> dict[str, Json]:
    given = vars(record).items()
    shown = {name: _shown(name, value) for name, value in given if name not in _PLAIN}
    return shown | current.fields()


def _shown(name: str, value: Any) -> Any:
    """Return a field as it is logged, without secrets and personal data."""
    if name != _OF_TRAFFIC and is_sensitive(name):
        return MASK
    if isinstance(value, BaseException):
        return tracebacks.masked_message(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    return tracebacks.masked_text(str(value), quotes=name == _OF_FAILURES)


def _message(record: logging.LogRecord) -> str:
    return _one_line(shapes_masked(record.getMessage()))


def _traceback(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return tracebacks.masked_traceback(error) if error is not None else ""


def _when(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _word(value: Any) -> str:
    text = _one_line(str(value))
    return f'"{text}"' if " " in text or not text else text


def _one_line(text: str) -> str:
    # what a client wrote must not look like another line
    return text.encode("unicode_escape").decode() if not text.isprintable() else text
