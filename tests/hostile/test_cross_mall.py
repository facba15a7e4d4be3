"""From one mall nothing of another is seen or changed, whatever an operation is told it is about.

Three ways to try, on every operation of every API: one's own token at the other's address; what is
theirs in the path, at one's own; what is theirs in any parameter that names something.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.every_operation import examples
from tests.every_operation.operation_calls import least, outcome, rows, send, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.hostile import two_malls
from tests.world import Stage, World

pytestmark = pytest.mark.one_store

REFUSED = (401, 403, 404)
OF_SOMETHING = {"payment_no", "name"}
"""Parts of a path that name something within what stands before them, as every mall calls it."""
IDS = ("_no", "_id", "_code", "_nos", "_ids", "_codes", "_list")
"""How parameters end that name things."""
_AT_ONCE = 25
"""Operations after which the victim's rows are looked at."""


class Trial(NamedTuple):
    """One operation, and what each of the two would send to it."""

    row: Row
    path: Values
    values: Values
    their_path: Values
    their_values: Values


def naming(row: Row) -> list[str]:
    """Return an operation's parameters, beside those of its path, that name something."""
    return [
        name
        for name in row[1].fields
        if name.endswith(IDS) and name not in row[1].placeholders and name != "shop_no"
    ]


def tries() -> int:
    """Return how many calls this suite makes."""
    found = two_malls.called()
    paths = sum(two_malls.reaches(row[1]) for row in found)
    partner = sum(row[0].name == "partner" for row in every_row())
    return len(found) + paths + sum(len(naming(row)) for row in found) + partner


class Victim:
    """The victim: everything it has, and whether that is still so."""

    def __init__(self, world: World, other: World) -> None:
        self.world = world
        self.before = rows(world)
        self.words = two_malls.kept(self.before) - two_malls.kept(rows(other)) - two_malls.ours()
        self.columns = two_malls.columns(self.before)

    def told(self, text: str, sent: Any) -> set[str]:
        """Return what of the victim's stands in an answer, and was not in what was sent.

        The code of an order's item follows from the number of the order, that of a variant from its
        product's.
        """
        said = repr(sent)
        return {
            each
            for each in two_malls.said(text) & self.words
            if each not in said
            and (each.rpartition("-")[0] or each) not in said
            and (each[:-4] or each) not in said
        }


def _made(stage: Stage, thief: World) -> tuple[World, list[Trial]]:
    own = {}
    for row in two_malls.called():
        stage.forget_counts()
        path = things(thief, row[1])
        own[named(row)] = (path, least(thief, row[1], path))
    victim = two_malls.victim(stage, thief)
    trials = []
    for row in two_malls.called():
        stage.forget_counts()
        path = things(victim, row[1])
        trials.append(Trial(row, *own[named(row)], path, least(victim, row[1], path)))
    return victim, trials


def _value(row: Row, name: str, theirs: Any) -> Any:
    """Return what is theirs as a parameter of an operation takes it."""
    shape = examples.valid(row[1].fields[name].type)
    if isinstance(shape, list):
        inner = shape[0] if shape else theirs
        return [theirs] if not isinstance(inner, dict) else [_nested(inner, theirs)]
    return _nested(shape, theirs) if isinstance(shape, dict) else theirs


def _nested(shape: Values, theirs: Any) -> Values:
    return {key: theirs if key.endswith(IDS) else value for key, value in shape.items()}


def test_nothing_of_another_mall_is_seen_or_changed(stage: Stage, world: World) -> None:
    # given two malls with some of everything
    victim, trials = _made(stage, world)
    watched = Victim(victim, world)
    assert watched.told(victim.call("GET", "products").text, "")
    wrong: list[Any] = []
    made = 0
    # when whoever is in one tries everything they can say of the other's
    for reached in (_at_their_address, _in_the_path, _named):
        for at, trial in enumerate(trials):
            for status, told in reached(victim, world, watched, trial):
                made += 1
                # a parameter may be refused or mean nothing: one may call one's own alike
                refused = status in REFUSED or (reached is _named and status < 500)
                if told or not refused:
                    wrong.append((named(trial.row), reached.__name__, status, told))
            if at % _AT_ONCE == _AT_ONCE - 1 or at == len(trials) - 1:
                tried = [named(each.row) for each in trials[: at + 1]][-_AT_ONCE:]
                assert rows(victim) == watched.before, (reached.__name__, tried)
    # then nothing was told, nothing is changed, and what was asked for was not there
    assert wrong == []
    partner = [row for row in every_row() if row[0].name == "partner"]
    for row in partner:
        # the victim takes no part in the programme
        assert watched.told(send(victim, row, {}, {}).text, "") == set()
    assert made + len(partner) == tries()


Found = Iterator[tuple[int, set[str]]]
"""Status of an answer, and what of the victim's stands in it."""


def _at_their_address(victim: World, thief: World, watched: Victim, trial: Trial) -> Found:
    victim.stage.forget_counts()
    nobody = {"X-Openmall-Session": ""}
    values, path = trial.their_values, trial.their_path
    answer = send(victim, trial.row, values, path, app=thief.full, headers=nobody)
    yield answer.status_code, watched.told(answer.text, "")


def _in_the_path(victim: World, thief: World, watched: Victim, trial: Trial) -> Found:
    for path in two_malls.reach(trial.row[1], trial.path, trial.their_path):
        victim.stage.forget_counts()
        changed = {name for name in path if path[name] != trial.path[name]}
        answer = send(thief, trial.row, trial.values, path)
        # what is called alike everywhere names one's own
        status = outcome(answer)[0] if changed - OF_SOMETHING else 404
        yield status, watched.told(answer.text, path)


def _named(victim: World, thief: World, watched: Victim, trial: Trial) -> Found:
    said: list[Values] = []
    for name in naming(trial.row):
        victim.stage.forget_counts()
        theirs = _value(trial.row, name, watched.columns.get(name, two_malls.AHEAD + 1))
        sent = {**trial.values, name: theirs}
        answer = send(thief, trial.row, sent, trial.path)
        # what was written by an earlier try is answered by the later ones
        said.append(sent)
        yield answer.status_code, watched.told(answer.text, (said, trial.path))
