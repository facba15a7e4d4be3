"""A handler gets a frozen call, and nothing leads from it to what the pipeline keeps."""

import ast
from collections.abc import Iterable, Iterator

from openmall.contract.call import Call, Effects
from openmall.contract.call_state import CallState
from tests.guards.sources import Source, imported, sources

FORCES = ("setattr", "force_setattr", "__setattr__")
FORCED_IN = {("contract", "call"), ("contract", "call_state")}
"""Modules that may set attributes of a frozen call."""
CHOOSES = ("api", "pipeline", "parsing")
"""The module that sets the shop of a call by its parameters."""
STATE = "openmall.contract.call_state"
KEEP_STATE = (
    ("api", "pipeline"),
    ("contract", "call_state"),
    ("contract", "journal"),
    ("commerce", "undo", "recording"),
)
"""Packages and modules of the pipeline: what it does around a handler and in its transaction."""


def _assigned(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.Attribute]:
    """Yield assignments to an attribute, also those of loops, blocks and unpacked values."""
    for node in nodes:
        if not isinstance(node, ast.Attribute) or isinstance(node.ctx, ast.Load):
            continue
        if node.attr == name and ast.unparse(node.value) != "self":
            yield node


def _forced(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield what sets an attribute of a call by its name."""
    for node in nodes:
        if isinstance(node, ast.Call) and node.args:
            function = ast.unparse(node.func).rpartition(".")[2]
            if function in FORCES and "call" in ast.unparse(node.args[0]).lower():
                yield node


def _keeps_state(source: Source) -> bool:
    return any(source.parts[: len(each)] == each for each in KEEP_STATE)


def test_every_kind_of_assignment_is_seen() -> None:
    tree = ast.parse("""
call.shop_no = 1
call.db, call.shop_no = db, 1
before, self._call.shop_no = self._call.shop_no, 2
for call.shop_no, shop in shops: pass
with f() as call.shop_no: pass
call.shop_no += 1
self.shop_no = call.shop_no
found = [call.shop_no for each in shops]
structs.force_setattr(self._call, "db", db)
setattr(call, name, 1)
force_setattr(item, "quantity", 1)
""")
    seen = {node.lineno for node in _assigned(ast.walk(tree), "shop_no")}
    forced = [ast.unparse(node) for node in _forced(ast.walk(tree))]

    assert seen == {2, 3, 4, 5, 6, 7}
    assert forced == ["structs.force_setattr(self._call, 'db', db)", "setattr(call, name, 1)"]


def test_a_call_changes_its_shop_for_a_block_alone() -> None:
    found = [
        source.at(node)
        for source in sources()
        if source.parts != CHOOSES
        for node in _assigned(source.nodes, "shop_no")
    ]
    assert found == [], "with call.in_shop(shop_no): restores it"


def test_nothing_sets_attributes_of_a_frozen_call() -> None:
    found = [
        source.at(node)
        for source in sources()
        if source.parts not in FORCED_IN
        for node in _forced(source.nodes)
    ]
    assert found == [], "call.on(db), call.in_shop(shop_no), call.sign_in(...), or a new Call(...)"


def test_the_state_of_a_call_is_of_the_pipeline_alone() -> None:
    found = [
        source.at(place)
        for source in sources()
        if not _keeps_state(source)
        for name, place in imported(source)
        if name.startswith(STATE)
    ]
    assert found == [], "handlers get a Call"


def test_no_name_of_a_call_leads_to_its_state() -> None:
    kept = {name for name in CallState.__slots__ if name != "call"}
    assert kept.isdisjoint({*dir(Call), *dir(Effects)})
    annotations = {**Call.__annotations__, **Effects.__annotations__}
    assert [name for name, kind in annotations.items() if "CallState" in repr(kind)] == []
