"""The plain text of a newsletter that was written with formatting, for mail programs without it."""

import re
from html.parser import HTMLParser
from typing import Final

_BLOCKS: Final = frozenset((
    "p", "div", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "tr", "blockquote", "pre",
    "figure", "figcaption", "dl", "dt", "dd", "hr",
))  # fmt: skip
_BLANKS: Final = re.compile(r"[ \t\r\f\v]+")
_AROUND_BREAK: Final = re.compile(r"(?<! ) *\n *")
_EMPTY_LINES: Final = re.compile(r"\n{3,}")


class _Reader(HTMLParser):
    """Collects text; links are followed by their address, pictures are their alternative text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._links: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in _BLOCKS:
            self.parts.append("\n\n")
        elif tag == "br":
            self.parts.append("\n")
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "img" and given.get("alt"):
            self.parts.append(f"[{given['alt']}]")
        elif tag in ("td", "th"):
            self.parts.append(" ")
        elif tag == "a":
            self._links.append((given.get("href") or "", len(self.parts)))

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.parts.append("\n\n")
        elif tag == "a" and self._links:
            address, start = self._links.pop()
            if address and address != "".join(self.parts[start:]).strip():
                self.parts.append(f" ({address})")

    def handle_data(self, data: str) -> None:
        self.parts.append(data.replace("\n", " "))


def plain_text(html: str) -> str:
    """Return the text of cleaned HTML, with an empty line between paragraphs."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    text = _BLANKS.sub(" ", "".join(reader.parts).replace("\xa0", " "))
    return _EMPTY_LINES.sub("\n\n", _AROUND_BREAK.sub("\n", text)).strip()
