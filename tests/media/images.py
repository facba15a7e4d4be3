"""Pictures as clients send them, well made and otherwise."""

import base64
import io
import struct
import zlib
from typing import Any

from PIL import Image


def picture(width: int, height: int, form: str = "JPEG", /, mode: str = "RGB", **how: Any) -> bytes:
    """Return a file of a picture, its upper half one colour, its lower half another."""
    drawn = Image.new("RGB", (width, height), "teal")
    drawn.paste(Image.new("RGB", (width, (height + 1) // 2), "orange"))
    file = io.BytesIO()
    drawn.convert(mode).save(file, form, **how)
    return file.getvalue()


def base64_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


def read(content: bytes) -> Image.Image:
    """Return a picture with its pixels."""
    found = Image.open(io.BytesIO(content))
    found.load()
    return found


def bomb(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes that says it is `width` by `height` pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
