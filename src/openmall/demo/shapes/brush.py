"""The strokes of product pictures, on a canvas of 400 by 400 units."""

from typing import Final

import msgspec

WHITE: Final = "#ffffff"
INK: Final = "#2b2a33"
GROUND: Final = 322


class Palette(msgspec.Struct, frozen=True):
    """The colours of one picture: main and second always differ, third may equal second."""

    main: str
    second: str
    third: str
    paper: str


def mixed(colour: str, other: str, percent: int) -> str:
    """`percent` of `other` in `colour`; whole numbers only, so every machine draws the same."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{(a * (100 - percent) + b * percent) // 100:02x}" for a, b in pairs)


def dark(colour: str, percent: int = 18) -> str:
    """The colour in shade."""
    return mixed(colour, INK, percent)


def light(colour: str, percent: int = 35) -> str:
    """The colour in light."""
    return mixed(colour, WHITE, percent)


def rect(x: int, y: int, w: int, h: int, fill: str, *, r: int = 0) -> str:
    """A box, its corners rounded by `r`."""
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{fill}"/>'


def circle(x: int, y: int, r: int, fill: str) -> str:
    """A disc."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>'


def oval(x: int, y: int, rx: int, ry: int, fill: str) -> str:
    """An ellipse."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>'


def path(d: str, fill: str) -> str:
    """A filled outline."""
    return f'<path d="{d}" fill="{fill}"/>'


def line(d: str, colour: str, width: int) -> str:
    """An open stroke with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def veil(d: str, percent: int = 22) -> str:
    """A gleam: transparent white over the shapes below."""
    return f'<path d="{d}" fill="{WHITE}" fill-opacity=".{percent:02d}"/>'


def shade(d: str, percent: int = 12) -> str:
    """A shadow on the thing itself: ink laid thinly over what is below."""
    return f'<path d="{d}" fill="{INK}" fill-opacity=".{percent:02d}"/>'


def shadow(rx: int, *, x: int = 200, y: int = GROUND) -> str:
    """The shadow a standing thing throws on the ground."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="11" fill="{INK}" fill-opacity=".14"/>'


def turned(degrees: int, *parts: str) -> str:
    """The parts, turned about the middle of the board."""
    return f'<g transform="rotate({degrees} 200 200)">{"".join(parts)}</g>'
