"""The package's source files, parsed."""

import ast
import functools
import gc
import importlib
import pkgutil
from pathlib import Path
from typing import NamedTuple

import openmall
from openmall.commerce.customer import dependent_rows as customer_dependent_rows
from openmall.commerce.product import dependent_rows as product_dependent_rows
from openmall.database.statements import Statement

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "openmall"


class Source(NamedTuple):
    """One module of the package."""

    path: Path
    parts: tuple[str, ...]
    """Below the package: `("commerce", "product", "products", "store")`."""
    text: str
    tree: ast.Module

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
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append(Source(path, parts, text, ast.parse(text)))
    return tuple(found)


def imported(source: Source) -> list[tuple[str, ast.AST]]:
    """Return the modules of the package a module imports, wherever in it: name, place."""
    found: list[tuple[str, ast.AST]] = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [(f"{node.module}.{alias.name}", node) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(alias.name, node) for alias in node.names]
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


def statements() -> list[Statement]:
    """Return every statement there is."""
    import_all()
    gc.unfreeze()  # where a test started an application, it took what there was out of the count
    gc.collect()  # nor does what a test made and dropped count
    return [each for each in gc.get_objects() if isinstance(each, Statement)]
