"""A variable of a shop page has not the name of an argument that calls of snippets leave out.

Snippets see the variables of the page: one of such a name would act where no argument was given.
"""

import ast
import re
from collections import defaultdict
from typing import Final

from tests.guards.sources import PACKAGE, sources

THEME: Final = PACKAGE / "commerce" / "design" / "themes" / "default_theme"
RENDER: Final = re.compile(r'\{%-?\s*render\s+"(/snippet/[^"]+)"(.*?)%\}', re.DOTALL)
ARGUMENT: Final = re.compile(r"[,\s](\w+):")
MEANT: Final = {
    "chosen": "the page of an order alone leaves it out, and has no such variable",
}
"""Variable -> why no snippet reads that of a page by mistake."""


def left_out() -> set[str]:
    """Return the arguments that some call of a snippet gives and another one does not."""
    given: dict[str, list[set[str]]] = defaultdict(list)
    for template in THEME.rglob("*.html"):
        for snippet, arguments in RENDER.findall(template.read_text(encoding="utf-8")):
            given[snippet].append(set(ARGUMENT.findall(arguments)))
    return {
        name for calls in given.values() for name in set.union(*calls) - set.intersection(*calls)
    }


def page_variables() -> set[str]:
    """Return the variables that pages of the sample shop show."""
    return {
        keyword.arg
        for source in sources()
        if source.parts[:2] == ("pages", "sampleshop")
        for node in source.nodes
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "show"
        for keyword in node.keywords
        if keyword.arg
    }


def test_no_variable_of_a_page_acts_as_an_argument_that_was_left_out() -> None:
    variables, arguments = page_variables(), left_out()
    assert {"needed", "error"} <= arguments
    assert variables > {"title", "values", "board"}
    assert variables & arguments - MEANT.keys() == set()
