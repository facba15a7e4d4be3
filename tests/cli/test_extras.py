"""What several machines and traces need is asked for before anything is served."""

import sys

import pytest

from tests.cli.command_line import Shell


@pytest.mark.parametrize(
    ("variable", "value", "missing", "line"),
    [
        (
            "OPENMALL_LIMITS_STORE",
            "redis://127.0.0.1/0",
            "redis",
            "limits of several machines are counted with redis: install openmall[redis]",
        ),
        (
            "OPENMALL_TRACES",
            "http://127.0.0.1:4318",
            "opentelemetry",
            "traces are sent with opentelemetry: install openmall[traces]",
        ),
    ],
)
def test_an_extra_that_is_not_installed_is_named(
    shop: Shell,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    missing: str,
    line: str,
) -> None:
    monkeypatch.setenv(variable, value)
    for name in [each for each in sys.modules if each.split(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    ours = (
        "openmall.access.limits.redis_limiter",
        "openmall.access.limits.redis_connection",
        "openmall.tracing.otel",
    )
    for name in ours:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)

    assert shop.fails("serve") == line


def test_a_store_of_limits_that_is_no_address_is_refused(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENMALL_LIMITS_STORE", "http://:secret@127.0.0.1")
    assert shop.fails("serve") == "the address of the limits' server is redis://host:port/number"


def test_several_machines_need_a_database_that_they_share(shop: Shell) -> None:
    told = shop.fails("serve", "--machines", "several", status=2)
    assert told.startswith("--machines several needs --database: PostgreSQL that they share")
