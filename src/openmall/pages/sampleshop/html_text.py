"""Text of HTML descriptions and articles as paragraphs: pages show no foreign markup."""

import re
from html.parser import HTMLParser
from typing import Final

_BLOCK_TAGS: Final = frozenset({
    "p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr",
    "section", "article", "blockquote", "hr", "dt", "dd",
})  # fmt: skip
_HIDDEN_TAGS: Final = frozenset({"script", "style", "template", "title"})
_MARKUP: Final = re.compile(
    r"</?(?:p|div|br|li|ul|ol|h[1-6]|table|span|b|i|strong|em|a|img)\b", re.I
)


class _TextExtractor(HTMLParser):
    """Extracts the text of markup."""

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs: list[str] = [""]
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN_TAGS
        if tag in _BLOCK_TAGS:
            self.paragraphs.append("")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _HIDDEN_TAGS and self._hidden > 0
        if tag in _BLOCK_TAGS:
            self.paragraphs.append("")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.paragraphs[-1] += data


def paragraphs(content: str) -> list[str]:
    """Return the paragraphs of markup; of plain text, its lines."""
    if not _MARKUP.search(content):
        return [line for each in content.splitlines() if (line := each.strip())]
    reader = _TextExtractor()
    reader.feed(content)
    reader.close()
    return [text for each in reader.paragraphs if (text := " ".join(each.split()))]
