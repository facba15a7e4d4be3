"""Printed pages are what the registry would print today."""

import re

from openmall.api import registry
from openmall.pages.reference import operations as reference_operations
from openmall.pages.reference import specification
from openmall.pages.reference import versions as reference_versions
from tests.guards.sources import ROOT
from tests.hostile import attempt_counts


def test_the_page_of_operations_is_fresh() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert page == reference_operations.page(), f"renew it with: {reference_operations.RENEW}"


def test_the_page_of_versions_is_fresh() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    assert page == reference_versions.page(), f"renew it with: {reference_versions.RENEW}"


def test_the_ledger_names_every_api_and_no_operation_twice() -> None:
    named = specification.operations()
    assert {each.api for each in named} == {api.name for api in registry.apis().all}
    rows = [(each.api, specification.normalized(each.operation_name)) for each in named]
    assert sorted(set(rows)) == sorted(rows)


def test_what_is_missing_and_what_is_there_do_not_overlap() -> None:
    for api in registry.apis().all:
        there = {row.name for row in api.operations}
        assert there.isdisjoint(each.operation_name for each in reference_operations.missing(api))


def test_every_operation_says_what_it_does() -> None:
    rows = [row for api in registry.apis().all for row in api.operations]
    assert [row.name for row in rows if not row.summary] == []


def test_the_counts_of_the_hostile_suite_are_fresh() -> None:
    page = attempt_counts.PAGE.read_text(encoding="utf-8")
    assert page == attempt_counts.renewed(page), f"renew it with: {attempt_counts.RENEW}"


def test_the_page_of_security_names_tests_that_are_there() -> None:
    page = attempt_counts.PAGE.read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+(?:\.py)?)/?`", page)
    assert len(named) > 20
    assert [each for each in named if not (ROOT / each).exists()] == []
