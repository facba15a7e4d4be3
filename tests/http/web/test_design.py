"""The design language: colours by roles, components in the gallery, icons in the sprite."""

import gzip
import re
from pathlib import Path

import pytest

import openmall
from checks import gallery, icons
from openmall.http.web import assets
from openmall.pages.sampleshop import look_styles
from tests.access.oauth.authorization_requests import Browser
from tests.world import World

_PACKAGE = Path(openmall.__file__).parent
_WEB = _PACKAGE / "http" / "web"
_STYLES = sorted((_WEB / "assets" / "styles").glob("*.css"))
_TOKENS = _STYLES[0].read_text(encoding="utf-8")
_COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\("
    r"|:[^;{}]*\b(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple)\b(?!-)"
)
_EXPORTED = re.compile(r"\{% set (\w+) = (\w+)\.(\w+) %\}")
_MACRO = re.compile(r"\{% macro (\w+)\(")
_ROLE = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")


def _declared(text: str) -> dict[str, str]:
    """Return the colours that a block of the tokens declares: role -> colour."""
    return dict(_ROLE.findall(text))


_LIGHT, _, _AFTER = _TOKENS.partition("@media (prefers-color-scheme: dark)")
_THEMES = {"light": _declared(_LIGHT), "dark": _declared(_LIGHT) | _declared(_AFTER)}


@pytest.mark.parametrize("path", [*_STYLES[1:], _WEB / "assets" / "shop.css"], ids=lambda p: p.name)
def test_only_the_tokens_have_colours(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)

    assert [each.group() for each in _COLOUR.finditer(re.sub(r"var\([^)]*\)", "", text))] == []


def test_style_sheets_are_numbered_and_named() -> None:
    numbers = [path.name[:2] for path in _STYLES]

    assert all(re.fullmatch(r"\d\d-[a-z-]+\.css", path.name) for path in _STYLES)
    assert len(set(numbers)) == len(numbers)
    assert _STYLES[0].name == "00-tokens.css"


def test_both_themes_have_every_colour() -> None:
    same_in_both = {"white"}

    assert _declared(_AFTER).keys() == _declared(_LIGHT).keys() - same_in_both


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *((text, back, 4.5) for text in ("text", "quiet") for back in ("page", "card", "sunken")),
        *((text, "hover", 4.5) for text in ("text", "quiet")),
        *(("accent", back, 4.5) for back in ("page", "card", "sunken", "tint")),
        *(("accent-strong", back, 4.5) for back in ("card", "tint")),
        *((kind, f"{kind}-tint", 4.5) for kind in ("good", "warn", "bad")),
        *((kind, back, 4.5) for kind in ("good", "bad") for back in ("card", "page")),
        ("on-accent", "accent", 4.5),
        ("on-accent", "accent-strong", 4.5),
        ("card", "text", 4.5),
        *(("field", back, 3.0) for back in ("page", "card", "sunken")),
        *((f"plot-{number}", "card", 3.0) for number in range(1, 5)),
    ],
)
def test_colours_keep_their_contrast(theme: str, front: str, back: str, least: float) -> None:
    colours = _THEMES[theme]
    lighter, darker = sorted((_luminance(colours[front]), _luminance(colours[back])), reverse=True)

    assert (lighter + 0.05) / (darker + 0.05) >= least


def test_the_accent_of_a_shop_is_measured_on_the_cards_of_the_tokens() -> None:
    measured = [look_styles._LIGHT, look_styles._DARK, look_styles._INK]

    tokens = [_THEMES["light"]["card"], _THEMES["dark"]["card"], _THEMES["light"]["text"]]
    assert [look_styles._hex(each) for each in measured] == tokens


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_component_is_exported_and_in_the_gallery() -> None:
    folder = _WEB / "templates"
    exported = _EXPORTED.findall((folder / "parts.html").read_text(encoding="utf-8"))
    shown = gallery.PAGE.read_text(encoding="utf-8")

    written = {
        name
        for path in (folder / "parts").glob("*.html")
        for name in _MACRO.findall(path.read_text(encoding="utf-8"))
        if not name.startswith("_")
    }
    assert {name for name, _, _ in exported} == written
    assert [name for name, _, of_file in exported if name != of_file] == []
    assert [name for name in sorted(written) if f"parts.{name}(" not in shown] == []
    assert len(written) > 25


@pytest.mark.parametrize("language", gallery.LANGUAGES)
def test_the_gallery_has_texts_for_every_language(language: str) -> None:
    html = gallery.page(language, "light")

    assert f'<html lang="{language}">' in html
    assert "built-in method" not in html
    assert re.findall(r' style="', html) == []
    ids = re.findall(r' id="([^"]+)"', html)
    assert sorted(ids) == sorted(set(ids))


def test_icons_that_templates_name_are_in_the_sprite() -> None:
    named = {
        name
        for path in [*_PACKAGE.rglob("templates/**/*.html"), gallery.PAGE]
        for name in re.findall(r'\bicon\("([a-z0-9-]+)"', path.read_text(encoding="utf-8"))
    }

    assert named
    assert named - set(icons.names()) == set()
    assert icons.names() == sorted(set(icons.names()))
    assert icons.SPRITE.stat().st_size < 20_000


def test_a_shop_loads_no_component_of_the_back_office() -> None:
    shop, office = (assets.files()[name].decode() for name in ("shop.css", "openmall.css"))

    assert ".save-bar" in office
    assert ".save-bar" not in shop
    assert ".badge" in shop
    assert "/*" not in shop + office


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1, gzip;q=0.5", True),
        ("GZIP", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("identity", False),
        ("", False),
    ],
)
def test_a_file_is_compressed_for_those_who_take_it(
    world: World, accepted: str, packed: bool
) -> None:
    answer = Browser(world).open(assets.address("openmall.css"), **{"Accept-Encoding": accepted})

    assert answer.status_code == 200
    assert answer.headers["vary"] == "accept-encoding"
    assert ("content-encoding" in answer.headers) is packed
    assert answer.content == assets.files()["openmall.css"]
    size = int(answer.headers["content-length"])
    assert size == (len(gzip.compress(answer.content, mtime=0)) if packed else len(answer.content))


def test_pages_with_secrets_are_never_compressed(world: World) -> None:
    page = Browser(world).open("/api/v2/oauth/sign-in", **{"Accept-Encoding": "gzip"})

    assert page.headers["content-type"].startswith("text/html")
    assert "content-encoding" not in page.headers
