"""The documentation as pages below `/developers/docs`, and `llms.txt`, which lists it for programs.

The pages are `docs/*.md` and `docs/apps/*.md` of the repository, which a wheel has in
`openmall/documentation`. Consecutive blocks in Python and TypeScript become tabs. Each page is also
served as it is written, at its address with `.md`.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from markupsafe import escape
from msgspec import Struct
from starlette.responses import PlainTextResponse, Response

import openmall
from openmall.http.web.languages import marked
from openmall.pages.console.menu import DOCUMENTATION, GUIDES
from openmall.pages.reference import pages
from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.page_context import ReferenceContext

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LLMS: Final = "/developers/llms.txt"
_INSTALLED: Final = Path(openmall.__file__).parent / "documentation"
_FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else Path(openmall.__file__).parents[2] / "docs"
_PAGE_NAME: Final = re.compile(r"(?:apps/)?[a-z][a-z-]*")
_TABS: Final = {"python": "Python", "ts": "TypeScript"}
"""Language of a block -> the title of its tab."""
_HEADINGS: Final = re.compile(r"[^a-z0-9 -]")


class Document(Struct, frozen=True):
    """A page of the documentation."""

    title: str
    summary: str
    """The first paragraph, as plain text."""
    html: str


def page(context: ReferenceContext, path: str) -> Response:
    """Handle `GET /developers/docs/{path}`. Raises PageError (404)."""
    name = path.removesuffix(".md")
    text = _read(name)
    if text is None:
        raise pages.not_found()
    if path.endswith(".md"):
        return PlainTextResponse(
            text,
            headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
            media_type="text/markdown",
        )
    document = _document(name, text, context.translate(marked("Language of the sample")))
    return context.show("reference/document.html", document=document, document_name=name)


def llms(origin: str) -> Response:
    """Handle `GET /developers/llms.txt`: list guides, pages and descriptions of the APIs."""
    lines = [
        "# openmall",
        "",
        "> A commerce platform with four HTTP APIs: apps call it with OAuth 2.0, receive webhooks, "
        "and follow a feed of changes. Every page below is Markdown; its programs in Python and "
        "TypeScript run as they are printed.",
        "",
        "## Guides for apps",
        "",
        *_links(origin, [each.removeprefix(f"{DOCUMENTATION}/") for each, _ in GUIDES]),
        "",
        "## Descriptions of the APIs",
        "",
        *(
            f"- [OpenAPI of the {api} API]({origin}/api/v2/{api}/openapi.json): every operation, "
            "parameter and field, with real samples"
            for api in APIS
        ),
        f"- [AsyncAPI of the events]({origin}/api/v2/admin/asyncapi.json): webhooks",
        f"- [Reference]({origin}/developers/reference): the same as pages, with samples in curl, "
        "Python and TypeScript",
        "",
        "## More",
        "",
        *_links(origin, _names()),
    ]
    return PlainTextResponse(
        "\n".join(lines) + "\n",
        headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
    )


def _links(origin: str, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if (text := _read(name)) is not None:
            document = _document(name, text, "")
            first = re.split(r"(?<=[.:]) ", document.summary)[0].rstrip(":")
            yield f"- [{document.title}]({origin}{DOCUMENTATION}/{name}.md): {first}"


def _names() -> list[str]:
    return sorted(each.stem for each in _FOLDER.glob("*.md") if each.stem != "index")


def _read(name: str) -> str | None:
    """Return the source of a page; None where there is none."""
    if not _PAGE_NAME.fullmatch(name):
        return None
    try:
        return (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


@lru_cache(maxsize=256)
def _document(name: str, text: str, legend: str) -> Document:
    from markdown_it import MarkdownIt  # no worker needs it before the first page is read

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    title, summary = "", ""
    for index, token in enumerate(tokens):
        if token.type == "inline" and tokens[index - 1].type == "heading_open" and not title:
            title = _plain(token)
        elif token.type == "inline" and tokens[index - 1].type == "paragraph_open" and not summary:
            summary = _plain(token)
        if token.type == "heading_open":
            token.attrSet("id", _anchor(_plain(tokens[index + 1])))
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _target(name, str(child.attrGet("href") or "")))
    # its heading is that of the page
    body = tokens[3:] if tokens and tokens[0].tag == "h1" else tokens
    return Document(title, summary, "".join(_html(parser, body, legend)))


def _plain(token: "Token") -> str:
    parts = [
        each.content if each.type in ("text", "code_inline") else " "
        for each in token.children or ()
        if each.type in ("text", "code_inline", "softbreak")
    ]
    return "".join(parts).strip()


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return _HEADINGS.sub("", heading.lower()).strip().replace(" ", "-")


def _target(name: str, link: str) -> str:
    """Return the address of a link of a page: of another page, or of the source."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or link.startswith(("/", "#")):
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path))
    target = path.removesuffix(".md")
    if _read(target) is None:
        # what is not served lies beside `docs` in the repository
        return f"{DOCUMENTATION}/index"
    anchor = f"#{parts.fragment}" if parts.fragment else ""
    return f"{DOCUMENTATION}/{target}{anchor}"


def _html(parser: "MarkdownIt", tokens: "list[Token]", legend: str) -> Iterator[str]:
    """Yield the page, with consecutive blocks of the languages of `_TABS` as tabs."""
    environment: dict[str, Any] = {}
    rest: list[Token] = []
    index = 0
    while index < len(tokens):
        run = _blocks(tokens, index)
        if run:
            yield _rendered(parser, rest, environment)
            rest = []
            yield _tabs(run, legend, f"code-{index}")
            index += len(run)
        else:
            rest.append(tokens[index])
            index += 1
    yield _rendered(parser, rest, environment)


def _rendered(parser: "MarkdownIt", tokens: "list[Token]", environment: dict[str, Any]) -> str:
    """Return HTML whose code and tables can be scrolled with the keyboard."""
    html = str(parser.renderer.render(tokens, parser.options, environment))
    html = html.replace("<table>", '<table tabindex="0">')
    return html.replace("<pre><code", '<pre tabindex="0"><code')


def _blocks(tokens: "list[Token]", start: int) -> "list[Token]":
    """Return the blocks from `start` on, each in another language; empty: there are not two."""
    found: dict[str, Token] = {}
    for token in tokens[start:]:
        language = token.info.partition(" ")[0] if token.type == "fence" else ""
        if language not in _TABS or language in found:
            break
        found[language] = token
    return list(found.values()) if len(found) > 1 else []


def _tabs(blocks: "list[Token]", legend: str, name: str) -> str:
    titles = [_TABS[token.info.partition(" ")[0]] for token in blocks]
    inputs = "".join(
        f'<input type="radio" name="{name}" id="{name}-{title}"{"" if number else " checked"}>'
        f'<label for="{name}-{title}">{title}</label>'
        for number, title in enumerate(titles)
    )
    panels = "".join(
        f'<div><pre tabindex="0">{escape(token.content)}</pre></div>' for token in blocks
    )
    return (
        f'<fieldset class="code-tabs"><legend class="unseen">{escape(legend)}</legend>'
        f"{inputs}{panels}</fieldset>\n"
    )
