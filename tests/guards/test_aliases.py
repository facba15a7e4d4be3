"""Every file knows a module under the same name."""

from tests.guards.aliased import imports
from tests.guards.aliases import ALIASES


def _alias(module: str) -> str:
    return ALIASES.get(module.removeprefix("openmall."), module.rpartition(".")[2])


def test_a_module_has_one_alias_in_every_file() -> None:
    # a name that means another module in the next file is read wrongly
    wrong = [
        f"{each.where}: {each.module} as {each.alias}, elsewhere {_alias(each.module)}"
        for each in imports()
        if each.alias != _alias(each.module)
    ]
    assert wrong == [], "use the name of tests/guards/aliases.py, or change it everywhere"


def test_the_list_of_aliases_names_modules_that_need_one() -> None:
    imported = {each.module.removeprefix("openmall.") for each in imports()}
    assert set(ALIASES) - imported == set(), "nobody imports it any more"
    assert [m for m, alias in ALIASES.items() if alias == m.rpartition(".")[2]] == []
    assert list(ALIASES) == sorted(ALIASES)


def test_modules_with_aliases_do_not_share_them() -> None:
    aliases = list(ALIASES.values())
    assert sorted(aliases) == sorted(set(aliases))
