"""What pages load: stylesheets and scripts that ship with the package, at `/assets/` of every host.

An address changes with the content of its file, so a browser keeps it for ever and asks once.

Style sheets and scripts lie in parts, `assets/styles/NN-name.css` and `assets/scripts/NN-name.js`,
one for a component or a part of the frame (docs/design.md). They are joined in the order of their
numbers:

- `openmall.css` has all of them: pages of work load it.
- `shop.css` has those below `_FIRST_OF_WORK`, then its own, so that shops do not load the rest.
- `openmall.js` has all scripts of components.

Every file is also kept compressed, for browsers that take gzip.
"""

import gzip
import hashlib
import re
from pathlib import Path
from typing import Final

from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request

PREFIX: Final = b"/assets/"
_FOLDER: Final = Path(__file__).parent / "assets"
_KINDS: Final = {
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
}
_FIRST_OF_WORK: Final = "50"
"""Number of the first style sheet that only pages of work have."""


def _styles(*paths: Path) -> bytes:
    """Join style sheets without their comments and the space between tokens."""
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};]) ?", r"\1", text)
    text = re.sub(r"(?<=[{;])(--?[\w-]+|[a-z-]+): ", r"\1:", text)
    return text.replace(";}", "}").strip().encode()


def files() -> dict[str, bytes]:
    """Return what is served: name -> content."""
    whole = {path.name: path.read_bytes() for path in sorted(_FOLDER.iterdir()) if path.is_file()}
    styles = sorted((_FOLDER / "styles").glob("*.css"))
    shared = [path for path in styles if path.name < _FIRST_OF_WORK]
    scripts = sorted((_FOLDER / "scripts").glob("*.js"))
    return {
        **whole,
        "openmall.css": _styles(*styles),
        "shop.css": _styles(*shared, _FOLDER / "shop.css"),
        "openmall.js": b"".join(path.read_bytes() for path in scripts),
    }


_FILES: Final = files()
_PACKED: Final = {name: gzip.compress(content, mtime=0) for name, content in _FILES.items()}
_ADDRESSES: Final = {
    name: f"/assets/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
    for name, content in _FILES.items()
}


def address(name: str) -> str:
    """Return where a file is loaded from. Raises KeyError for one that does not ship."""
    return _ADDRESSES[name]


class Assets:
    """The part of the application that serves the files; any other address is not its own."""

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request reads a file that ships."""
        path = request.raw_path
        return (
            path.startswith(PREFIX)
            and request.method in ("GET", "HEAD")
            and path.removeprefix(PREFIX).decode("latin-1") in _FILES
        )

    async def answer(self, exchange: Exchange) -> None:
        """Answer the file."""
        request = exchange.request
        name = request.raw_path.removeprefix(PREFIX).decode()
        packed = _takes_gzip(request)
        content = (_PACKED if packed else _FILES)[name]
        headers = [
            (b"content-type", _KINDS[Path(name).suffix]),
            (b"content-length", b"%d" % len(content)),
            (b"vary", b"accept-encoding"),
            *([(b"content-encoding", b"gzip")] if packed else []),
            (b"cache-control", b"public, max-age=31536000, immutable"),
            (b"x-content-type-options", b"nosniff"),
            (b"x-request-id", request.id.encode()),
        ]
        answer = Answer(200, b"" if request.method == "HEAD" else content, headers)
        await answer.send(exchange.send)


def _takes_gzip(request: Request) -> bool:
    """Say whether a client accepts gzip: named, without a quality of zero (RFC 9110, 12.5.3)."""
    for each in request.headers.get(b"accept-encoding", b"").lower().split(b","):
        coding, _, quality = each.strip().partition(b";")
        if coding.strip() == b"gzip":
            return not re.fullmatch(rb"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return False
