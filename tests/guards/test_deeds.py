"""The deeds of forms: what a page has a button for is declared, and read as its reader gave it."""

import ast
import re
import sys
from collections.abc import Iterator

import pytest

from openmall.access.oauth.form_deeds import FIELDS, Deeds
from openmall.contract.errors import Malformed
from tests.guards.sources import PACKAGE, import_all, sources

_NAMED = re.compile(rf"""name="({"|".join(FIELDS)})"\s+value="([^"{{}}%]+)\"""")
_ROOMS = {
    "backoffice": ("pages/backoffice",),
    "console": ("pages/console",),
    "operator": ("pages/operator",),
    "shop": ("pages/sampleshop", "commerce/design/themes"),
    "oauth": ("access/oauth",),
}
"""Pages that are answered by the same modules -> their folders."""
_TAKES_AWAY = re.compile(
    r"(remove|delete|cancel|end|reset|reject|refuse|clear|withdraw|revoke|leave|off|un\w+)\b"
)


def _declared(folders: tuple[str, ...]) -> Iterator[tuple[str, Deeds]]:
    """Yield the deeds that modules of these folders declare, by the names of constants."""
    import_all()
    for name, module in sorted(sys.modules.items()):
        path = name.removeprefix("openmall.").replace(".", "/")
        if name.startswith("openmall.") and path.startswith(folders):
            for constant, value in vars(module).items():
                if isinstance(value, Deeds):
                    yield f"{name}.{constant}", value


def test_a_deed_is_read_as_the_reader_of_forms_has_admitted_it() -> None:
    """`form.deed` is one of those that a page declares; a bare field is whatever was sent."""
    wrong = [
        source.at(node)
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("text", "texts", "octets", "required")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value in FIELDS
    ]

    assert wrong == []


def test_every_deed_of_a_template_is_declared() -> None:
    for room, folders in _ROOMS.items():
        declared = [deeds for _, deeds in _declared(folders)]
        wrong = [
            (path.name, deed)
            for folder in folders
            for path in sorted((PACKAGE / folder).rglob("*.html"))
            for _, deed in _NAMED.findall(path.read_text())
            if not any(deeds.admit(deed) for deeds in declared)
        ]
        assert wrong == [], room
        assert declared, room


def test_a_form_that_says_no_deed_takes_nothing_away() -> None:
    every = [each for folders in _ROOMS.values() for each in _declared(folders)]
    wrong = [name for name, deeds in every if deeds.without and _TAKES_AWAY.match(deeds.without)]

    assert wrong == []
    assert len(every) > 60


def test_deeds_are_admitted_exactly_or_by_their_beginning() -> None:
    deeds = Deeds("save", "add:*", without="save")

    assert deeds.chosen(["", ""]) == "save"
    assert deeds.chosen(["add:7", ""]) == "add:7"
    for sent in (["add"], ["Save"], ["saves"], ["delete"], ["save", "add:7"]):
        with pytest.raises(Malformed):
            deeds.chosen(sent)
    with pytest.raises(Malformed):
        Deeds("approve", "reject").chosen([""])
