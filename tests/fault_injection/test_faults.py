"""The faults stay possible: what each of them changes is there, and so are the tests it names."""

import pytest

from tests.fault_injection.__main__ import ROOT
from tests.fault_injection.fault import Fault
from tests.fault_injection.faults import FAULTS


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_what_a_fault_changes_occurs_once(fault: Fault) -> None:
    text = (ROOT / "src" / "openmall" / fault.file).read_text(encoding="utf-8")

    assert text.count(fault.old) == 1, "the line was rewritten: choose its new text"
    assert fault.new not in (fault.old, "")
    assert fault.why
    assert [each for each in fault.tests if not (ROOT / "tests" / each).exists()] == []


def test_forty_faults_in_as_many_places() -> None:
    names = [fault.name for fault in FAULTS]
    places = {(fault.file, fault.old) for fault in FAULTS}

    assert len(set(names)) == len(names)
    assert len(places) == len(FAULTS) >= 40
