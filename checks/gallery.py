"""Show every component of the pages in its states: `python -m checks.gallery`.

Writes four pages, in English and Korean, light and dark, with all they load into a folder, and
serves it on this machine. They are made of `http/web/templates/parts.html` by
`gallery_page/gallery.html`; nothing of it is in the installed package, so that no installation has
it. docs/design.md explains the components; tests/journeys/test_gallery.py compares the pages with
stored pictures at night.
"""

import argparse
import functools
import http.server
import re
import tempfile
from pathlib import Path
from typing import Any, Final

from checks import gallery_words, icons
from openmall.http.web import assets, pages
from openmall.http.web.pages import Templates
from openmall.http.web.plots import Plot, Series

PAGE: Final = Path(__file__).parent / "gallery_page" / "gallery.html"
LANGUAGES: Final = ("en", "ko")
THEMES: Final = ("light", "dark")
ROLES: Final = (
    *("page", "sunken", "card", "hover", "line", "edge", "field", "text", "quiet"),
    *("accent", "accent-strong", "tint", "good", "good-tint", "good-mark"),
    *("warn", "warn-tint", "warn-mark", "bad", "bad-tint", "bad-mark"),
    *("plot-1", "plot-2", "plot-3", "plot-4"),
)
"""Colours of styles/00-tokens.css that the gallery shows."""
_STYLES: Final = "\n".join(
    [
        ".swatch-list { display: grid; gap: 8px;"
        " grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));"
        " margin: 12px 0; padding: 0; list-style: none; }",
        ".swatch-list span { display: block; height: 32px; border: 1px solid var(--line);"
        " border-radius: var(--r-m); }",
        ".part > h2 { margin-bottom: 12px; } .part > * + .skeleton { margin-top: 16px; }",
        # open dialogs cover the page: here they stand in it
        ".part > .dialog:not([open]) { display: block; position: static; margin: 12px 0; }",
        *(f".swatch-{role} {{ background: var(--{role}); }}" for role in ROLES),
        *(f".type-{size} {{ font-size: var(--size-{size}); }}" for size in ("3xl", "2xl", "xl")),
        *(f".type-{size} {{ font-size: var(--size-{size}); }}" for size in ("l", "xs")),
    ]
)
_DARK: Final = "@media (prefers-color-scheme:dark)"
_MARK: Final = "/assets/mark.svg"


def write(folder: Path) -> list[Path]:
    """Write the pages and what they load into a folder; return the pages."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    for name, content in assets.files().items():
        (folder / "assets" / name).write_bytes(content)
    styles = assets.files()["openmall.css"].decode().replace(_DARK.replace(":", ": "), _DARK)
    assert _DARK in styles, "the tokens of the dark theme"
    for theme in THEMES:
        chosen = styles.replace(_DARK, "@media all" if theme == "dark" else "@media not all")
        chosen = chosen.replace("color-scheme:light dark", f"color-scheme:{theme}")
        (folder / "assets" / f"{theme}.css").write_text(chosen + _STYLES, encoding="utf-8")
    written = []
    for language in LANGUAGES:
        for theme in THEMES:
            written.append(folder / f"{language}-{theme}.html")
            written[-1].write_text(page(language, theme), encoding="utf-8")
    (folder / "index.html").write_text(page("en", "light"), encoding="utf-8")
    return written


def page(language: str, theme: str) -> str:
    """Return the HTML of one page."""
    words = gallery_words.WORDS[language]
    others = [
        (f"/{other}-{shade}.html", f"{other} · {shade}") for other in LANGUAGES for shade in THEMES
    ]
    html = Templates("backoffice", PAGE.parent).render(
        PAGE.name,
        language,
        words=words,
        others=others,
        roles=ROLES,
        icons=icons.names(),
        picture=_MARK,
        picks=_picks(words),
        plot=_plot(words),
        form_token="",
        form_state=_FormState(),
    )
    return re.sub(r"/assets/openmall\.css\?v=\w+", f"/assets/{theme}.css", html)


class _FormState:
    """What `parts.shown` asks a page for: nothing was typed."""

    def shown(self, action: str, name: str, stored: str) -> str:
        """Return the value that the page shows."""
        return stored


def _picks(words: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "value": str(number),
            "text": f"{words['name']} {number}",
            "detail": f"P00000{number}",
            "picture": _MARK if number % 2 else "",
            "chosen": number == 1,
        }
        for number in range(1, 8)
    ]


def _plot(words: dict[str, Any]) -> Plot:
    values = [12.0, 19.0, 15.0, 22.0, 30.0, 27.0, 35.0]
    return Plot(
        title=words["orders"],
        labels=[f"11-{day}" for day in range(21, 28)],
        series=[Series(words["orders"], values)],
    )


def main() -> None:
    """Write the gallery and serve it until it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, help="Write the pages there and end.")
    parser.add_argument("--port", type=int, default=8090)
    chosen = parser.parse_args()
    if chosen.folder is not None:
        write(chosen.folder)
        return
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        with server(Path(folder), chosen.port) as serving:
            print(f"http://127.0.0.1:{serving.server_port}/", flush=True)
            serving.serve_forever()


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """Return a server of the folder for this machine alone."""
    handler = functools.partial(_Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the files with the policy of pages, so that what it forbids is missing here too."""

    def end_headers(self) -> None:
        """End the headers with the policy."""
        policy = pages.answer("", scripts=True).headers["Content-Security-Policy"]
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Print nothing for a request."""


if __name__ == "__main__":
    main()
