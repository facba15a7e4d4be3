"""No pattern of the program takes longer than in proportion to the text, whatever the text is.

Each is tried as the program uses it: what is only matched from the beginning is not searched for.
"""

import ast
import functools
import gc
import json
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from msgspec import inspect

from openmall.contract.fields import Field, fields_of
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import ROOT, import_all, sources

pytestmark = pytest.mark.one_store

SHORT = 4 * 1024
TINY = 512
"""Characters as many times fewer than SHORT as LONG has more."""
LONG = 32 * 1024
"""Characters: enough to tell a square from a proportion; the listener takes three times as many."""
MOST_GROWTH = 20
"""Times as long as SHORT may LONG take; in proportion it is 8, with the square 64."""
NOTHING = 0.004
"""Seconds for LONG, below which how much it grew cannot be measured, and need not be."""
UNITS = (
    "a", "1", " ", ".", "-", "/", "'", '"', "\\", "(", "<", "[", "%2", "a@", "a@1.", "a.", "1-",
    "a ", "0,", "A1", "=", "=a;", ";q=", " - at `$", "가", "\t\n",
)  # fmt: skip
SEAMS = [
    (before, seam, after)
    for before in ("a", "1", "/a")
    for seam in ("@", "=", " ", ".")
    for after in ("1.", "a.", " ")
]
"""Half a text of one kind, and half of another behind it: what the first finds fails at its end."""
ENDS = ("!", "@", "\0\n")
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer"}
OF_LIBRARIES = {".*", ">"}
"""Patterns that libraries compile, and that happen to be texts of the program."""
METHODS = {"match", "fullmatch"} | SEARCHES
Pattern = re.Pattern[Any]
Uses = dict[Pattern, set[str]]


@functools.cache
def declared() -> Uses:
    """Return every pattern that a parameter declares: it is searched for."""
    found: Uses = {}
    for _, operation in every_row():
        for field in operation.fields.values():
            for pattern in _patterns(field):
                found[re.compile(pattern)] = {"search"}
    return found


def _patterns(field: Field) -> Iterator[str]:
    kind = field.type
    kinds = list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]
    for each in kinds:
        inner = each.item_type if isinstance(each, inspect.ListType) else each
        while isinstance(inner, inspect.Metadata):
            inner = inner.type
        if isinstance(inner, inspect.StrType) and inner.pattern:
            yield inner.pattern
        if isinstance(inner, inspect.StructType):
            for below in fields_of(inner.cls).values():
                yield from _patterns(below)


@functools.cache
def written() -> Uses:
    """Return every pattern that the program compiles, and what it does with it."""
    import_all()
    uses = _uses()
    found: Uses = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != "openmall":
            continue
        for called, value in vars(module).items():
            if isinstance(value, re.Pattern):
                where = name if called.startswith("_") else ""
                found.setdefault(value, set()).update(uses.get((where, called), ()))
            else:
                for inner in _held(value):
                    # taken out of what holds it: nobody says by which name
                    found.setdefault(inner, set()).update(METHODS)
    for pattern, method in _spelled():
        found.setdefault(re.compile(pattern), set()).add(method)
    return found


def _held(value: Any, depth: int = 3) -> Iterator[Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        yield from _held([*value.values()], depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset) and len(value) < 1_000:
        for each in value:
            yield from _held(each, depth - 1)
    elif depth and hasattr(value, "__struct_fields__") and not isinstance(value, type):
        for each in value.__struct_fields__:
            yield from _held(getattr(value, each, None), depth - 1)


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call with the module that it is in."""
    for source in sources():
        module = ".".join(["openmall", *source.parts]).removesuffix(".__init__")
        for node in source.nodes:
            if isinstance(node, ast.Call):
                yield module, node


def _uses() -> dict[tuple[str, str], set[str]]:
    """Return what is done with what is called so: in a module, and with "" wherever it is."""
    found: dict[tuple[str, str], set[str]] = {}

    def used(module: str, name: Any, methods: set[str]) -> None:
        for where in (module, ""):
            found.setdefault((where, name), set()).update(methods)

    for module, call in _calls():
        owner, method = _owner(call)
        if method in METHODS:
            used(module, _name(owner), {method})
        elif owner is None or _name(owner) != "re":
            for given in call.args:
                owner, method = _owner_of(given)
                if method in METHODS:  # `filter(PATTERN.fullmatch, texts)`
                    used(module, _name(owner), {method})
                else:  # what a function does with a pattern is not followed
                    used(module, _name(given), METHODS)
    return found


def _owner(call: ast.Call) -> tuple[ast.expr | None, str]:
    """Return what a method is called on, and its name; of functions None."""
    return _owner_of(call.func)


def _owner_of(method: ast.expr) -> tuple[ast.expr | None, str]:
    if isinstance(method, ast.Attribute):
        return method.value, method.attr
    return None, ""


def _name(node: ast.AST | None) -> str | None:
    return getattr(node, "id", getattr(node, "attr", None))


def _spelled() -> Iterator[tuple[Any, str]]:
    """Yield the patterns that are written where they are used."""
    for _, call in _calls():
        owner, method = _owner(call)
        if isinstance(owner, ast.Name) and owner.id == "re" and method in METHODS:
            pattern = call.args[0]
            if isinstance(pattern, ast.Constant):
                yield pattern.value, method


@functools.cache
def compiled() -> frozenset[str]:
    """Return the patterns that importing the program compiles, also those of structs' types.

    In a process of its own: what tests compile may happen to be a text of the program.
    """
    printing = (
        "from tests.hostile import test_patterns as own; own.written(); "
        "print(own.json.dumps(sorted(own.alive())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", printing], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return frozenset(json.loads(done.stdout)) - OF_LIBRARIES


def alive() -> set[str]:
    """Return the texts of the program that this process has compiled as patterns."""
    gc.unfreeze()
    re.purge()  # the cache of `re` holds what is compiled and let go
    gc.collect()
    constants = {
        node.value
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Constant)
    }
    held = (each.pattern for each in gc.get_objects() if isinstance(each, re.Pattern))
    return {each for each in held if isinstance(each, str) and each in constants}


@functools.cache
def patterns() -> Uses:
    """Return all of them."""
    found = dict(declared())
    for pattern, methods in written().items():
        found[pattern] = found.get(pattern, set()) | methods
    known = {each.pattern for each in found}
    # those of structs that no operation declares: msgspec searches for them
    found.update({re.compile(each): {"search"} for each in compiled() - known})
    return found


def texts(length: int) -> Iterator[str]:
    """Yield what patterns are shown."""
    for unit in UNITS:
        for end in ENDS:
            yield unit * (length // len(unit)) + end
    for before, seam, after in SEAMS:
        half = length // 2
        text = before * (half // len(before)) + seam + after * (half // len(after))
        yield from (text + end for end in ENDS)


def tries() -> int:
    """Return how many texts each pattern is shown."""
    return len(patterns()) * len(list(texts(100)))


def _tried(pattern: Pattern, methods: Iterable[str]) -> list[Callable[[Any], Any]]:
    """Return what is done with a pattern; to replace and to split, it is found again and again."""
    made: list[Callable[[Any], Any]] = []
    if not SEARCHES.isdisjoint(methods):
        made.append(lambda text: deque(pattern.finditer(text), maxlen=0))
    made += [getattr(pattern, each) for each in ("match", "fullmatch") if each in methods]
    return made


def _seconds(work: Callable[[Any], Any], text: Any) -> float:
    started = time.process_time()
    work(text)
    return time.process_time() - started


def _grows(work: Callable[[Any], Any], short: Any, long: Any) -> bool:
    """Say whether `work` takes more than in proportion: whenever it is tried.

    On a busy machine, which shares its caches, a single measurement is often several times too
    long; what grows with the square does so each time.
    """
    for _ in range(6):
        before = _seconds(work, short)
        if before < NOTHING / MOST_GROWTH:
            return False
        if _seconds(work, long) < MOST_GROWTH * max(before, NOTHING / MOST_GROWTH):
            return False
    return True


def test_the_time_a_pattern_takes_grows_with_the_text_and_not_with_its_square() -> None:
    shown = list(zip(texts(TINY), texts(SHORT), texts(LONG), strict=True))
    encoded = [tuple(text.encode() for text in row) for row in shown]
    slow = set()
    for pattern, methods in patterns().items():
        of_kind: Any = shown if isinstance(pattern.pattern, str) else encoded
        for work in _tried(pattern, methods):
            for tiny, short, long in of_kind:
                # what grows at once would take LONG for minutes
                if _grows(work, tiny, short) or _grows(work, short, long):
                    slow.add((pattern.pattern, short[:4], short[-4:]))
                    break
    assert slow == set()


def test_what_grows_with_the_square_is_seen() -> None:
    text, word = "a" * SHORT, re.compile(r"[^\s@]+@[^\s@]+\.[A-Za-z]{2,}")
    [search] = _tried(word, {"sub"})

    assert _grows(search, text[: SHORT // 8], text[: SHORT // 8 * 6])


def test_the_patterns_are_found() -> None:
    assert len(declared()) > 10
    assert len(written()) > 30
    assert len(compiled()) > 250


def test_what_is_done_with_a_pattern_is_known() -> None:
    assert {pattern.pattern for pattern, methods in patterns().items() if not methods} == set()
