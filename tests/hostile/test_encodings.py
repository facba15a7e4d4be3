"""Files in encodings that are none, or that take time without end; uploads beside sign-in."""

import asyncio
import threading
import time
from encodings.aliases import aliases
from pathlib import Path

import pytest

from openmall.access import passwords
from openmall.contract.errors import Invalid
from openmall.contract.worker_threads import DOCUMENTS, PICTURES, UPLOADS
from openmall.events.file_transfers import encodings
from openmall.pages.backoffice.transfers import import_sources
from openmall.transfer.imports.reading import CannotRead, Source
from tests.world import Stage, World

HOSTILE = [
    "punycode", "idna", "zip", "zlib", "bz2", "hex", "base64", "quopri", "uu", "rot13", "undefined",
    "unicode_escape", "raw_unicode_escape", "utf-7", "mbcs", "oem", "palmos", "charmap",
    "iso2022_kr", "hz", "../x", "utf-8\x00", "", "x" * 200,
]  # fmt: skip
FINE = {
    "UTF-8": "utf-8", "utf8": "utf-8", "Windows-1252": "cp1252", "EUC_KR": "euc-kr",
    "Shift_JIS": "shift_jis", "latin1": "latin-1", "ISO-8859-1": "latin-1", "CP949": "cp949",
    "big5": "big5", "GB18030": "gb18030", "utf-16": "utf-16",
}  # fmt: skip


@pytest.mark.parametrize(("name", "codec"), list(FINE.items()))
def test_names_that_people_use_are_known(name: str, codec: str) -> None:
    assert encodings.codec(name) == codec
    text = "name,price\nAB,1\n"
    assert text.encode(codec).decode(encodings.text_codec(name)) == text


@pytest.mark.parametrize("name", HOSTILE)
def test_other_names_are_refused_wherever_a_file_is_read(
    world: World, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(b"Handle,Title\na,b\n")

    with pytest.raises(LookupError):
        encodings.codec(name)
    with pytest.raises(Invalid) as refused:
        import_sources.rewritten(
            "shopify",
            "products",
            file.read_bytes(),
            name,
            now="2026-11-28 12:00:00",
            currency="KRW",
            tax_rate=10,
        )
    assert refused.value.parameter == "encoding"
    with pytest.raises(CannotRead):
        Source(file, format_="csv", encoding=name)
    answer = world.call("POST", "imports", json={"request": {"kind": "products", "encoding": name}})
    assert (answer.status_code, answer.json()["error"]["more_info"]["parameter"]) == (
        422, "encoding",
    )  # fmt: skip


def test_every_codec_that_is_read_takes_time_in_proportion() -> None:
    text = b"A\xa1\xb0," * 400_000
    for codec in set(encodings._CODECS.values()):
        began = time.process_time()
        text.decode(codec, errors="replace")
        assert time.process_time() - began < 2, codec
    assert set(encodings._CODECS.values()).isdisjoint({"punycode", "idna"})
    assert "punycode" not in {aliases.get(each, each) for each in encodings._CODECS}


def test_sign_in_does_not_wait_for_uploads(stage: Stage) -> None:
    go = threading.Event()

    async def beside() -> bool:
        busy = [
            asyncio.create_task(threads.run(go.wait, 30))
            for threads in (UPLOADS, DOCUMENTS, PICTURES)
            for _ in range(40)
        ]
        await asyncio.sleep(0)
        try:
            hashed = await asyncio.wait_for(passwords.hash_password_in_thread("a password"), 20)
            return await asyncio.wait_for(passwords.matches_in_thread("a password", hashed), 20)
        finally:
            go.set()
            await asyncio.gather(*busy)

    assert stage.run(beside)
