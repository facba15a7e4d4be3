"""The documentation is served as pages and as Markdown, and every link of a guide leads on."""

import re
from urllib.parse import urldefrag

import pytest

from checks.clients import guides
from openmall.pages.console import menu
from tests.pages.reference.conftest import HOST
from tests.world import Stage

pytestmark = pytest.mark.one_store
WRITTEN = [each.stem for each in guides.FOLDER.glob("*.md")]
GUIDES = [address for address, _ in menu.GUIDES if address.rpartition("/")[2] in WRITTEN]
_LINK = re.compile(r'<a href="([^"]+)"')


def test_every_guide_is_in_the_menu() -> None:
    assert {f"{menu.DOCUMENTATION}/apps/{each}" for each in WRITTEN} == set(GUIDES)


@pytest.mark.parametrize("address", GUIDES)
def test_a_guide_is_a_page_whose_links_lead_on(stage: Stage, address: str) -> None:
    answer = stage.client.get(HOST + address)

    assert answer.status_code == 200
    article = answer.text.partition("<article")[2].partition("</article>")[0]
    assert article
    # what may be wider than a telephone is scrolled by the keyboard, too
    assert re.search("<(pre|table)>", article) is None
    for link in _LINK.findall(article):
        path, anchor = urldefrag(link)
        if not path.startswith("/") or path.removesuffix(".md").endswith("/testing"):
            continue
        there = stage.client.get(HOST + path)
        assert there.status_code == 200, link
        assert not anchor or f'id="{anchor}"' in there.text, link


def test_samples_in_two_languages_are_tabs(stage: Stage) -> None:
    page = stage.client.get(f"{HOST}{GUIDES[0]}").text

    tabs = page.count('<fieldset class="code-tabs">')
    assert tabs == 2
    assert page.count('type="radio"') == 2 * tabs
    # without a script, the first one is shown
    assert page.count(" checked><label") == tabs
    assert len(set(re.findall(r' id="(code-[^"]+)"', page))) == 2 * tabs


def test_a_page_is_also_what_was_written(stage: Stage) -> None:
    answer = stage.client.get(f"{HOST}{GUIDES[0]}.md")

    assert answer.headers["content-type"].startswith("text/markdown")
    assert answer.text == (guides.FOLDER / "quickstart.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path",
    ["nothing", "decisions/0001-areas-and-their-order", "..%2f..%2fREADME", "apps/../../README"],
)
def test_other_files_are_not_served(stage: Stage, path: str) -> None:
    assert stage.client.get(f"{HOST}{menu.DOCUMENTATION}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/developers/docs", "/docs"])
def test_short_addresses_lead_to_the_documentation(stage: Stage, path: str) -> None:
    answer = stage.client.get(HOST + path, follow_redirects=False)

    assert answer.status_code == 303
    assert answer.headers["location"] == f"{menu.DOCUMENTATION}/index"


@pytest.mark.parametrize("path", ["/developers/llms.txt", "/llms.txt"])
def test_programs_find_every_guide(stage: Stage, path: str) -> None:
    answer = stage.client.get(HOST + path)

    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith("# openmall\n")
    links = re.findall(r"\((https://[^)]+)\)", answer.text)
    assert {f"{HOST}{each}.md" for each in GUIDES} <= set(links)
    for link in links:
        if link.endswith(".md"):
            assert stage.client.get(link).status_code == 200, link
