"""No log line, metric or call log says a secret, or who somebody is; no error says a secret.

Everything is called once with marked secrets and a marked person, also wrongly, and while the
program fails; what comes out is searched for the marks.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import inspect

from openmall.events.request_log.field_names import is_sensitive
from openmall.running.observability import logs, tracebacks
from tests.access.oauth.authorization_requests import Browser, error, exchange, manager, refresh
from tests.events.request_log.log_reader import Log
from tests.events.request_log.test_redaction import everything
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.pages.console.developer_browser import Developer, signed_up
from tests.world import PASSWORD, World

pytestmark = pytest.mark.one_store

PERSON = {
    "name": "Marked Person",
    "mail": "marked.person@mail.example",
    "phone": "010-8765-4321",
    "member": "markedmember",
}
SECRETS = {"key": "markedSecretKeyOfTheShop1", "password": "marked password of hers"}
MARKS = (*PERSON.values(), *SECRETS.values())


class Heard(logging.Handler):
    """Keeps every record of every logger, in both forms."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("httpx"):
            return  # the tests' own client
        self.lines += [logs.AsText().format(record), logs.AsJson().format(record)]


@contextmanager
def hearing() -> Iterator[Heard]:
    """Listen to all loggers at the lowest level."""
    heard, root, ours = Heard(), logging.getLogger(), logging.getLogger("openmall")
    before = root.level, ours.level, ours.propagate
    root.addHandler(heard)
    root.setLevel(logging.DEBUG)
    ours.setLevel(logging.DEBUG)
    ours.propagate = True
    try:
        yield heard
    finally:
        root.removeHandler(heard)
        root.setLevel(before[0])
        ours.setLevel(before[1])
        ours.propagate = before[2]


def _mark(name: str) -> str:
    """Return the mark that a parameter of a name is sent."""
    if "password" in name or "passwd" in name:
        return SECRETS["password"]
    if re.search("key|secret|token|auth", name):
        return SECRETS["key"]
    if "mail" in name:
        return PERSON["mail"]
    if re.search("phone|fax", name):
        return PERSON["phone"]
    return PERSON["member"] if "_id" in name else PERSON["name"]


def marked(row: Row) -> Values:
    """Return what an operation takes that is called like a secret or a person, marked."""
    found = {}
    for name, field in row[1].fields.items():
        text = isinstance(field.type, inspect.StrType) and name not in row[1].placeholders
        if text and is_sensitive(name):
            found[name] = _mark(name)
    return found


def tries() -> int:
    """Return how many marked parameters this suite sends."""
    return sum(len(marked(row)) for row in every_row())


def _call_everything(world: World, said: list[str], log: Log) -> None:
    for row in sorted(every_row(), key=lambda row: (row[0].name != "storefront", row[1].writes)):
        if row[0].name == "partner":
            continue
        world.stage.forget_counts()
        path = things(world, row[1])
        values = least(world, row[1], path)
        each = [{**values, name: mark} for name, mark in marked(row).items()]
        for sent in ({**values, **marked(row)}, *each):
            answer = send(world, row, sent, path)
            assert answer.status_code < 500, (named(row), answer.text)
            if answer.is_error:
                said.append(answer.text)
        log.write()


def _come_in(world: World, said: list[str]) -> None:
    """Sign in everywhere with wrong passwords and right ones, and use codes that are none."""
    manager(world)
    for password in (SECRETS["password"], PASSWORD):
        world.stage.forget_counts()
        said.append(Browser(world).sign_in("/api/v2/oauth/sign-in", password).text)
        kim = signed_up(world, "Kim")
        form = {"email": kim.email, "password": password}
        said.append(Developer(world).send("/developers/sign-in", form).text)
    for answer in (exchange(world, SECRETS["key"]), refresh(world, SECRETS["key"])):
        assert error(answer)[0] == 400
        said.append(answer.text)
    bad = {"Authorization": f"Bearer {SECRETS['key']}"}
    said.append(world.request("GET", "/api/v2/admin/products", headers=bad).text)


FAILURES = (
    RuntimeError(f"cannot keep {PERSON['name']!r}, {PERSON['member']!r} of {PERSON['mail']}"),
    KeyError(PERSON["name"]),
    ValueError(f'invalid literal for int() with base 10: "{SECRETS["password"]}"'),
    RuntimeError(f"duplicate\nDETAIL:  Key (mail, name)=({PERSON['mail']}, {PERSON['name']})."),
    RuntimeError(f"Failing row contains (m1, {PERSON['name']}, {PERSON['phone']}, null)."),
    RuntimeError(f"[SQL: INSERT]\n[parameters: ('{PERSON['name']}', {SECRETS['key']})]"),
    RuntimeError(f"token {SECRETS['key']} of {PERSON['phone']}"),
    ExceptionGroup("several", [KeyError(PERSON["member"]), ValueError(f"'{PERSON['name']}'")]),
)


def _fail(world: World, monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    """Let calls and pages end in faults that quote what was sent."""
    owner = Browser(world)
    assert owner.sign_in("/api/v2/oauth/sign-in").status_code == 200
    for failure in FAILURES:

        def broken(*given: Any, failure: Exception = failure, **named: Any) -> Any:
            try:
                raise failure
            except Exception as cause:
                raise RuntimeError(f"while reading {PERSON['mail']!r}") from cause

        with monkeypatch.context() as patch:
            patch.setattr(world.stage.app.database, "writing", broken)
            body = {"request": {"product_name": "Apron", "supply_price": "1"}}
            answer = world.call("POST", "products", json=body)
            assert answer.status_code == 500
            said.append(answer.text)
        with monkeypatch.context() as patch:
            patch.setattr(world.stage.app.database, "reading", broken)
            said.append(owner.open("/admin/products").text)


def test_nothing_that_is_kept_for_operators_or_developers_tells_a_secret_or_a_person(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    log = Log(world)
    with hearing() as heard:
        _call_everything(world, said, log)
        _come_in(world, said)
        _fail(world, monkeypatch, said)
        log.write()
    credentials = world.full.credentials
    tokens = (
        world.full.token.access_token, world.full.token.refresh_token,
        credentials.client_secret, credentials.front_api_key,
    )  # fmt: skip
    marks = (*MARKS, *tokens)
    kept = rows(world)
    watched = {
        "log lines": "\n".join(heard.lines),
        "call log": everything(log),
        "metrics": world.request("GET", "/metrics").text,
    }
    found = {(name, mark) for name, text in watched.items() for mark in marks if mark in text}
    assert found == set()
    # a shop's own log names whom a manager dealt with, and is erased with them; secrets it never
    # knew, nor does a client hear one again in an error
    secret = (*tokens, *SECRETS.values())
    activity = "\n".join(kept["activity_log"])
    assert [mark for mark in secret if mark in activity] == []
    assert [(mark, text) for text in said for mark in secret if mark in text] == []
    # it was heard, and tells where it broke
    told = [line for line in heard.lines if "internal error" in line]
    assert len(told) >= 2 * 2 * len(FAILURES)
    assert all("Traceback" in line and "RuntimeError" in line for line in told)
    assert watched["call log"]
    assert "openmall_calls_total" in watched["metrics"]


@pytest.mark.parametrize("failure", FAILURES)
def test_an_exception_is_told_without_what_it_quotes(failure: Exception) -> None:
    told = tracebacks.masked_traceback(failure)
    assert [mark for mark in MARKS if mark in told] == []
    assert type(failure).__name__ in told


def test_what_the_program_says_of_itself_stays() -> None:
    said = "'NoneType' object has no attribute 'mall_id'"
    assert tracebacks.masked_message(AttributeError(said)) == said
    assert tracebacks.masked_message(OSError("No space left on device: '/data/x'")).endswith(
        "'/data/x'"
    )


@pytest.mark.parametrize("form", [logs.AsText(), logs.AsJson()])
def test_fields_named_like_secrets_are_masked_whatever_they_hold(form: logging.Formatter) -> None:
    record = logging.makeLogRecord({"msg": f"seen {PERSON['mail']}", "levelname": "DEBUG"})
    vars(record).update({"access_token": "x1", "email": "x2", "ip": "192.0.2.1", "calls": 3})
    line = form.format(record)
    assert [each for each in ("x1", "x2", PERSON["mail"]) if each in line] == []
    assert "192.0.2.1" in line
    if isinstance(form, logs.AsJson):
        assert json.loads(line)["calls"] == 3
