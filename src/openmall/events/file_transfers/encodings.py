"""The encodings of texts that are read from files, by the names people know them by.

Python reads more under names of its own: some take time by the square of the text (`punycode`),
some unpack (`zip`, `bz2`), some are no texts. So a name is looked up here, and nowhere else.
"""

import re
from typing import Final

_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "utf-8": ("utf8", "utf8sig", "u8", "ascii", "usascii"),
    "utf-16": ("utf16", "u16"),
    "utf-16-le": ("utf16le",),
    "utf-16-be": ("utf16be",),
    "cp949": ("cp949", "ms949", "uhc", "949", "windows949"),
    "euc-kr": ("euckr", "ksc5601", "ksx1001", "ksc56011987"),
    "shift_jis": ("shiftjis", "sjis", "xsjis"),
    "cp932": ("cp932", "ms932", "windows31j", "932"),
    "euc-jp": ("eucjp", "ujis"),
    "gb18030": ("gb18030",),
    "gbk": ("gbk", "cp936", "ms936", "936"),
    "gb2312": ("gb2312", "euccn"),
    "big5": ("big5", "big5tw"),
    "cp950": ("cp950", "ms950", "950"),
    "big5-hkscs": ("big5hkscs",),
    "koi8-r": ("koi8r",),
    "koi8-u": ("koi8u",),
    "tis-620": ("tis620", "iso885911"),
    "cp874": ("cp874", "windows874"),
    "mac-roman": ("macroman", "macintosh"),
    "cp437": ("cp437", "ibm437", "437"),
    "cp850": ("cp850", "ibm850", "850"),
    "latin-1": ("latin1", "l1", "iso88591"),
    "iso-8859-15": ("iso885915", "latin9"),
    **{f"iso-8859-{part}": (f"iso8859{part}",) for part in (*range(2, 11), 13, 14, 16)},
    **{f"cp125{end}": (f"cp125{end}", f"windows125{end}", f"125{end}") for end in range(9)},
}  # fmt: skip
"""Codec -> the names of it, in small letters, without signs."""
_CODECS: Final = {name: codec for codec, names in _ALIASES.items() for name in names}
_SIGNS: Final = re.compile(r"[-_ .:]")
LONGEST: Final = 30
"""Characters of a name."""


def codec(name: str) -> str:
    """Return Python's name of an encoding. Raises LookupError for one that is not read."""
    key = _SIGNS.sub("", name[:LONGEST].lower()) if len(name) <= LONGEST else ""
    try:
        return _CODECS[key]
    except KeyError:
        raise LookupError(f"{name[:LONGEST]!r} is no encoding this program knows") from None


def text_codec(name: str) -> str:
    """Return the codec of a file's text, whose first bytes may say that it is UTF-8.

    Raises LookupError for an encoding that is not read.
    """
    found = codec(name)
    return "utf-8-sig" if found == "utf-8" else found
