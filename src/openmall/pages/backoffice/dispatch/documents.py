"""Packing slips and shipping labels of orders as PDF.

ReportLab is imported by what draws, as only the workers that print need it. Text is embedded as
subsets of the shipped fonts (`lettering.py`).
"""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Final

from msgspec import Struct

from openmall.commerce.order.fulfilment.packing_words import Words
from openmall.pages.backoffice.dispatch import lettering

_DRAWING: Final = Lock()
"""Fonts are shared by all documents, and shaping adds glyphs to them."""
_MARGIN: Final = 42
_LINE: Final = 15
_SIZE: Final = 10
_LABEL: Final = (283, 425)
"""Points: a label of 100 by 150 mm."""


class Parcel(Struct, frozen=True, kw_only=True):
    """An order as its slip and its label show it."""

    order_id: str
    order_date: str
    sender: Sequence[str]
    """Lines."""
    receiver: Sequence[str]
    message: str
    items: Sequence[tuple[str, str, int]]
    """Name with options, code, and quantity."""
    tracking_no: str = ""


def packing_slips(parcels: Sequence[Parcel], words: Words) -> bytes:
    """Return a PDF with a page of A4 for each parcel, or more where it has many items."""
    with _DRAWING:
        paper = _Paper((595, 842))
        for parcel in parcels:
            _draw_slip(paper, parcel, words)
        return paper.finish(words.packing_slip)


def shipping_labels(parcels: Sequence[Parcel], words: Words) -> bytes:
    """Return a PDF with a page of 100 by 150 mm for each parcel."""
    with _DRAWING:
        paper = _Paper(_LABEL)
        for parcel in parcels:
            _draw_label(paper, parcel, words)
        return paper.finish(words.order)


class _Paper:
    """Pages that are written from top to bottom."""

    def __init__(self, size: tuple[int, int]) -> None:
        from io import BytesIO

        from reportlab.pdfgen.canvas import Canvas

        self.width, self.height = size
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=size, invariant=1, pageCompression=1)
        self.y = float(self.height - _MARGIN)

    def text(self, x: float, text: str, *, size: float = _SIZE, right: bool = False) -> None:
        """Write one line at the present height; `right`: it ends at `x`."""
        if right:
            x -= lettering.width(text, size)
        for run in lettering.runs(text):
            self._canvas.setFont(run.font, size)
            self._canvas.drawString(x, self.y, lettering.shaped(run, size))
            x += lettering.run_width(run, size)

    def paragraph(self, x: float, text: str, width: float, *, size: float = _SIZE) -> None:
        """Write a text in as many lines as it needs, and go below it."""
        for line in _wrapped(text, width, size):
            self.text(x, line, size=size)
            self.down(size * 1.5)

    def rule(self, left: float = _MARGIN, margin: float = _MARGIN) -> None:
        self._canvas.setLineWidth(0.5)
        self._canvas.line(left, self.y, self.width - margin, self.y)

    def barcode(self, x: float, text: str) -> None:
        """Draw a bar code (Code 128) above the present height."""
        from reportlab.graphics.barcode.code128 import Code128

        Code128(text, barHeight=36, barWidth=0.9).drawOn(self._canvas, x, self.y)

    def down(self, points: float) -> None:
        self.y -= points

    def new_page(self) -> None:
        self._canvas.showPage()
        self.y = float(self.height - _MARGIN)

    def finish(self, title: str) -> bytes:
        self._canvas.setTitle(title)
        self._canvas.save()
        return self._file.getvalue()


def _draw_slip(paper: _Paper, parcel: Parcel, words: Words) -> None:
    left, right = _MARGIN, paper.width - _MARGIN
    paper.text(left, words.packing_slip, size=18)
    paper.down(26)
    paper.text(left, f"{words.order} {parcel.order_id}", size=12)
    paper.text(right, f"{words.date} {parcel.order_date}", right=True)
    paper.down(24)
    top = paper.y
    _draw_address(paper, left, words.receiver, parcel.receiver, 300)
    bottom = paper.y
    paper.y = top
    _draw_address(paper, left + 320, words.sender, parcel.sender, 190)
    paper.y = min(bottom, paper.y)
    if parcel.message:
        paper.paragraph(left, f"{words.message}: {parcel.message}", right - left)
    paper.down(10)
    _draw_head(paper, words)
    for name, code, quantity in parcel.items:
        lines = list(_wrapped(name, 320, _SIZE))
        if paper.y < _MARGIN + len(lines) * _LINE:
            paper.new_page()
            paper.text(left, f"{words.order} {parcel.order_id}", size=12)
            paper.down(24)
            _draw_head(paper, words)
        paper.text(left + 335, code, size=9)
        paper.text(right, str(quantity), right=True)
        for line in lines:
            paper.text(left, line)
            paper.down(_LINE)
        paper.down(2)
    paper.rule()
    paper.down(_LINE)
    total = sum(quantity for _, _, quantity in parcel.items)
    paper.text(right, f"{words.total} {total}", size=11, right=True)
    paper.new_page()


def _draw_head(paper: _Paper, words: Words) -> None:
    paper.text(_MARGIN, words.product, size=9)
    paper.text(_MARGIN + 335, words.code, size=9)
    paper.text(paper.width - _MARGIN, words.quantity, size=9, right=True)
    paper.down(6)
    paper.rule()
    paper.down(_LINE)


def _draw_address(
    paper: _Paper, x: float, title: str, lines: Sequence[str], width: float, *, size: float = _SIZE
) -> None:
    paper.text(x, title, size=8)
    paper.down(size * 1.5)
    for line in lines:
        paper.paragraph(x, line, width, size=size)
    paper.down(4)


def _draw_label(paper: _Paper, parcel: Parcel, words: Words) -> None:
    margin = 16
    width = paper.width - 2 * margin
    paper.y = paper.height - margin - 12
    _draw_address(paper, margin, words.sender, parcel.sender[:4], width, size=8)
    paper.rule(margin, margin)
    paper.down(16)
    _draw_address(paper, margin, words.receiver, parcel.receiver[:8], width, size=12)
    if parcel.message:
        paper.paragraph(margin, f"{words.message}: {parcel.message[:120]}", width, size=9)
    paper.y = min(paper.y, 132.0)
    first, more = parcel.items[0] if parcel.items else ("", "", 0), len(parcel.items) - 1
    shown = f"{first[0]} × {first[2]}" + (f" +{more}" if more > 0 else "")
    paper.text(margin, next(_wrapped(shown, width, 8), ""), size=8)
    paper.y = 64
    paper.barcode(margin - 14, parcel.tracking_no or parcel.order_id)
    paper.y = 50
    paper.text(margin, f"{words.order} {parcel.order_id}", size=9)
    if parcel.tracking_no:
        paper.down(12)
        paper.text(margin, parcel.tracking_no, size=9)
    paper.new_page()


def _wrapped(text: str, width: float, size: float) -> Iterator[str]:
    """Yield the lines of a text: broken at blanks, and within words that are too long."""
    line = ""
    for word in text.split():
        joined = f"{line} {word}".strip()
        if lettering.width(joined, size) <= width:
            line = joined
            continue
        if line:
            yield line
        line = ""
        for character in word:
            if line and lettering.width(line + character, size) > width:
                yield line
                line = ""
            line += character
    if line:
        yield line
