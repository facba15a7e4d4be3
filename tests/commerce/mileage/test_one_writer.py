"""Only the ledger writes what customers have: whoever writes it elsewhere forgets the ledger."""

import importlib
import pkgutil
import re

import openmall
from openmall.commerce.customer.customers import balance_store as balances
from openmall.commerce.mileage.entries import account
from openmall.database.statements import Statement
from tests.guards.sources import sources

_WRITES = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (customer_balance|mileage_entry)\b")


def test_only_two_files_write_balances_and_their_ledger() -> None:
    writers = set()
    for module in pkgutil.walk_packages(openmall.__path__, "openmall."):
        if "migrations" in module.name or "__main__" in module.name:
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Statement) and _WRITES.match(value.on("sqlite").sql):
                writers.add(module.name)

    assert writers == {balances.__name__, "openmall.commerce.mileage.entries.store"}


def test_only_the_account_keeps_a_balance() -> None:
    keeping = {".".join(source.parts) for source in sources() if "balances.locked(" in source.text}

    assert {f"openmall.{name}" for name in keeping} == {account.__name__}
