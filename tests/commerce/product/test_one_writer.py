"""Only the room of stock writes quantities: whoever writes one elsewhere forgets the ledger."""

import importlib
import pkgutil
import re

import openmall
from openmall.database.statements import Statement

_ADDS = re.compile(r"INSERT INTO variant\b")
_SETS = re.compile(r"UPDATE variant SET (?P<fields>.*) WHERE", re.DOTALL)


def writes_quantity(sql: str) -> bool:
    changed = _SETS.match(sql)
    return bool(_ADDS.match(sql) or (changed and re.search(r"\bquantity=", changed["fields"])))


def test_only_the_room_of_stock_writes_quantities() -> None:
    writers = set()
    for module in pkgutil.walk_packages(openmall.__path__, "openmall."):
        if "migrations" in module.name or "__main__" in module.name:
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, Statement) and writes_quantity(value.on("sqlite").sql):
                writers.add((module.name, name))

    room = "openmall.commerce.product.stock.store"
    assert writers == {(room, "_ADD"), (room, "_SET")}
