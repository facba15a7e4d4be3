"""Registries are complete in any process: one list names every module with a declaration."""

import ast
import json
import subprocess
import sys

import pytest

from openmall import declarations
from openmall.api.registry import apis
from openmall.contract import events
from openmall.contract.crud import settings
from openmall.contract.hooks import Hook
from openmall.contract.operation import Operation
from openmall.database.schema import metadata
from tests.guards.sources import Source, import_all, sources

TABLES = {"shop_table", "installation_table"}
STRUCTS = {"Setting", "Event", "PurchaseRecords", "SubscriptionSales"}
READERS = {
    "metadata", "schema.metadata", "settings.kinds", "settings.kind_of", "events.kinds",
    "declarations.load",
}  # fmt: skip
"""What loads the list: on import it would meet modules that are half imported."""
ALL_TABLES_IN_ONE_MODULE = {"analytics.facts.tables": "the facts of analytics, which no store has"}

SHOW = """
import json
print(json.dumps([
    sorted(metadata().tables), sorted(settings.kinds()), sorted(events.kinds()),
    type(purchases.records()).__name__, type(subscription_sales.sales()).__name__,
]))
"""
IMPORT = {
    "metadata": "from openmall.database.schema import metadata",
    "settings": "from openmall.contract.crud import settings",
    "events": "from openmall.contract import events",
    "purchases": "from openmall.commerce.customer import purchases",
    "subscription_sales": "from openmall.commerce.personal.carts import subscription_sales",
}


def _called(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _module(source: Source) -> str:
    return f"openmall.{'.'.join(source.parts)}".removesuffix(".__init__")


def _declares(source: Source, structs: set[str]) -> bool:
    for node in source.nodes:
        if isinstance(node, ast.Call) and _called(node.func) in TABLES:
            return True
        if isinstance(node, ast.ClassDef) and structs & {_called(base) for base in node.bases}:
            return True
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef) and any(
            _called(each) == "register" for each in node.decorator_list
        ):
            return True
    return False


def _structs() -> set[str]:
    """Return the names of the structs that inherit a registered one, over any number of steps."""
    found = set(STRUCTS)
    while True:
        more = {
            node.name
            for source in sources()
            for node in source.nodes
            if isinstance(node, ast.ClassDef) and found & {_called(base) for base in node.bases}
        }
        if more <= found:
            return found
        found |= more


def test_the_list_names_every_module_that_declares_something_and_no_other() -> None:
    structs = _structs()
    declaring = {_module(source) for source in sources() if _declares(source, structs)}
    marked = {name for name, *has in declarations.MODULES if declarations.DECLARES in has}
    assert declaring - marked == set(), "write `declares` in its row of declarations.py"
    assert marked - declaring == set(), "it declares nothing"


def test_a_module_has_one_row() -> None:
    names = [name for name, *_ in declarations.MODULES]
    assert len(names) == len(set(names))
    alone = [name for name, *has in declarations.MODULES if has == [declarations.DECLARES]]
    order = "rows of declarations.py without operations stand last, sorted"
    assert alone == sorted(alone), order
    assert names[-len(alone) :] == alone, order


def test_every_list_of_operations_is_in_an_api() -> None:
    found = {
        (_module(source), target.id)
        for source in sources()
        for node in source.tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id in ("OPERATIONS", "FRONT_OPERATIONS")
    }
    served = apis()
    names = [each.name for each in (*served.all, *served.own)]
    listed = [each for name in names for each in declarations.with_operations(name)]
    assert found - set(listed) == set(), "name its API in its row of declarations.py"
    assert set(listed) - found == set(), "it has no such list"
    assert len(listed) == len(set(listed)), "an operation is served by one API"
    named = {each.partition(":")[0] for _, *has in declarations.MODULES for each in has} - {
        declarations.DECLARES
    }
    assert named == set(names), "no API has this name"


def test_the_apis_consist_of_operations() -> None:
    served = apis()
    operations = [each for api in (*served.all, *served.own) for each in api.operations]
    assert len(operations) > 600
    assert {type(each) for each in operations} == {Operation}


def test_tables_are_declared_with_the_words_of_the_schema_alone() -> None:
    made = {
        ".".join(source.parts)
        for source in sources()
        if "migrations" not in source.parts
        for node in source.nodes
        if isinstance(node, ast.Call) and _called(node.func) in {"Table", "MetaData"}
    }
    # the rest are tables printed on a terminal
    made = {each for each in made if not each.startswith("cli.")}
    assert made == {"database.schema", *ALL_TABLES_IN_ONE_MODULE}


def test_a_function_is_registered_for_every_hook() -> None:
    import_all()
    hooks = {
        hook.name: hook
        for name, module in list(sys.modules.items())
        if name.startswith("openmall.")
        for hook in vars(module).values()
        if isinstance(hook, Hook)
    }
    assert len(hooks) > 1
    assert [name for name, hook in hooks.items() if not hook.is_registered] == []


@pytest.mark.parametrize("first", IMPORT)
def test_a_process_that_imported_a_registry_alone_sees_all_of_each(first: str) -> None:
    lines = [IMPORT[first], *(line for name, line in IMPORT.items() if name != first), SHOW]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    import_all()
    everything = [sorted(metadata().tables), sorted(settings.kinds()), sorted(events.kinds())]
    assert json.loads(done.stdout) == [*everything, "PurchasesInOrders", "RuledSales"]
    assert len(everything[0]) > 100
    assert "ChatappProfile" in everything[1]


def test_no_two_settings_are_kept_under_one_name() -> None:
    import_all()
    named = [kind.__name__ for kind in settings.Setting.__subclasses__()]
    assert sorted(named) == sorted(settings.kinds())


def test_no_registry_is_read_on_import() -> None:
    wrong = [
        source.at(node)
        for source in sources()
        for node in _on_import(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in READERS
    ]
    assert wrong == []


def _on_import(node: ast.AST) -> list[ast.AST]:
    """Return what of a module is carried out when it is imported."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        found += [child, *_on_import(child)]
    return found
