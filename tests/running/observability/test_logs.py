"""An event is a line of its own, whatever its fields hold."""

import json
import logging

import pytest

from openmall.running.observability import logs


def record(message: str, **fields: object) -> logging.LogRecord:
    made = logging.makeLogRecord({"msg": message, "levelname": "WARNING", "created": 0.0})
    vars(made).update(fields)
    return made


def test_text() -> None:
    line = logs.AsText().format(record("facts wait", mall_id="demo", reason="no owner"))

    assert line == '1970-01-01T00:00:00.000Z WARNING facts wait mall_id=demo reason="no owner"'


def test_json() -> None:
    line = logs.AsJson().format(record("facts wait", mall_id="demo", left=3, error=ValueError("x")))

    assert json.loads(line) == {
        "at": "1970-01-01T00:00:00.000Z",
        "level": "warning",
        "event": "facts wait",
        "mall_id": "demo",
        "left": 3,
        "error": "x",
    }


@pytest.mark.parametrize("form", [logs.AsText(), logs.AsJson()])
def test_what_a_client_wrote_is_no_line_of_its_own(form: logging.Formatter) -> None:
    assert "\n" not in form.format(record("odd", path="/a\n1970 ERROR forged", agent="\x1b[31m"))
    assert "\x1b" not in form.format(record("odd", agent="\x1b[31m"))


def test_where_it_broke_is_told() -> None:
    try:
        raise ValueError("broken")
    except ValueError as error:
        broken = record("internal error", request_id="r-1")
        broken.exc_info = (type(error), error, error.__traceback__)

    assert "ValueError: broken" in json.loads(logs.AsJson().format(broken))["traceback"]
    assert logs.AsText().format(broken).endswith("ValueError: broken")


def test_a_process_logs_once(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("openmall")
    before, propagate, level = logger.handlers, logger.propagate, logger.level
    try:
        logs.begin("json")
        logs.begin("json")
        logger.warning("once", extra={"mall_id": "demo"})
    finally:
        logger.handlers, logger.propagate = before, propagate
        logger.setLevel(level)

    assert json.loads(capsys.readouterr().err)["event"] == "once"
