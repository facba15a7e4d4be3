"""Pages use one term for each concept: docs/design.md, "Terms"."""

import re

from checks.catalogues import texts
from openmall.translations.catalogues import PAGES
from tests.journeys.demo_server import ROOT

LEFT = {
    # the specification calls them so: `receivers` of an order
    "refusals": {"receivers"},
}
"""Domain of texts -> words that it may use."""


def _replaced() -> set[str]:
    table = (
        (ROOT / "docs/design.md").read_text("utf-8").partition("## Terms")[2].partition("\n## ")[0]
    )
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", table, re.MULTILINE)
    return {word.strip() for *_, words in rows[1:] for word in words.split(";")}


def test_no_page_says_what_a_term_replaces() -> None:
    replaced = _replaced()
    said = []
    for domain in sorted(PAGES):
        for message in texts(domain):
            text = message.id if isinstance(message.id, str) else " ".join(message.id)
            said += [
                (domain, word, text)
                for word in replaced - LEFT.get(domain, set())
                if word in text.lower()
            ]
    assert len(replaced) > 15
    assert said == []
