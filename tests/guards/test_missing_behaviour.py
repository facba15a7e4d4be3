"""The list of what is missing: one line for each area, so that no line contradicts another."""

import re
from collections import Counter

from openmall.pages.reference import operations as reference_operations

AREA = re.compile(r"[A-Z][A-Za-z,\- ]{3,50}")


def test_each_area_is_named_once() -> None:
    areas = Counter(line.partition(":")[0] for line in reference_operations.missing_behaviour())

    assert [area for area, times in areas.items() if times > 1] == []


def test_a_line_begins_with_its_area_and_is_whole() -> None:
    wrong = [
        line
        for line in reference_operations.missing_behaviour()
        if not AREA.fullmatch(line.partition(": ")[0]) or not line.endswith(".")
    ]

    assert wrong == []
