"""What is typed at the command line becomes a struct in one place, which names the option."""

import re

from tests.journeys.demo_server import ROOT

NAMED = frozenset({"refused.py", "gateway.py", "projection.py"})
"""Modules that convert: the one place, and two that say which part of a text is wrong."""


def test_values_of_options_are_converted_in_one_place() -> None:
    folder = ROOT / "src" / "openmall" / "cli"
    found = {
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"msgspec\.convert\(", path.read_text())
    }
    assert found == NAMED, "refused.converted names the option that is wrong"
