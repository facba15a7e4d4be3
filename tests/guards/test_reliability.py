"""What docs/reliability.md names as proof is there."""

import re
from importlib.util import find_spec

from tests.guards.sources import ROOT


def test_every_proof_of_reliability_exists() -> None:
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    proofs = re.findall(r"`(tests/[a-z_/]+\.py)`", page)
    programs = re.findall(r"`python -m ([a-z_.]+)", page)

    assert len(set(proofs)) > 10
    assert [each for each in proofs if not (ROOT / each).is_file()] == []
    assert [each for each in programs if find_spec(each) is None] == []
