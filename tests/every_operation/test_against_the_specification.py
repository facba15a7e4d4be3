"""The registry says what the transcribed specification says, row by row and cell by cell."""

from collections import Counter
from collections.abc import Iterable
from fnmatch import fnmatchcase

from openmall.contract.portable_patterns import SPACES
from openmall.pages.reference import specification
from tests.every_operation import registry_rows
from tests.every_operation.registry_rows import (
    ADDED_BY,
    NOT_SPECIFIED,
    OPERATION_KEY,
    PARAMETER_KEY,
)
from tests.every_operation.specification_differences import DIFFERENCES, MORE


def _matches(pattern: str, text: str) -> bool:
    # in a path `[` and `{` are letters; only `*` means any
    return fnmatchcase(text, pattern.replace("[", "[[]"))


def _row(key: tuple[str, ...]) -> str:
    return " ".join(key[:3])


def test_every_operation_is_a_row_of_the_transcription_and_the_other_way_round() -> None:
    ours = registry_rows.operations()
    theirs = registry_rows.transcribed("operations.tsv", OPERATION_KEY)
    assert ours.keys() - theirs.keys() == set(), (
        f"write their rows in spec/operations.tsv; {ADDED_BY}"
    )
    assert theirs.keys() - ours.keys() == set(), "no API has them"
    wrong = {
        f"{_row(key)}: {column}": (ours[key][column], said)
        for key in sorted(ours)
        for column, said in theirs[key].items()
        if ours[key][column] != said
    }
    assert wrong == {}, "openmall, then spec/operations.tsv"


def test_every_parameter_is_in_both_or_refused() -> None:
    ours = registry_rows.parameters().keys()
    theirs = registry_rows.transcribed("parameters.tsv", PARAMETER_KEY).keys()
    refused = set(registry_rows.refused(theirs))
    ignored = sorted(theirs - ours - refused)
    assert ignored == [], "give them an effect, or name them in `refuses` of the operation"
    assert sorted(ours & refused) == []
    more = [
        f"{_row(key)} {key[3]}"
        for key in sorted(ours - theirs)
        if not any(_matches(row, _row(key)) and _matches(name, key[3]) for row, name in MORE)
    ]
    assert more == [], f"write their rows in spec/parameters.tsv; {ADDED_BY}; {NOT_SPECIFIED}"


def test_what_is_refused_is_a_parameter_of_the_specification() -> None:
    theirs = registry_rows.transcribed("parameters.tsv", PARAMETER_KEY).keys()
    named = {
        (api.name, operation.method, operation.path, name)
        for api, operation in registry_rows.every_row()
        for name in operation.refuses
    }
    assert sorted(named - theirs) == []


def test_the_count_of_coverage_counts_parameters() -> None:
    theirs = registry_rows.transcribed("parameters.tsv", PARAMETER_KEY).keys()
    refused = registry_rows.refused(theirs)

    def counted(keys: Iterable[tuple[str, ...]]) -> Counter[tuple[str, str]]:
        return Counter((key[0], specification.normalized(f"{key[1]} {key[2]}")) for key in keys)

    parameters, without_effect = counted(theirs), counted(refused)
    wrong = {
        f"{each.api} {each.operation_name}": (parameters[row], without_effect[row])
        for each in specification.operations()
        if (row := (each.api, specification.normalized(each.operation_name)))
        and (each.parameters, each.without_effect) != (parameters[row], without_effect[row])
    }
    assert wrong == {}, "src/openmall/pages/reference/specified.csv has other numbers"


def test_every_cell_of_every_parameter_agrees() -> None:
    ours = registry_rows.parameters()
    theirs = registry_rows.transcribed("parameters.tsv", PARAMETER_KEY)
    wrong = {
        f"{_row(key)} {key[3]}: {column}": (ours[key][column], said)
        for key in sorted(ours.keys() & theirs.keys())
        for column, said in theirs[key].items()
        if _portable(ours[key][column]) != _portable(said) and not explained(key, column)
    }
    assert wrong == {}, "openmall, then the specification"


def _portable(said: str) -> str:
    """Return a cell in one spelling: what is white space, and quotation marks that are escaped."""
    return said.replace(SPACES, r"\s").replace(r"\"", '"')


def explained(key: tuple[str, ...], column: str) -> bool:
    """Say whether a cell differs from the specification on purpose."""
    return any(
        _matches(row, _row(key)) and _matches(name, key[3]) and where == column
        for row, name, where in DIFFERENCES
    )


def test_no_explained_difference_has_gone_stale() -> None:
    ours = registry_rows.parameters()
    theirs = registry_rows.transcribed("parameters.tsv", PARAMETER_KEY)
    differing = [
        (_row(key), key[3], column)
        for key in ours.keys() & theirs.keys()
        for column, said in theirs[key].items()
        if ours[key][column] != said
    ]
    stale: list[tuple[str, ...]] = [
        known
        for known in DIFFERENCES
        if not any(all(map(_matches, known, cell)) for cell in differing)
    ]
    more = ours.keys() - theirs.keys()
    stale += [
        (row, name)
        for row, name in MORE
        if not any(_matches(row, _row(key)) and _matches(name, key[3]) for key in more)
    ]
    assert stale == []
