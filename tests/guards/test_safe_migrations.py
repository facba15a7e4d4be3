"""A migration is done while programs of before it serve, or its name says that it is not."""

import ast
from pathlib import Path
from typing import Any

import pytest

from openmall.database import baseline, phases
from tests.database.release_store import LAST

VERSIONS = phases.MIGRATIONS / "versions"
REQUIRED = (
    "add_column: older programs do not fill a column that is NOT NULL without a default. Declare it"
    " with `later=True` or `null=True`, and add the line that test_migrations.py prints then"
)
INDEX = "create_index: add_index() of database/online_ddl.py does not hold writes up"
REMOVES = (
    "{}: a migration only adds. A removal is a file of its own, <number>_contract_<what>.py; what"
    " needs a standstill is <number>_standstill_<why>.py"
)
ADDS = {
    "create_table", "add_column", "create_index", "f", "get_context", "get_bind", "bulk_insert",
}  # fmt: skip
"""What a migration that only adds may do with `op`; indexes only of tables that it makes itself,
which it may fill with what it reads."""


def _unsafe(text: str) -> list[str]:
    """Return what of a migration programs of before would not go on with."""
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = {_first(call) for call in calls if _name(call) == "create_table"}
    batched = {
        item.optional_vars.id: _first(item.context_expr)
        for node in ast.walk(tree)
        if isinstance(node, ast.With)
        for item in node.items
        if isinstance(item.context_expr, ast.Call)
        and _name(item.context_expr) == "batch_alter_table"
        and isinstance(item.optional_vars, ast.Name)
    }
    found = []
    for call in calls:
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if not isinstance(owner, ast.Name) or owner.id not in {"op", *batched}:
            continue
        name = _name(call)
        own = batched.get(owner.id, _table(call, name)) in made
        if name == "batch_alter_table":
            continue
        if name not in ADDS:
            found.append(REMOVES.format(name))
        elif name == "create_index" and not own:
            found.append(INDEX)
        elif name == "add_column" and not own and _is_required(call):
            found.append(REQUIRED)
    return found


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _first(call: ast.AST) -> Any:
    assert isinstance(call, ast.Call)
    return call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None


def _table(call: ast.Call, name: str) -> Any:
    at = 1 if name == "create_index" else 0
    value = call.args[at] if len(call.args) > at else None
    return value.value if isinstance(value, ast.Constant) else None


def _is_required(call: ast.Call) -> bool:
    said = {
        keyword.arg: keyword.value
        for column in ast.walk(call)
        if isinstance(column, ast.Call)
        for keyword in column.keywords
    }
    null = said.get("nullable")
    required = isinstance(null, ast.Constant) and null.value is False
    return required and "server_default" not in said


def _served() -> list[Path]:
    return [each for each in sorted(VERSIONS.glob("[0-9]*.py")) if each.stem[:4] >= phases.oldest()]


def test_the_first_schema_that_is_served_remembers_how_it_was_brought_up() -> None:
    assert phases.SERVED_SINCE == baseline.SCHEMA
    assert any("CREATE TABLE schema_note" in sql for sql in baseline.statements("sqlite"))


@pytest.mark.parametrize("path", _served(), ids=lambda path: path.stem)
def test_a_migration_adds_or_its_name_says_what_it_does(path: Path) -> None:
    text = path.read_text()
    named = path.stem[5:].startswith(("contract_", "standstill_"))
    unsafe = [] if named else _unsafe(text)
    assert unsafe == [], 'CONTRIBUTING.md, "A change of tables":\n' + "\n".join(unsafe)
    assert not named or "BACKFILL" not in text, (
        "a BACKFILL stands in the migration that adds the column: move it there"
    )


@pytest.mark.parametrize("path", sorted(VERSIONS.glob("[0-9]*.py")), ids=lambda path: path.stem)
def test_migrations_stand_in_the_order_of_their_numbers(path: Path) -> None:
    numbers = [each.stem[:4] for each in sorted(VERSIONS.glob("[0-9]*.py"))]
    at = numbers.index(path.stem[:4])
    before = f'"{numbers[at - 1]}"' if at else "None"
    lines = path.read_text().splitlines()
    missing = [
        line
        for line in (f'revision = "{numbers[at]}"', f"down_revision = {before}")
        if line not in lines
    ]
    assert missing == [], f"lines that {path.name} needs"


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ('op.drop_column("shop", "name")', True),
        ('op.drop_table("shop")', True),
        ('op.rename_table("shop", "store")', True),
        ('op.alter_column("shop", "name", type_=sa.Text())', True),
        ('op.execute("UPDATE shop SET name = 1")', True),
        ('op.create_unique_constraint("u", "shop", ["name"])', True),
        ('op.create_index("ix", "shop", ["name"])', True),
        ('op.add_column("shop", sa.Column("x", sa.Text(), nullable=False))', True),
        ('op.add_column("shop", sa.Column("x", sa.Text(), nullable=False, server_default=""))',
         False),
        ('op.add_column("shop", sa.Column("x", sa.Text(), nullable=True))', False),
        ('op.create_table("t", sa.Column("x", sa.Text(), nullable=False))', False),
        ('op.create_table("t")\nop.create_index("ix", "t", ["name"])', False),
        ('with op.batch_alter_table("shop") as b:\n    b.drop_column("name")', True),
        ('with op.batch_alter_table("shop") as b:\n    b.create_index("ix", ["name"])', True),
        ('op.create_table("t")\nwith op.batch_alter_table("t") as b:\n'
         '    b.create_index("ix", ["name"])', False),
        ('add_index("ix", "shop", ["name"])', False),
    ],
)  # fmt: skip
def test_what_is_not_safe_is_seen(words: str, wrong: bool) -> None:
    assert bool(_unsafe(words)) is wrong


def _replaced_in_turn(since: str) -> bool:
    """Return whether the programs of a release are replaced one by one by those of today.

    All migrations that add come first: the old programs serve until the first that takes away.
    """
    kinds = [step.kind for step in phases.steps() if step.number > since]
    return "standstill" not in kinds and "expand" not in kinds[kinds.count("expand") :]


def test_a_release_replaces_the_last_one_program_by_program() -> None:
    assert _replaced_in_turn(LAST.described().schema), (
        "renumber the migrations since the last release: those that add, then those that take away"
    )


@pytest.mark.parametrize(
    ("since", "in_turn"),
    [("0239", False), ("0240", False), ("0244", False), ("0247", True), ("0248", True)],
)
def test_what_a_release_can_replace(since: str, in_turn: bool) -> None:
    assert _replaced_in_turn(since) is in_turn
