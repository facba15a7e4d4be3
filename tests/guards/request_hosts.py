"""Where the package reads the host or origin of a request, and what docs/hosts.md says of it.

`python -m tests.guards.request_hosts` prints the rows whose number of places changed.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from tests.guards.sources import PACKAGE, ROOT, sources

PAGE = ROOT / "docs" / "hosts.md"
NO_REQUEST = {
    "configuration", "options", "line", "spec", "referrers", "parsed", "address_", "opened", "url",
    "requests", "asked", "_I",
}  # fmt: skip
"""What has a `host` or an `origin` that is no request's: settings, lines of orders, addresses that
were parsed, modules."""
OWN = {"configuration.py"}
"""Modules whose `self` is no request."""
NAMES = {b"host", b"x-forwarded-host"}
_ROW = re.compile(r"^\| `([\w/.]+\.py)` \| (\d+) \| (\S.*?) \|$", re.MULTILINE)


def places() -> dict[str, int]:
    """Return module -> number of places where it reads the host or origin of a request."""
    found: Counter[str] = Counter()
    for source in sources():
        name = str(source.path.relative_to(PACKAGE))
        found[name] += sum(1 for node in source.nodes if _reads(node, name))
    return {name: number for name, number in sorted(found.items()) if number}


def _reads(node: ast.AST, module: str) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bytes) and node.value in NAMES
    if not isinstance(node, ast.Attribute) or node.attr not in ("origin", "host"):
        return False
    if not isinstance(node.ctx, ast.Load):
        return False
    of = ast.unparse(node.value).rpartition(".")[2]
    return of not in NO_REQUEST and not (of == "self" and module in OWN)


def documented() -> dict[str, tuple[int, str]]:
    """Return module -> number of places, and why each is safe, as the page has them."""
    text = PAGE.read_text(encoding="utf-8")
    return {name: (int(number), why) for name, number, why in _ROW.findall(text)}


def _changed() -> Iterator[str]:
    said = documented()
    for name, number in places().items():
        if said.get(name, (0, ""))[0] != number:
            yield f"| `{name}` | {number} | {said.get(name, (0, 'WHY'))[1]} |"


if __name__ == "__main__":
    print("\n".join(_changed()))
