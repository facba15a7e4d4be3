"""Pages call operations by their handlers: the type checker knows the answers."""

import ast

from tests.guards.sources import sources

BY_PATH = {
    "backoffice/overview/overview.py": "the analytics API makes its handlers of a table",
    "backoffice/reports/report_names.py": "reports are read by the paths of their definitions",
}
"""Page of the back office that calls by a path it spells out -> why."""
SHOWN_BY_THEMES = ("products", "categories")
"""Operations that the shop calls by path: themes have the fields that these show, and no more."""


def test_pages_spell_out_no_path_of_an_operation_with_a_handler() -> None:
    found = [
        f"{source.at(node)}"
        for source in sources()
        if source.parts[:2] in (("pages", "backoffice"), ("pages", "sampleshop"))
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("call", "read", "read_as_guest")
        and node.args
        and (path := _path(node.args[0]))
        and "/".join(source.parts[1:]) + ".py" not in BY_PATH
        and not (source.parts[1] == "sampleshop" and path.startswith(SHOWN_BY_THEMES))
    ]
    assert found == [], "call the operation by its handler: CONTRIBUTING.md"


def test_every_exception_is_one() -> None:
    pages = {
        "/".join(source.parts[1:]) + ".py" for source in sources() if source.parts[0] == "pages"
    }
    assert BY_PATH.keys() <= pages


def _path(argument: ast.expr) -> str:
    """Return the text that a path begins with; empty for anything else."""
    if isinstance(argument, ast.JoinedStr):
        argument = argument.values[0] if argument.values else argument
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ""


def test_contexts_of_pages_inherit_their_calls() -> None:
    declaring = [
        source.parts
        for source in sources()
        if source.parts[0] == "pages"
        for node in source.nodes
        if isinstance(node, ast.AsyncFunctionDef)
        and node.name == "call"
        and "overload" in {ast.unparse(each) for each in node.decorator_list}
    ]
    assert set(declaring) == {("pages", "operation_calls")}
