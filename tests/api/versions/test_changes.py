"""Every dated change stands for rows that exist, and is told of in words."""

from openmall.api import registry
from openmall.api.versions import changes
from openmall.contract import api_versions
from openmall.contract.fields import fields_of

ROWS = {f"{api.name} {row.name}": row for api in registry.apis().all for row in api.operations}


def test_a_change_touches_only_rows_that_exist() -> None:
    touched = {name for change in changes.CHANGES for name in change.operations}
    assert touched - ROWS.keys() == set()


def test_a_change_belongs_to_a_release_and_they_are_in_order() -> None:
    releases = [change.release for change in changes.CHANGES]
    assert set(releases) <= set(api_versions.RELEASES)
    assert releases == sorted(releases)


def test_every_change_has_its_line_in_the_changelog() -> None:
    assert [type(change).__name__ for change in changes.CHANGES if not change.__doc__] == []


def test_what_a_change_added_is_a_parameter_or_an_answer_of_each_row_it_touches() -> None:
    wrong = []
    for change in changes.CHANGES:
        for name in change.operations:
            row = ROWS[name]
            known = set(row.fields) | (set(fields_of(row.gives)) if row.gives else set())
            if change.within:
                assert change.within in row.embeds
                continue
            wrong += [f"{name}: {field}" for field in change.added if field not in known]
    assert wrong == []


def test_between_two_versions_lie_the_changes_after_the_older_one() -> None:
    row = "admin POST products"
    assert changes.between(row, "2026-03-01") == ()
    assert changes.between(row, "2024-03-01") == changes.between(row, "2023-12-01")
    assert {type(change).__name__ for change in changes.between(row, "2024-03-01")} == {
        "AddSaleDetailsToProducts",
        "RaiseNumberOfTags",
        "RefuseTaxRateZero",
    }
    assert changes.between("admin GET redirects", "2023-12-01") == ()
