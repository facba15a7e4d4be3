"""What pages load: stylesheets and scripts that ship with the package, at `/assets/` of every host.

An address changes with the content of its file, so a browser keeps it for ever and asks once.

The style sheet of all pages lies in parts, `assets/styles/NN-name.css`, one for a component or a part
of the frame. They are joined in the order of their numbers to `openmall.css`, so that a page asks once.
"""

import hashlib
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


def _joined(folder: Path) -> bytes:
    """Join style sheets in the order of their names."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("*.css")))


_FILES: Final = {
    **{path.name: path.read_bytes() for path in sorted(_FOLDER.iterdir()) if path.is_file()},
    "openmall.css": _joined(_FOLDER / "styles"),
}
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
        content = _FILES[name]
        headers = [
            (b"content-type", _KINDS[Path(name).suffix]),
            (b"content-length", b"%d" % len(content)),
            (b"cache-control", b"public, max-age=31536000, immutable"),
            (b"x-content-type-options", b"nosniff"),
            (b"x-request-id", request.id.encode()),
        ]
        answer = Answer(200, b"" if request.method == "HEAD" else content, headers)
        await answer.send(exchange.send)
