"""The style sheet of a theme's look: its preset, colours that keep texts legible, and fonts."""

from pathlib import Path
from typing import Final, get_args

from starlette.responses import Response

from openmall.commerce.design.themes.theme_look import Look, Preset
from openmall.pages.sampleshop.page_context import PageContext

_FONTS: Final = {
    "serif": '"Noto Serif", "Noto Serif KR", "Nanum Myeongjo", Batang, Georgia, serif',
    "rounded": 'ui-rounded, "Nunito", "NanumSquareRound", "Apple SD Gothic Neo", sans-serif',
    "wide": '"Verdana", "DejaVu Sans", "Noto Sans KR", "Malgun Gothic", sans-serif',
}
"""Fonts of the visitor's machine: none are loaded."""
_FONTS_OF_LANGUAGES: Final = {
    "ja": {
        "serif": '"Noto Serif", Georgia, "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif JP",'
        ' "Noto Serif CJK JP", serif',
        "rounded": 'ui-rounded, "Nunito", "Hiragino Maru Gothic ProN", "Yu Gothic UI",'
        ' "Noto Sans JP", "Noto Sans CJK JP", sans-serif',
        "wide": '"Verdana", "DejaVu Sans", "Hiragino Sans", "Yu Gothic UI", "Noto Sans JP",'
        ' "Noto Sans CJK JP", sans-serif',
    },
    "zh": {
        "serif": '"Noto Serif", Georgia, "Songti SC", SimSun, "Noto Serif SC",'
        ' "Noto Serif CJK SC", serif',
        "rounded": 'ui-rounded, "Nunito", "Yuanti SC", "PingFang SC", "Microsoft YaHei",'
        ' "Noto Sans SC", "Noto Sans CJK SC", sans-serif',
        "wide": '"Verdana", "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC",'
        ' "Noto Sans CJK SC", sans-serif',
    },
}
"""Those of languages that share Chinese characters, each with shapes of its own."""
_PRESETS: Final = {
    name: (Path(__file__).parent / "presets" / f"{name}.css").read_text("utf-8")
    for name in get_args(Preset)
    if name
}
_LIGHT: Final = (255, 255, 255)
_DARK: Final = (30, 29, 26)
_INK: Final = (31, 29, 26)
_CONTRAST: Final = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3)."""
Colour = tuple[int, int, int]


async def style_sheet(context: PageContext) -> Response:
    """Answer the style sheet with the colours and fonts of the theme."""
    headers = {"Cache-Control": "max-age=60", "X-Content-Type-Options": "nosniff"}
    rules = rules_of((await context.theme()).look)
    return Response(rules, headers=headers, media_type="text/css")


def rules_of(look: Look) -> str:
    """Return the style sheet of a look. Texts keep their contrast, whatever colours were chosen."""
    rules = [_PRESETS[look.preset]] if look.preset else []
    if look.accent:
        accent = _colour(look.accent)
        rules.append(f":root {{ {_accent(accent, _LIGHT)} }}")
        rules.append(
            f"@media (prefers-color-scheme: dark) {{ :root {{ {_accent(accent, _DARK)} }} }}"
        )
    if look.header:
        header = _colour(look.header)
        text = _text_on(header)
        raised = _hex(_mixed(header, _colour(text), 0.08))
        rules.append(
            f".storefront .top {{ background: {look.header}; --text: {text}; --quiet: {text};"
            f" --accent: {text}; --accent-strong: {text}; --line: {text}; color: {text};"
            f" --card: {look.header}; --hover: {raised}; --tint: {raised}; --edge: {text};"
            f" --field: {text}; --on-accent: {look.header}; }}\n"
            f".storefront .top input, .storefront .top:not(.slim) .seek button,"
            f" .storefront .slim .seek button"
            f" {{ color: {_hex(_INK)}; background: #ffffff; --quiet: {_hex(_INK)}; }}"
        )
    if look.font:
        rules.append(f"body {{ font-family: {_FONTS[look.font]}; }}")
        for language, fonts in _FONTS_OF_LANGUAGES.items():
            rules.append(f":lang({language}) > body {{ font-family: {fonts[look.font]}; }}")
    return "\n".join(rules) + "\n"


def _accent(accent: Colour, card: Colour) -> str:
    """Return the declarations for an accent on cards of a colour, changed until it is legible."""
    target = (0, 0, 0) if card == _LIGHT else (255, 255, 255)
    strong = accent
    for step in range(21):
        strong = _mixed(accent, target, step / 20)
        if _contrast(strong, card) >= _CONTRAST:
            break
    tint = _mixed(card, strong, 0.1)
    return (
        f"--accent: {_hex(strong)}; --accent-strong: {_hex(_mixed(strong, target, 0.2))};"
        f" --on-accent: {_text_on(strong)}; --tint: {_hex(tint)};"
    )


def _text_on(background: Colour) -> str:
    dark, light = _contrast(_INK, background), _contrast(_LIGHT, background)
    return _hex(_INK if dark >= light else _LIGHT)


def _contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = (value / 255 for value in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
