"""Every dated change stands for rows that exist, and is told of in words."""

from openmall.api import registry
from openmall.api.versions import changes
from openmall.api.versions.change import NewOperations
from openmall.contract import api_versions
from openmall.contract.fields import fields_of
from openmall.pages.reference import specification
from openmall.pages.reference.operations import missing as missing_of

ROWS = {f"{api.name} {row.name}": row for api in registry.apis().all for row in api.operations}


def test_a_change_touches_only_rows_that_exist() -> None:
    touched = {name for change in changes.CHANGES for name in change.operations}
    missing = {
        f"{each.api} {each.operation_name}"
        for api in registry.apis().all
        for each in missing_of(api)
    }
    assert touched - ROWS.keys() - missing == set()


def test_a_release_adds_the_operations_that_the_specification_has_in_a_later_version() -> None:
    added = {
        name: change.release
        for change in changes.CHANGES
        if isinstance(change, NewOperations)
        for name in change.operations
    }
    releases = {"between": "2026-02-01", "later": "2026-03-01"}
    # the partner API has no versions, and the storefront's are all of the first one
    later = {
        f"admin {each.operation_name}": releases[each.since]
        for each in specification.operations()
        if each.api == "admin" and each.since != "first"
    }
    assert added == later
    assert {name: changes.first_release(name) for name in added} == later
    assert changes.first_release("admin GET products") == ""


def test_an_added_operation_has_no_earlier_form() -> None:
    converted = {
        name
        for change in changes.CHANGES
        if not isinstance(change, NewOperations)
        for name in change.operations
    }
    assert {name for name in converted if changes.first_release(name)} == set()


def test_a_change_belongs_to_a_release_and_they_are_in_order() -> None:
    releases = [change.release for change in changes.CHANGES]
    assert set(releases) <= set(api_versions.RELEASES)
    assert releases == sorted(releases)


def test_every_change_has_its_line_in_the_changelog() -> None:
    assert [type(change).__name__ for change in changes.CHANGES if not change.__doc__] == []


def test_what_a_change_added_is_a_parameter_or_an_answer_of_each_row_it_touches() -> None:
    wrong = []
    for change in changes.CHANGES:
        for name in change.operations & ROWS.keys():
            row = ROWS[name]
            known = set(row.fields) | (set(fields_of(row.gives)) if row.gives else set())
            if change.within:
                assert row.gives is not None
                assert change.within in fields_of(row.gives)
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
