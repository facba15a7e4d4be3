"""The house's own rules, each with its reason."""

import ast
import re
from collections import Counter
from pathlib import Path

from tests.guards.packages import ORDER_GROUPS
from tests.guards.sources import PACKAGE, ROOT, Source, sources

MOST_LINES = 400
MOST_MODULES = 45
MOST_DECLARING_LINES = 600
_PLAIN_BRANCHES = 20
"""Cyclomatic complexity up to which a function can do without comments."""
_COMMENTS = 2
"""Fewest lines of comments in a function above it."""
DECLARING = {"aliases", "declarations", "item_shape", "packages", "shape", "tables", "takes"}
"""What modules are called that hold structs, tables or lists, and next to no behaviour."""
NO_NOUN = {"utils", "util", "helpers", "helper", "common", "misc", "base", "core", "managers"}
SQL_WORDS = {"select", "insert", "update", "delete", "Statement", "StatementCache"}
SQL_FILES = {
    "store",
    "bulk",
    "search",
    "tables",
    "autodisplay_placements",
    "category_placements",
    "main_placements",
    "tree",
    "search_tokens",
    "exposure",
    "names",
    "access_paths",
}
"""Files of SQL, beside all that are called `..._store.py`."""
SQL_PACKAGES = (
    "analytics",
    "database",
    "contract/crud",
    "contract/journal",
    "access/agents",
    "access/oauth",
    "access/malls",
    "transfer/imports",
    "transfer/backup",
    "demo",
    "cli",
    "commerce/partner_projection",
)
PRONOUN = re.compile(r"\b(?:whoever|somebody)\b", re.IGNORECASE)
"""Words for a person whose part in the matter has a name."""
SILENCER = re.compile(r"#\s*(?:pragma: no cover|type: ignore|noqa)")
WITH_REASON = re.compile(
    r"#\s*(?:pragma: no cover|type: ignore\[[\w, -]+\]|noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*)"
    r"\s*(?:#|:|-|\()\s*\w"
)
WRITTEN = [*sorted(PACKAGE.rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]


def _places(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_a_folder_is_small_enough_to_be_read_as_a_list() -> None:
    modules = Counter("/".join(source.parts[:-1]) for source in sources())
    assert {name: n for name, n in modules.items() if n > MOST_MODULES} == {}, (
        "put its modules into folders named by what a reader looks for"
    )


def test_no_file_is_too_long() -> None:
    # a longer file is about two things, and one guess no longer finds either
    long = {
        _places(path): lines
        for path in WRITTEN
        if (lines := len(path.read_text(encoding="utf-8").splitlines()))
        > (MOST_DECLARING_LINES if path.stem in DECLARING else MOST_LINES)
    }
    assert long == {}, f"more than {MOST_LINES} lines: divide it by what it is about"


def _branches(function: ast.AST) -> int:
    """Return the cyclomatic complexity of a function without its inner functions."""
    count = 1
    pending = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        pending += ast.iter_child_nodes(node)
        if isinstance(node, ast.If | ast.IfExp | ast.Assert):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            count += 1 + bool(node.orelse)
        elif isinstance(node, ast.Try):
            count += len(node.handlers) + bool(node.orelse)
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
        elif isinstance(node, ast.Match):
            count += len(node.cases)
    return count


def test_a_function_with_many_branches_says_why_it_has_them() -> None:
    """Decisions, races and rules are named where they stand; see CONTRIBUTING, "Conventions"."""
    silent = []
    for source in sources():
        lines = source.text.splitlines()
        for node in source.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = lines[node.lineno : node.end_lineno]
                comments = sum(line.lstrip().startswith("#") for line in body)
                if comments < _COMMENTS and _branches(node) > _PLAIN_BRANCHES:
                    silent.append(source.at(node))
    assert silent == [], "\n".join(silent)


def test_every_file_and_folder_has_a_noun_of_its_own() -> None:
    # what is called utils has not found the thing it is about
    nameless = {
        _places(path)
        for path in WRITTEN
        if NO_NOUN & {part.removeprefix("test_") for part in path.with_suffix("").parts}
    }
    assert nameless == set()


def test_every_module_says_in_one_sentence_what_it_is() -> None:
    silent = [source.name for source in sources() if not ast.get_docstring(source.tree)]
    written = [name for name in silent if "/migrations/" not in name]
    assert written == []


def _is_plain_resource(source: Source) -> bool:
    """Say whether a module is a resource in a file of its own: structs, SQL and rows together."""
    depth = 4 if source.parts[2:3] and source.parts[2] in ORDER_GROUPS else 3
    return source.parts[0] == "commerce" and len(source.parts) == depth


def test_sql_stands_only_in_the_files_named_for_it() -> None:
    # a rule that speaks SQL cannot be read by a shop owner, nor checked for its mall in one place
    wrong = []
    for source in sources():
        name = source.parts[-1]
        of_sql = name in SQL_FILES or name.endswith("_store")
        if of_sql or "/".join(source.parts).startswith(SQL_PACKAGES):
            continue
        if _is_plain_resource(source):
            continue
        for node in source.nodes:
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            names = {alias.name for alias in node.names}
            if node.module.startswith("sqlalchemy") or (
                node.module == "openmall.database.statements" and names & SQL_WORDS
            ):
                wrong.append(source.at(node))
    assert wrong == [], f"SQL belongs into NAME_store, {', '.join(sorted(SQL_FILES))}.py"


def test_text_is_never_put_into_sql() -> None:
    # what is bound cannot be misread as SQL; raw text is only for the store's own housekeeping
    wrong = [
        source.at(node)
        for source in sources()
        if source.parts[0] not in ("database",)
        for node in source.nodes
        if (isinstance(node, ast.ImportFrom) and node.module == "sqlalchemy")
        and any(alias.name in ("text", "literal_column") for alias in node.names)
    ]
    assert wrong == []


def test_a_silencer_has_a_reason() -> None:
    silent = [
        f"{_places(path)}:{number}: {line.strip()}"
        for path in WRITTEN
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if SILENCER.search(line) and not WITH_REASON.search(line)
    ]
    assert silent == []


def test_persons_have_their_names() -> None:
    # the owner, a manager, another user: `docs/contributing.md`
    written = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".html")]
    guides = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/apps").glob("*.md")]
    found = [
        _places(path)
        for path in [*written, *guides]
        if path.name != "contributing.md" and PRONOUN.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_only_the_command_line_prints() -> None:
    # the server says what happens in events with fields, which a log collector can read; only its
    # supervisor also talks to the terminal it was started from
    wrong = [
        source.at(node)
        for source in sources()
        if source.parts[0] not in ("cli", "__main__") and source.parts[:2] != ("running", "server")
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "breakpoint", "eval", "exec")
    ]
    assert wrong == []


def _docstrings(source: Source) -> set[int]:
    """Return the identities of constants that stand alone: they only document."""
    return {
        id(node.value)
        for node in source.nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def test_the_program_never_reads_its_own_transcription() -> None:
    # an oracle that the program obeys can no longer find it wrong
    wrong = []
    for source in sources():
        documentation = _docstrings(source)
        wrong += [
            source.at(node)
            for node in source.nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
            and re.search(r"(^|/)spec(/|$)|\.tsv\b", node.value)
        ]
    assert wrong == []
