"""An operator is told what is wrong with an installation, one look at a time."""

import os
import resource
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import apsw
import msgspec
import pytest

from openmall import __version__
from openmall.cli.operating import doctor
from openmall.database import migrate, phases
from openmall.running.server import certificates
from tests import postgres, redis
from tests.cli.command_line import Shell

CLOSED = ["--port", "1", "--http-port", "1"]


class Usage(NamedTuple):
    """What `shutil.disk_usage` says."""

    total: int
    used: int
    free: int


def found(shell: Shell, check: str, *words: str) -> tuple[str, str]:
    """Return state and words of one look."""
    rows = looked(shell, *words)[1]
    return next((row["state"], row["found"]) for row in rows if row["check"] == check)


def looked(shell: Shell, *words: str) -> tuple[int, list[dict[str, str]]]:
    done = shell.run("doctor", *CLOSED, *words, "--json")
    return done.exit_code, msgspec.json.decode(done.stdout)


def test_an_installation_that_is_well_but_not_started(shop: Shell) -> None:
    status, rows = looked(shop)
    states = {row["check"]: row["state"] for row in rows}
    assert status == 0
    assert list(states) == list(doctor.CHECKS)
    assert {name for name, state in states.items() if state != "well"} <= {
        "secret key",  # the first start makes it, and the certificate
        "certificate",
        "open files",
        "server",
    }
    assert "ready" not in found(shop, "server")[1]


def test_a_variable_that_is_no_setting(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMALL_DOMAN", "malls.example.com")
    state, said = found(shop, "settings")
    assert state == "warning"
    assert said == "no settings: OPENMALL_DOMAN (openmall settings lists them)"


def test_no_folder(shell: Shell) -> None:
    status, rows = looked(shell)
    assert status == 1
    assert rows[1]["found"] == f"{shell.data_dir} is not there: mkdir, or set OPENMALL_DATA_DIR"


def test_files_that_somebody_else_made(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = os.access

    def access(path: Path, mode: int) -> bool:
        return Path(path).name != "counters" and ours(path, mode)

    monkeypatch.setattr(os, "access", access)
    said = f"files of another user in {shop.data_dir}: counters: chown"
    assert found(shop, "folder") == ("problem", said)


@pytest.mark.parametrize(
    ("free", "state"),
    [(3 * 2**30, "well"), (2**30, "warning"), (100 * 2**20, "problem")],
)
def test_space(shop: Shell, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2**40, 2**39, free))
    assert found(shop, "space")[0] == state
    assert looked(shop)[0] == (state == "problem")


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("0000", phases.too_old("0000")),
        ("0230", "schema 0230 is older than NEWEST: backup, then openmall db migrate"),
        ("9999", "schema 9999 is newer than this program's NEWEST"),
    ],
)
def test_a_store_of_another_program(shop: Shell, schema: str, said: str) -> None:
    connection = apsw.Connection(str(shop.data_dir / "openmall.sqlite"))
    connection.execute("UPDATE alembic_version SET version_num = ?", (schema,))
    connection.close()
    assert found(shop, "store") == ("problem", said.replace("NEWEST", migrate.newest()))


def test_postgresql_away_and_there(shell: Shell) -> None:
    shell.data_dir.mkdir()
    away = ["--database", "postgresql://nobody@127.0.0.1:1/none"]
    assert found(shell, "store", *away)[0] == "problem"
    assert found(shell, "clock", *away)[0] == "warning"
    there = ["--database", postgres.server().new_database()]
    assert found(shell, "store", *there)[0] == "warning"
    shell.text("db", "migrate", *there)
    assert found(shell, "store", *there) == ("well", f"PostgreSQL, schema {migrate.newest()}")
    assert found(shell, "clock", *there)[0] == "well"


def test_a_clock_apart_from_the_databases(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.data_dir.mkdir()
    there = ["--database", postgres.server().new_database()]

    monkeypatch.setattr(
        doctor, "_THEIR_TIME", "SELECT extract(epoch FROM clock_timestamp() + interval '1 hour')"
    )
    state, said = found(shell, "clock", *there)
    assert (state, said.partition(" s ")[2]) == ("problem", "behind PostgreSQL's")


@pytest.mark.parametrize(("workers", "state"), [(1, "well"), (4, "well"), (10, "problem")])
def test_more_connections_than_postgresql_has(shell: Shell, workers: int, state: str) -> None:
    shell.data_dir.mkdir()
    there = ["--database", postgres.server().new_database(), "--workers", str(workers)]
    told = found(shell, "connections", *there)
    # the workers and the job worker, and one for plain HTTP
    wanted = (workers + 1) * 10 + 1
    assert told[0] == state
    assert told[1].startswith(f"{workers + 1} processes take up to {wanted} of PostgreSQL's 100")


def test_a_replica_that_is_none_or_does_not_answer(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.data_dir.mkdir()
    assert found(shell, "replica") == ("well", "none")
    primary = postgres.server().new_database()
    there = ["--database", primary, "--database-replica", primary]
    assert found(shell, "replica", *there) == (
        "warning",
        "is no replica, or has replayed nothing yet: the primary answers",
    )
    there[-1] = "postgresql://nobody@127.0.0.1:1/none"
    state, said = found(shell, "replica", *there)
    assert (state, said.partition(":")[0]) == ("warning", "does not answer, the primary does")
    for behind, expected in (("0", ("well", "0.0 s behind")), ("7", ("warning", "7.0 s behind"))):
        monkeypatch.setattr(doctor, "_BEHIND", f"SELECT {behind}")
        there[-1] = primary
        assert found(shell, "replica", *there) == expected


def test_limits_that_are_counted_in_redis(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(shop, "limits") == ("well", "counted on this machine")
    with redis.Server() as server:
        monkeypatch.setenv("OPENMALL_LIMITS_STORE", server.url)
        assert found(shop, "limits") == ("well", "counted in Redis")
        server.kill()
        state, said = found(shop, "limits")
        assert state == "warning"
        assert said.startswith("Redis does not answer, each machine counts for itself: ")
        state, said = found(shop, "limits", "--limits-away", "refuse")
        assert state == "problem"
        assert said.startswith("Redis does not answer, calls are refused: ")


def test_a_worker_that_may_not_open_enough_files(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    state, said = found(shop, "open files")
    assert (state, said.partition(":")[0]) == (
        "warning",
        "a worker may open 4096, 12000 clients need 13024",
    )
    few = found(shop, "open files", "--clients", "1000")
    assert few == ("well", "a worker may open as many as it needs")


def test_a_clock_that_went_back(shop: Shell) -> None:
    ahead = datetime.now(UTC).timestamp() + 3_600
    os.utime(shop.data_dir / "openmall.sqlite", (ahead, ahead))
    state, said = found(shop, "clock")
    assert state == "problem"
    assert said == "the store was written in the future: this machine's clock went back"


def test_the_key_of_sealed_secrets(shop: Shell) -> None:
    path = shop.data_dir / "secret.key"
    path.unlink(missing_ok=True)
    assert found(shop, "secret key")[0] == "warning"
    assert not path.exists()
    path.write_text("not a key\n")
    assert found(shop, "secret key") == (
        "problem",
        f"{path}: a key is 32 random bytes in base64",
    )
    path.write_text("A" * 43 + "=\n")
    path.chmod(0o644)
    assert found(shop, "secret key") == ("problem", f"others can read {path}: chmod 600")
    path.chmod(0o600)
    assert found(shop, "secret key") == ("well", f"1 in {path}")


def test_a_key_that_does_not_open_what_is_sealed(shop: Shell) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    path = shop.data_dir / "secret.key"
    key = path.read_text()
    path.write_text("A" * 43 + "=\n")
    wrong = found(shop, "secret key")
    path.unlink()
    missing = found(shop, "secret key")
    path.write_text(key)
    path.chmod(0o600)

    assert wrong == (
        "problem",
        f"1 in {path}; 0 of 1 secrets open: openmall secrets check names the others",
    )
    assert missing == ("problem", f"no {path}, and secrets are sealed in the store: restore it")
    assert found(shop, "secret key") == ("well", f"1 in {path}")


@pytest.mark.parametrize(
    ("ago", "state", "said"),
    [
        (0, "well", "396 days left"),
        (390, "warning", "6 days left"),
        (400, "problem", "server.pem expired on 20"),
        (-10, "problem", "not valid yet: is the clock right?"),
    ],
)
def test_how_long_the_certificate_lasts(shop: Shell, ago: int, state: str, said: str) -> None:
    made = datetime.now(UTC) - timedelta(days=ago, minutes=30)
    names = ["openmall.localhost", "*.openmall.localhost"]
    certificates.ensure(shop.data_dir, names, now=made)
    told = found(shop, "certificate")
    assert told[0] == state
    assert said in told[1]


def test_a_certificate_for_other_names(shop: Shell) -> None:
    certificates.ensure(shop.data_dir, ["elsewhere.example"], now=datetime.now(UTC))
    path = shop.data_dir / "tls" / "server.pem"
    assert found(shop, "certificate", "--domain", "malls.example") == (
        "warning",
        f"{path} is not for malls.example and *.malls.example",
    )


def test_a_certificate_that_is_not_there(shop: Shell, tmp_path: Path) -> None:
    words = ["--certificate", str(tmp_path / "a.pem"), "--certificate-key", str(tmp_path / "b")]
    assert found(shop, "certificate", *words) == ("problem", f"no such file: {tmp_path / 'a.pem'}")


def test_a_bucket_that_is_away(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMALL_FILES_SECRET_KEY", "secret")
    words = ["--files-endpoint", "http://127.0.0.1:1", "--files-access-key", "key"]
    words += ["--files-seconds", "0.2"]
    assert found(shop, "pictures", "--files", "s3://shop", *words)[0] == "problem"


def test_clickhouse_that_is_away(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMALL_ANALYTICS_ENGINE", "clickhouse://u:p@127.0.0.1:1/shop")
    state, said = found(shop, "reports")
    assert state == "problem"
    assert said.startswith("ClickHouse does not answer: ")


def test_versions_of_what_an_installation_consists_of(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = ".".join(map(str, sys.version_info[:3]))
    said = f"openmall {__version__}, Python {python}, SQLite {apsw.sqlite_lib_version()}"
    assert found(shop, "versions") == ("well", said)
    away = ["--database", "postgresql://nobody@127.0.0.1:1/none"]
    assert found(shop, "versions", *away)[0] == "warning"
    there = ["--database", postgres.server().new_database()]
    state, said = found(shop, "versions", *there)
    assert (state, "PostgreSQL 18" in said) == ("well", True)
    monkeypatch.setattr(doctor, "OLDEST_POSTGRESQL", 19)
    state, said = found(shop, "versions", *there)
    assert (state, "is too old: 19 or newer is needed" in said) == ("problem", True)


def test_its_help_says_what_is_checked_and_how_it_ends(shop: Shell) -> None:
    said = " ".join(shop.text("doctor", "--help").split())
    for words in ("Exits with 0", "with 1 when something is", "mail server", "ClickHouse"):
        assert words in said


def test_a_mall_whose_id_became_the_name_of_a_host(shop: Shell) -> None:
    assert found(shop, "mall ids")[0] == "well"
    with apsw.Connection(str(shop.data_dir / "openmall.sqlite")) as store:
        store.execute("PRAGMA foreign_keys = OFF")
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%mall_id%'"
        for (table,) in list(store.execute(tables)):
            store.execute(f"UPDATE OR IGNORE \"{table}\" SET mall_id = 'admin'")

    state, said = found(shop, "mall ids")
    started = shop.run("serve", "--host", "256.0.0.1")

    assert state == "problem"
    assert said.startswith("not served, for the host of this name belongs to the installation:")
    assert "openmall backup restore COPY --mall admin --as NEW_ID" in said
    assert "warning: not served" in started.stderr
