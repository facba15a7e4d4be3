"""What descriptions and articles say, as paragraphs of text: a page shows no foreign markup."""

import re
from html.parser import HTMLParser
from typing import Any, Final

_BLOCKS: Final = frozenset({
    "p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr",
    "section", "article", "blockquote", "hr", "dt", "dd",
})  # fmt: skip
_UNSAID: Final = frozenset({"script", "style", "template", "title"})
_MARKUP: Final = re.compile(
    r"</?(?:p|div|br|li|ul|ol|h[1-6]|table|span|b|i|strong|em|a|img)\b", re.I
)


class _Text(HTMLParser):
    """Reads what markup says, without how it looks."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = [""]
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._hidden += tag in _UNSAID
        if tag in _BLOCKS:
            self.said.append("")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _UNSAID and self._hidden > 0
        if tag in _BLOCKS:
            self.said.append("")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.said[-1] += data


def paragraphs(content: str) -> list[str]:
    """Return the paragraphs of markup; what holds none is as it was written, a line each."""
    if not _MARKUP.search(content):
        return [line for each in content.splitlines() if (line := each.strip())]
    reader = _Text()
    reader.feed(content)
    reader.close()
    return [text for each in reader.said if (text := " ".join(each.split()))]
