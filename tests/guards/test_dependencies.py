"""What pyproject.toml declares is what the program imports, and the other way round."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import distribution, distributions, packages_distributions

from tests.guards.sources import ROOT, sources

ONLY_READ = {"crawler-user-agents"}
"""Distributions of data: a file of theirs is read without an import."""
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_WITH_EXTRAS = re.compile(r"([A-Za-z0-9_.-]+)(\[[^]]+\])")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _declared() -> set[str]:
    """Return the distributions that the program or one of its extras requires."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    found = [*project["dependencies"], *(each for extra in extras for each in extra)]
    return {_normal(match[0]) for each in found if (match := _NAME.match(each))}


@cache
def _modules(name: str) -> frozenset[str]:
    """Return the modules that a distribution installs."""
    found = set()
    for file in distribution(name).files or ():
        if file.suffix in (".py", ".so"):
            parts = [*file.parts[:-1], file.name.partition(".")[0]]
            found.add(".".join(parts).removesuffix(".__init__"))
    return frozenset(found)


@cache
def _providers() -> dict[str, list[str]]:
    return dict(packages_distributions())


def _provider(names: list[str]) -> str:
    """Return the distribution of the first of `names` that is a module."""
    providers = sorted(set(_providers().get(names[0].partition(".")[0], ())))
    if len(providers) == 1:
        return _normal(providers[0])
    for name in names:  # several share a top package: opentelemetry
        for provider in providers:
            if name in _modules(provider):
                return _normal(provider)
    return f"no distribution for {names[-1]}"


def _imported() -> dict[str, str]:
    """Return the distributions whose modules the program imports, each with one place."""
    found: dict[str, str] = {}
    ours = {*sys.stdlib_module_names, "openmall"}
    for source in sources():
        for node in source.nodes:
            imports: list[list[str]] = []
            if isinstance(node, ast.Import):
                imports = [[alias.name] for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imports = [[f"{node.module}.{each.name}", node.module] for each in node.names]
            for names in imports:
                if names[0].partition(".")[0] not in ours:
                    found.setdefault(_provider(names), source.at(node))
    return found


def test_every_declared_dependency_is_imported() -> None:
    assert _declared() - set(_imported()) == ONLY_READ


def test_every_import_is_of_a_declared_dependency() -> None:
    """What another dependency happens to require goes when that one no longer does."""
    declared = _declared()
    assert {name: at for name, at in _imported().items() if name not in declared} == {}


def test_the_lock_has_every_declared_dependency_and_says_so() -> None:
    for lock in ("requirements.lock", "requirements-dev.lock"):
        blocks = re.findall(r"(?m)^(\S+)==.*\n((?:    .*\n)+)", (ROOT / lock).read_text())
        named = {
            name.split("[")[0] for name, block in blocks if "openmall (pyproject.toml)" in block
        }
        assert named == _declared(), lock


def test_the_lock_pins_extras_that_libraries_ask_for() -> None:
    """pip 23 does not take `coverage[toml]` from a pinned line of `coverage`.

    It looks for the newest version instead, which has no hash in the lock, so that the installation
    fails from the day of that release on.
    """
    lines = re.findall(
        r"(?m)^([a-z0-9._-]+)(\[[^]]+\])?==", (ROOT / "requirements-dev.lock").read_text()
    )
    pinned = {f"{name}{extras}" for name, extras in lines}
    installed = {_normal(each.name): each for each in distributions()}
    asked = {
        f"{_normal(match[1])}{match[2]}"
        for name, _ in lines
        if name in installed
        for required in installed[name].requires or ()
        if "extra ==" not in required and (match := _WITH_EXTRAS.match(required))
    }
    assert "coverage[toml]" in asked
    assert asked - pinned == set()
