"""`make generated ONLY=budgets`: counts the calls on both stores, writes `bench/budgets.tsv`.

With words, only calls of operations whose names contain one of them are counted, and those of all
flows; the others keep what is recorded.
"""

import argparse

from argon2 import PasswordHasher

from openmall.access import passwords
from openmall.database.statements import DialectName
from tests.budgets import budget_file
from tests.budgets.budget_file import Budgets
from tests.budgets.stages import Counted, counted_stage
from tests.budgets.typical_calls import FLOWS, operations

_STORES: tuple[DialectName, ...] = ("sqlite", "postgresql")


def main() -> None:
    """Parse the command line, count, write."""
    parser = argparse.ArgumentParser(prog="python -m tests.budgets", description=__doc__)
    parser.add_argument("words", nargs="*", help="parts of the names of operations")
    words = parser.parse_args().words
    passwords._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    recorded = budget_file.read() if words else {store: {} for store in _STORES}
    found = {store: _counted(store, words, recorded[store]) for store in _STORES}
    budget_file.FILE.write_text(budget_file.text_of(found), encoding="utf-8")
    for call, now in found["postgresql"].items():
        if call.partition(": ")[0] in FLOWS:
            one = found["sqlite"][call]
            print(
                f"{call}: {one.statements} statements, {one.pages_or_round_trips} pages, "
                f"{now.pages_or_round_trips} round trips on PostgreSQL"
            )


def _counted(store: DialectName, words: list[str], recorded: Budgets) -> Budgets:
    found: Budgets = {}
    with counted_stage(store) as stage:
        counted = Counted(stage)
        for flow in FLOWS:
            found |= {call: each.budget for call, each in counted.flow(flow).items()}
        for name, row in operations().items():
            if name in recorded and not any(word in name for word in words):
                found[name] = recorded[name]
            else:
                found[name] = counted.operation(row).budget
    return found


if __name__ == "__main__":
    main()
