"""Pages: templates in a reader's language, and the headers every page is answered with."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from babel.support import Translations
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.responses import Response

from openmall.http.web import assets, languages, picture_addresses, plots
from openmall.translations import catalogues, particles

_SELF: Final = "'self'"
_NOBODY: Final = "'none'"
_FOLDER: Final = Path(__file__).parent / "templates"
_PATH: Final = re.compile(r"/(?:(?![/\\])[^\x00-\x20\x7f]*)?")
"""A path of the same origin to every browser: `//` and `/\\` would begin the name of a host."""


_SHARED: Final[dict[str, Any]] = {
    "asset": assets.address,
    "plot_data": plots.data,
}
"""What every template has; a value of a page must have another name."""


class _Compiled(BytecodeCache):
    """Templates as they were compiled for the first language: all languages have the same code."""

    def __init__(self) -> None:
        self._compiled: dict[str, Bucket] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        known = self._compiled.get(bucket.key)
        if known is not None and known.checksum == bucket.checksum:
            bucket.code = known.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket


_COMPILED: Final = _Compiled()


class Templates:
    """The templates of a package of pages, which may extend and import the shared ones."""

    def __init__(self, domain: str, *folders: Path) -> None:
        """`domain`: the gettext domain of their texts."""
        self._domain = domain
        self._folders = [*folders, _FOLDER]
        self._environments: dict[str, Environment] = {}

    def render(self, name: str, language: str, /, **values: Any) -> str:
        """Return the HTML of a template in a language that the domain offers."""
        assert values.keys().isdisjoint({"languages", *_SHARED}), (
            "a page's value hides one of the frame"
        )
        return self._in(language).get_template(name).render(language=language, **values)

    def _in(self, language: str) -> Environment:
        environment = self._environments.get(language)
        if environment is None:
            environment = Environment(
                loader=FileSystemLoader(self._folders),
                autoescape=True,
                undefined=StrictUndefined,
                trim_blocks=True,
                lstrip_blocks=True,
                auto_reload=False,
                finalize=_printed,
                extensions=["jinja2.ext.i18n"],
                bytecode_cache=_COMPILED,
            )
            untyped: Any = environment  # what the extension adds has no types
            translations = catalogues.translations(language, self._domain)
            untyped.install_gettext_translations(translations, newstyle=True)
            environment.globals["gettext"] = _gettext(translations)
            environment.globals |= {**_SHARED, "languages": languages.OFFERED[self._domain]}
            environment.filters["picture"] = picture_addresses.shown
            self._environments[language] = environment
        return environment


def _gettext(translations: Translations) -> Callable[..., str]:
    """Return `gettext` of templates, which chooses the particles behind values."""

    @pass_context
    def gettext(context: Context, text: str, /, **values: Any) -> str:
        found = particles.chosen(str(translations.gettext(text)), values)
        # a format string also without values, as that of the extension is
        shown = Markup(found) if context.eval_ctx.autoescape else found  # noqa: S704 # translated
        return shown % values

    return gettext


def _printed(value: Any) -> Any:
    """Return how a template prints a value: a moment as the APIs write it."""
    return value.isoformat() if isinstance(value, datetime) else value


def answer(
    html: str,
    *,
    status: int = 200,
    scripts: bool = False,
    scripts_beyond: Sequence[str] = (),
    connections_beyond: Sequence[str] = (),
    target: str = "",
    pictures: str = "",
    frames: str = "",
    referrer: str = "same-origin",
    framed_by: str = "",
    alone: bool = False,
) -> Response:
    """Return a page with the headers all of ours have.

    `scripts`: it runs our own scripts; a page that does not need them forbids all.
    `scripts_beyond`: the addresses of others that it runs as well, and `connections_beyond` the
    origins that they may call. `pictures`: where it shows some from beside our own. `frames`: the
    origin of a page that it shows in a frame. `referrer`: what other sites learn of it;
    where its own address is a secret `strict-origin`. With `no-referrer` browsers would not say
    which origin a form comes from (`form_origins.py`).
    `framed_by`: the origin whose pages may show it in a frame, `'self'` for its own; no other page
    ever may. `alone`: no window that opened it, or that it opens, can reach its document.
    `target`: scheme of the address the page's form ends at, when that is an app's. Browsers hold
    `form-action` against every redirect that follows a form, also those of the app's own site.
    """
    beyond = f" https: {target}:" if target else ""
    shown = f" {pictures}" if pictures else ""
    framed = f" frame-src {frames};" if frames else ""
    running = ""
    if scripts:
        running = f" script-src {' '.join((_SELF, *scripts_beyond))};"
        running += f" connect-src {' '.join((_SELF, *connections_beyond))};"
    return Response(
        html,
        status,
        {
            "Content-Security-Policy": "default-src 'none'; style-src 'self';"
            f"{running}{framed} img-src 'self' data:{shown}; base-uri 'none';"
            f" form-action 'self'{beyond};"
            f" frame-ancestors {framed_by or _NOBODY}",
            # the older header knows no other origin than the page's own
            **({} if framed_by else {"X-Frame-Options": "DENY"}),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": referrer,
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin" if alone else "same-origin-allow-popups",
        },
        "text/html",
    )


def redirect(address: str) -> Response:
    """Return a redirect to a page of the same origin, which is then read with GET.

    Raises ValueError for what a browser would look for at another one.
    """
    if not _PATH.fullmatch(address):
        raise ValueError(f"{address!r} is no path of the origin")
    return redirect_beyond(address)


def redirect_beyond(address: str) -> Response:
    """Return a redirect to an address that may be of another origin: by none that a request names.

    Each use is listed with its reason in `tests/guards/test_redirects.py`.
    """
    return Response(status_code=303, headers={"Location": address, "Cache-Control": "no-store"})
