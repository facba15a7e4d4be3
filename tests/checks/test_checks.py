"""A known weakness and a secret fail the check; what is let pass has its reason, and its day."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from checks import dependencies, known, secrets
from checks.known import FalseAlarm, Weakness

TODAY = date(2026, 11, 21)
WEAK = {
    "name": "kite",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"], "description": "It falls down."}],
}
WELL = {"name": "rope", "version": "2.0", "vulns": []}
PASSED = Weakness("kite", "PYSEC-1", date(2026, 12, 31), "we fly none")


def _judged(*found: dict[str, Any], allowed: tuple[Weakness, ...] = ()) -> tuple[bool, str]:
    told = dependencies.judge({"dependencies": list(found)}, allowed, TODAY)
    return told.fails, "\n".join(told.lines)


def test_a_weakness_fails_and_says_what_mends_it() -> None:
    assert _judged(WEAK, WELL) == (
        True,
        "kite: PYSEC-1, mended in 1.1: It falls down.\n2 libraries audited, 1 weaknesses.",
    )


def test_what_is_let_pass_passes_until_its_day() -> None:
    assert _judged(WEAK, allowed=(PASSED,))[0] is False
    fails, said = _judged(WEAK, allowed=(PASSED._replace(until=date(2026, 11, 20)),))
    assert fails
    assert "was let pass until 2026-11-20" in said


def test_what_is_mended_is_let_pass_no_longer() -> None:
    assert _judged(WELL, allowed=(PASSED._replace(package="rope"),))[0] is True


def test_where_nobody_can_be_asked_it_is_said_loudly_and_passes() -> None:
    told = dependencies.judge(None, [], TODAY)
    assert not told.fails
    assert told.lines[0].startswith("DEPENDENCIES WERE NOT AUDITED")
    fails, said = _judged(WELL, {"name": "own", "skip_reason": "not found"})
    assert (fails, "NOT AUDITED" in said, "own" in said) == (False, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA PRIVATE KEY-----",
        'key = "AKIA' + 'IOSFODNN7EXAMPLF"',
        'url = "https://admin:' + 'hunter22@db.example/x"',
        'token = "ghp_' + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" + '"',
        'seed = "' + "c3VwZXIgc2VjcmV0IGtleSBvZiB0aGUgc2hvcA9x7Q" + '"',
    ],
)
def test_a_secret_is_found(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.py"
    file.write_text(f"{text}\n")
    found = secrets.scan([str(file)])
    told = secrets.judge(found, [])
    assert told
    assert all("settings.py" in line for line in told)
    passed = [FalseAlarm(*each, reason="made up") for each in found]
    assert secrets.judge(found, passed) == []
    assert all("take it out of known.toml" in line for line in secrets.judge(set(), passed))


def test_everything_that_is_let_pass_has_a_reason_and_is_there() -> None:
    listed = known.texts()
    assert [each for each in listed if len(each.reason) < 20] == []
    assert (
        secrets.judge(secrets.scan({each.file for each in listed} - {known.EVERYWHERE}), listed)
        == []
    )
    assert [each for each in known.weaknesses() if len(each.reason) < 20] == []


def test_the_same_commands_are_run_by_make() -> None:
    made = (known.ROOT / "Makefile").read_text(encoding="utf-8")
    [names] = re.findall(r"^CHECKS := (.*)\n", made, re.M)
    [check] = re.findall(r"^check: .*\n((?:\t.*\n)+)", made, re.M)
    assert "$(addprefix checked-,$(CHECKS))" in check
    for name in ("secrets", "dependencies"):
        assert name in names.split()
        assert f"checked-{name}:\n\t$(BIN)/python -m checks.{name}\n" in made
