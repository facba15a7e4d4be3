"""Every field of a setting has an effect that a test shows, or is listed as stored only.

Every option of the installation is read.
"""

import ast
from pathlib import Path

from openmall.configuration import Configuration
from openmall.pages.stored_only import stored_only
from tests.guards.setting_fields import (
    OF_ANOTHER,
    READ_OTHERWISE,
    TESTED,
    SettingField,
    is_within,
    naming_tests,
    readers,
    setting_fields,
    setting_paths,
)
from tests.guards.sources import PACKAGE, ROOT, sources

LISTED = {f"{each.kind}.{each.field}" for each in stored_only()}
LIST = "src/openmall/pages/stored_only.csv"


def _is_listed(field: SettingField) -> bool:
    return any(is_within(field.label, whole) for whole in LISTED)


def _is_read(field: SettingField) -> bool:
    return bool(readers(field)) or any(is_within(field.label, whole) for whole in READ_OTHERWISE)


def test_every_field_is_read_or_listed() -> None:
    # a shop that switches something on expects that something happens
    unread = [
        each.label for each in setting_fields() if not _is_listed(each) and not _is_read(each)
    ]
    assert unread == [], f"give them an effect, or list them in {LIST} with the reason"


def test_what_is_listed_is_not_read() -> None:
    wrong = {
        each.label: readers(each)
        for each in setting_fields()
        if each.label in LISTED and _is_read(each)
    }
    assert wrong == {}, f"take them from {LIST}"


def test_what_is_listed_is_there_once_with_its_reason_and_its_operations() -> None:
    labels = {each.label for each in setting_fields()}

    assert labels >= LISTED | OF_ANOTHER
    assert len(stored_only()) == len(LISTED)
    assert all(each.reason for each in stored_only())
    wrong = {
        each.resource for each in stored_only() if each.resource not in setting_paths()[each.kind]
    }
    assert wrong == set()


def test_every_effect_is_tested() -> None:
    untested = [
        each.label
        for each in setting_fields()
        if not _is_listed(each)
        and not naming_tests(each)
        and not any(is_within(each.label, whole) for whole in TESTED)
    ]
    assert untested == [], "no test sets them; see TESTED in tests/guards/setting_fields.py"


def test_functions_that_the_lists_name_are_there() -> None:
    named = [PACKAGE / each for each in READ_OTHERWISE.values()]
    named += [ROOT / each for each in TESTED.values()]
    for each in named:
        path, _, function = str(each).rpartition(":")
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        functions = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert function in functions, each


def test_a_field_counts_as_read_by_a_module_that_knows_its_setting() -> None:
    by_label = {each.label: each for each in setting_fields()}

    known = readers(by_label["OrdersSetting.claim_request_auto_accept"])
    same_name_elsewhere = readers(by_label["JoinNotice.content"])

    assert known == ["src/openmall/commerce/order/claims/requests.py"]
    assert same_name_elsewhere == []


def test_a_test_names_a_field_with_its_own_setting() -> None:
    by_label = {each.label: each for each in setting_fields()}
    of_a_supplier = by_label["SupplierSurcharges.region_setting_type"]
    of_the_shop = by_label["RegionalSurcharges.region_setting_type"]

    shared = {*naming_tests(of_a_supplier)} & {*naming_tests(of_the_shop)}

    # the one path ends as the other: only a test that sets both names both
    assert shared == {"tests/commerce/shipping/test_terms_of_each_field.py"}


def test_every_option_of_the_installation_is_read() -> None:
    read = {
        node.attr
        for source in sources()
        if source.parts != ("configuration",)
        for node in source.nodes
        if isinstance(node, ast.Attribute)
    }
    unread = [name for name in Configuration.__struct_fields__ if name not in read]
    assert unread == [], "give them an effect: no module reads them of the configuration"
