"""The package's source files, parsed."""

import ast
import functools
import gc
import importlib
import pkgutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import openmall
from openmall import declarations
from openmall.commerce.customer import dependent_rows as customer_dependent_rows
from openmall.commerce.product import dependent_rows as product_dependent_rows
from openmall.database.statements import Statement

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "openmall"
LISTED_OPERATIONS = ("api", "listed_operations")


@dataclass(frozen=True, eq=False)
class Source:
    """One module of the package."""

    path: Path
    parts: tuple[str, ...]
    """Below the package: `("commerce", "product", "products", "store")`."""
    text: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree, in the order of `ast.walk`, which takes longer."""
        return tuple(ast.walk(self.tree))

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    def at(self, node: ast.AST) -> str:
        """Return where a node stands, and its line."""
        number: int = node.lineno  # type: ignore[attr-defined] # statements and expressions have
        return f"{self.name}:{number}: {self.text.splitlines()[number - 1].strip()}"


@functools.cache
def sources() -> tuple[Source, ...]:
    """Return every module of the package."""
    found = []
    gc.disable()  # or it would look through what is parsed, which is never garbage, again and again
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append(Source(path, parts, text, ast.parse(text)))
    gc.freeze()
    gc.enable()
    return tuple(found)


@functools.cache
def imported(source: Source) -> list[tuple[str, ast.AST]]:
    """Return the modules of the package a module imports, wherever in it: name, place."""
    found: list[tuple[str, ast.AST]] = []
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [(f"{node.module}.{alias.name}", node) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(alias.name, node) for alias in node.names]
    if source.parts == LISTED_OPERATIONS:
        # it imports by the names of the list of modules
        served = [name for name, *has in declarations.MODULES if set(has) - {declarations.DECLARES}]
        found += [(name, source.tree.body[-1]) for name in served]
    return [(name, node) for name, node in found if name.startswith("openmall.")]


@functools.cache
def import_all() -> None:
    """Import every module, so that every table and statement exists."""
    for module in pkgutil.walk_packages(openmall.__path__, "openmall."):
        if not module.name.endswith(("__main__", ".env")) and ".migrations." not in module.name:
            importlib.import_module(module.name)
    # built on first use, as they are made of the declarations of all tables
    customer_dependent_rows.by_member()
    customer_dependent_rows.by_cart()
    product_dependent_rows.by_product()


def all_objects() -> list[object]:
    """Return every object that the garbage collector knows, once every module is imported."""
    import_all()
    gc.unfreeze()  # where a test started an application, it took what there was out of the count
    gc.collect()  # nor does what a test made and dropped count
    found = gc.get_objects()
    gc.freeze()
    return found


@functools.cache
def statements() -> tuple[Statement, ...]:
    """Return every statement there is."""
    return tuple(each for each in all_objects() if isinstance(each, Statement))
