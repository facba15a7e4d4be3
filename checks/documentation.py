"""Build the documentation site from the Markdown of the repository: `make docs`.

The pages are written for GitHub and the developer console, which read CommonMark; the generator
reads Python-Markdown. `staged` translates between the two, and the built pages are compared with
what CommonMark makes of the source. Navigation follows the readers of `docs/index.md`.

Exits with 1 and one line for each fault: a link or an anchor that leads nowhere, a page that no
reader is led to, an element lost in translation, an asset of another host.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
BUILD: Final = ROOT / "build" / "docs"
STAGE: Final = BUILD / "source"
SITE: Final = BUILD / "site"
CONFIGURATION: Final = Path(__file__).parent / "documentation.toml"

BESIDE: Final = {
    "README.md": "overview.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing-recipes.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting-vulnerabilities.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "clients/python/README.md": "client-python.md",
    "clients/typescript/README.md": "client-typescript.md",
    "clients/pytest/README.md": "client-pytest.md",
}
"""Page outside `docs` -> its page of the site."""

COUNTED: Final = ("h2", "h3", "ul", "ol", "li", "table", "tr", "pre")
"""Elements counted in a built page and in the CommonMark rendering of its source."""

_SHIM: Final = "https://unpkg.com/iframe-worker/shim"
"""With it the search works in pages opened from a disk; a copy of it is among the assets."""
_LINK: Final = re.compile(r"(?<!`)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_NAMED: Final = re.compile(r"(?<!\[)`([./\w-]+\.md)`(?!\])")
_FENCE: Final = re.compile(r"^(\s*)(`{3,})(.*)$")
_ITEM: Final = re.compile(r"^(\s*)([-*+]|\d+[.)])( +)\S")
_OTHER_HOST: Final = re.compile(
    r"<(?:script|img|iframe|source)[^>]+src=\"?https?://"
    r"|<link[^>]+rel=\"?(?:stylesheet|preload|preconnect)\"?[^>]*href=\"?https?://"
    r"|<link[^>]+href=\"?https?://[^>]*rel=\"?(?:stylesheet|preload|preconnect)"
)


class Section(NamedTuple):
    """The pages of one reader, in the order of `docs/index.md`."""

    title: str
    pages: tuple[str, ...]


def main() -> int:
    """Stage, build and compare; return the exit status."""
    shutil.rmtree(BUILD, ignore_errors=True)
    pages = sources()
    for source, page in pages.items():
        target = STAGE / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged(source, pages), encoding="utf-8")
    for folder in ("images", "examples"):
        shutil.copytree(DOCS / folder, STAGE / folder)
    shutil.copytree(Path(__file__).parent / "documentation_site", STAGE / "assets")
    for example in (STAGE / "examples").rglob("*.py"):
        example.rename(example.with_name(example.name + ".txt"))
    text = CONFIGURATION.read_text(encoding="utf-8")
    (BUILD / "zensical.toml").write_text(text.replace("NAVIGATION", navigation(pages)))
    generator = Path(sys.executable).parent / "zensical"
    built = subprocess.run(
        [generator, "build", "--strict"],
        cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    # it says what is wrong with a page, then adds its own traceback
    print(built.stdout.partition("Traceback (most recent call last)")[0], end="", file=sys.stderr)
    if built.returncode:
        return 1
    for path in SITE.rglob("*.html"):
        here = os.path.relpath(SITE / "assets", path.parent)
        page = path.read_text(encoding="utf-8")
        path.write_text(page.replace(_SHIM, f"{here}/iframe-worker.js"), encoding="utf-8")
    faults = [*_unreachable(pages), *_lost(pages), *_remote()]
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    if not faults:
        print(f"{len(pages)} pages: {(SITE / 'index.html').relative_to(ROOT)}")
    return int(bool(faults))


def sources() -> dict[Path, str]:
    """Return every page: source -> path within the site."""
    found = {page: str(page.relative_to(DOCS)) for page in sorted(DOCS.rglob("*.md"))}
    return found | {ROOT / name: page for name, page in BESIDE.items() if (ROOT / name).exists()}


def readers() -> list[Section]:
    """Return the sections of `docs/index.md`, each with its pages as paths from `docs`."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.M)
    return [
        Section(title, tuple(dict.fromkeys(
            link.partition("#")[0] for _, link in _LINK.findall(body) if ".md" in link
        )))
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    ]  # fmt: skip


def navigation(pages: dict[Path, str]) -> str:
    """Return the navigation as TOML: a section for each reader, a page in one of them."""
    lines = ['  {"Start" = ["index.md", {"Overview" = "overview.md"}]},']
    section_of = _sections(pages)
    for section in readers():
        entries = [
            f"    {{{_quoted(_title(page))} = {_quoted(page)}}},"
            for page, title in section_of.items()
            if title == section.title
        ]
        if "decisions/README.md" in section.pages:
            decisions = "\n".join(
                f"      {{{_quoted(_title(page))} = {_quoted(page)}}},"
                for page in sorted(pages.values())
                if page.startswith("decisions/") and page != "decisions/README.md"
            )
            entries.append(f'    {{"All decisions" = [\n{decisions}\n    ]}},')
        lines.append(f"  {{{_quoted(section.title)} = [\n" + "\n".join(entries) + "\n  ]},")
    return "\n".join(lines)


def _sections(pages: dict[Path, str]) -> dict[str, str]:
    """Return page of the site -> title of its section: of several, the one with the most pages."""
    found: dict[str, str] = {}
    for section in sorted(readers(), key=lambda each: len(each.pages), reverse=True):
        for link in section.pages:
            found.setdefault(pages[(DOCS / link).resolve()], section.title)
    return found


def staged(source: Path, pages: dict[Path, str]) -> str:
    """Return a page in the dialect of the generator, with the links of the site."""
    text = source.read_text(encoding="utf-8")
    return "\n".join(_indented(_linked(text, source, pages))) + "\n"


def _linked(text: str, source: Path, pages: dict[Path, str]) -> Iterator[str]:
    """Yield the lines of a page; outside of code its links lead to pages of the site."""
    here = pages[source]

    def address(link: str) -> str | None:
        path, _, anchor = link.partition("#")
        for root in (source.parent, ROOT, DOCS):
            found = (root / path).resolve()
            if found in pages:
                page = os.path.relpath(pages[found], Path(here).parent)
                return page + (f"#{anchor}" if anchor else "")
            if found.is_file() and found.is_relative_to(DOCS):
                other = os.path.relpath(found.relative_to(DOCS), Path(here).parent)
                return other + (".txt" if found.suffix == ".py" else "")
        return None

    def followed(match: re.Match[str]) -> str:
        label, link = match.groups()
        if link.startswith(("http:", "https:", "#", "mailto:")):
            return match[0]
        found = address(link)
        if found and label.endswith(".md"):
            label = _title(os.path.normpath(Path(here).parent / found.partition("#")[0]))
        return f"[{label}]({found or link})"

    def named(match: re.Match[str]) -> str:
        found = address(match[1])
        if found is None or source.name == "CHANGELOG.md":
            return match[0]
        page = os.path.normpath(Path(here).parent / found)
        return f"[{_title(page)}]({found})" if page != here else match[0]

    fence = ""
    for line in text.splitlines():
        opened = _FENCE.match(line)
        if opened and (not fence or (opened[2] == fence and not opened[3].strip())):
            # the generator knows a language, and no name of a file after it
            line = opened[1] + opened[2] + opened[3].strip().partition(" ")[0]
            fence = "" if fence else opened[2]
        elif not fence:
            line = _NAMED.sub(named, _LINK.sub(followed, line))
        yield line


def _indented(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines with lists that Python-Markdown reads as CommonMark does.

    A list has a blank line before it, and what belongs to an item is indented by four columns.
    """
    items: list[int] = []
    """Column of the content of each list item that is open."""
    fence = False
    before = ""
    for line in lines:
        if not line.strip():
            yield line if fence else ""
            before = ""
            continue
        indent = len(line) - len(line.lstrip(" "))
        item = None if fence else _ITEM.match(line)
        if item and before and not items and item[2][0].isdigit() and item[2] != "1.":
            item = None  # a paragraph goes on with a number
        if not fence and (item or before == "" or not items or _FENCE.match(line)):
            items = [column for column in items if column <= indent]
        depth = len(items)
        offset = items[-1] if items else 0
        if item:
            if before and depth == 0 and not _is_item(before):
                yield ""
            body = line.lstrip(" ")
            marker, _, rest = body.partition(" ")
            yield " " * 4 * depth + f"{marker} {rest.lstrip(' ')}"
            items.append(indent + len(item[2]) + len(item[3]))
            before = "- "
            continue
        if _FENCE.match(line):
            if not fence and before:
                yield ""
            fence = not fence
        elif line.startswith("|") and before and not before.startswith("|"):
            yield ""
        yield " " * 4 * depth + line[min(indent, offset) :]
        before = before if _is_item(before) and not fence else line


def _is_item(line: str) -> bool:
    return line == "- "


def _unreachable(pages: dict[Path, str]) -> Iterator[str]:
    led = {(DOCS / link).resolve() for section in readers() for link in section.pages}
    for source, page in pages.items():
        in_navigation = page in ("index.md", "overview.md") or re.match(r"decisions/\d", page)
        if source not in led and not in_navigation:
            yield f"{source.relative_to(ROOT)}: docs/index.md leads no reader to it"


def _lost(pages: dict[Path, str]) -> Iterator[str]:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    for source, page in pages.items():
        wanted = _counted(parser.render(source.read_text(encoding="utf-8")))
        built = (_built(page)).read_text(encoding="utf-8")
        article = re.search(r"<article.*?</article>", built, re.S)
        shown = _counted(article[0] if article else "")
        if wanted != shown:
            differing = {each: (wanted[each], shown[each]) for each in COUNTED
                         if wanted[each] != shown[each]}  # fmt: skip
            yield f"{source.relative_to(ROOT)}: (CommonMark, built) {differing}"


def _counted(text: str) -> Counter[str]:
    return Counter(each for each in re.findall(r"<(\w+)[ >]", text) if each in COUNTED)


def _remote() -> Iterator[str]:
    for page in sorted(SITE.rglob("*.html")):
        for found in _OTHER_HOST.findall(page.read_text(encoding="utf-8")):
            yield f"{page.relative_to(SITE)}: loads from another host: {found}"


def _built(page: str) -> Path:
    path = Path(page)
    if path.stem in ("index", "README"):
        return SITE / path.parent / "index.html"
    return SITE / path.with_suffix(".html")


@cache
def _title(page: str) -> str:
    """Return the first heading of a page of the site, as plain text."""
    source = next(each for each, name in sources().items() if name == page)
    found = re.search(r"^# (.+)$", source.read_text(encoding="utf-8"), re.M)
    return html.unescape((found[1] if found else page).replace("`", ""))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.exit(main())
