"""What the program logs: an event with fields, one line each, as text or as JSON."""

import logging
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from openmall.tracing import current

Form = Literal["text", "json"]

_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; anything else is a field of the event."""


def begin(form: Form) -> None:
    """Let this process log to standard error, one event a line."""
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
        line = f"{_when(record)} {record.levelname} {_one_line(record.getMessage())}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class AsJson(logging.Formatter):
    """One JSON object a line: `at`, `level`, `event`, the fields, and `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told, enc_hook=str).decode()


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    told = {name: value for name, value in vars(record).items() if name not in _PLAIN}
    return told | current.fields()


def _when(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _word(value: Any) -> str:
    text = _one_line(str(value))
    return f'"{text}"' if " " in text or not text else text


def _one_line(text: str) -> str:
    # what a client wrote must not look like another line
    return text.encode("unicode_escape").decode() if not text.isprintable() else text
