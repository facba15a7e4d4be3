"""What docs/reliability.md names as proof is there."""

import re

from tests.guards.sources import ROOT


def test_every_proof_of_reliability_exists() -> None:
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    proofs = re.findall(r"`(tests/[a-z_/]+\.py)`", page)
    commands = re.findall(r"`make ([a-z]+)`", page)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert len(set(proofs)) > 10
    assert [each for each in proofs if not (ROOT / each).is_file()] == []
    assert [each for each in commands if f"\n{each}:" not in makefile] == []
