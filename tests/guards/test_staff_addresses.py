"""Addresses of staff pages are made by `access/staff_site.py` and `Address.staff` alone."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src" / "openmall"
KNOWN = {
    "access/staff_site.py": {"/admin"},
    "configuration.py": {"/admin"},
    "http/addressing.py": {"/admin"},
    "pages/sampleshop/search_engines/sitemap.py": {"/admin"},
}
"""Where `/admin` is written: the folder itself, and what search engines must not open."""
_ADMIN = re.compile(r"(?<![\w.])/admin(?![\w-])")
_API = re.compile(r"api/(?:v2|mcp)/admin")
"""The admin API and its MCP endpoint are other addresses."""


def test_no_template_names_the_folder_of_staff_pages() -> None:
    templates = [
        *ROOT.glob("pages/*/templates/**/*.html"),
        *ROOT.glob("access/**/templates/*.html"),
        *ROOT.glob("http/web/templates/*.html"),
    ]
    found = [
        str(path.relative_to(ROOT))
        for path in templates
        if _ADMIN.search(_API.sub("", path.read_text()))
        # quotes of the API's base address
        and path.name != "start.html"
    ]

    assert len(templates) > 150
    assert found == [], "write {{ office }}, which is the address of the staff pages"


def test_no_text_of_the_program_names_the_folder_of_staff_pages() -> None:
    named = {}
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text())
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = {
            found[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            for found in [_ADMIN.search(_API.sub("", node.value))]
            if found and id(node) not in documented
        }
        if texts:
            named[str(path.relative_to(ROOT))] = texts

    assert named == KNOWN, "use office_url, Address.staff or Configuration.staff_address"
