"""What clients send is a picture or refused, and what is shown was made by us."""

import base64
import io
import os
import random
import time
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from openmall.contract.errors import Invalid
from openmall.contract.pictures import Size
from openmall.media.store import Folder, name_of, never_changes
from openmall.media.workshop import FRESH, MAX_BYTES, MAX_PIXELS, Workshop
from tests.media.images import base64_of, bomb, picture, read

SCRIPT = b"<script>alert(document.domain)</script>"
NO_BASE64 = "Expected a picture in base64."
NO_PICTURE = "Expected a picture: JPEG, PNG, GIF, WEBP."
DAMAGED = "The picture is damaged or not complete."
TOO_WIDE = "A picture has at most 25000000 pixels."


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def workshop(folder: Folder) -> Workshop:
    return Workshop(folder)


def made(
    workshop: Workshop, folder: Folder, content: bytes, size: Size | None = None
) -> tuple[str, bytes]:
    """Return where a picture that was sent is shown, and what is shown there."""
    [path] = workshop.make("demo", base64_of(content), [size], parameter="image")
    kept = folder.read("demo", path.removeprefix("/files/"))
    assert kept is not None
    return path, kept


def files(folder: Folder) -> list[Path]:
    return [path for path in folder.root.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("came", "is_made", "ending"),
    [
        ("JPEG", "JPEG", "jpg"),
        ("PNG", "PNG", "png"),
        ("GIF", "PNG", "png"),
        ("WEBP", "WEBP", "webp"),
    ],
)
def test_each_format_is_made_anew(
    workshop: Workshop, folder: Folder, came: str, is_made: str, ending: str
) -> None:
    path, kept = made(workshop, folder, picture(40, 30, came))
    shown = read(kept)
    assert (shown.format, shown.size, shown.mode) == (is_made, (40, 30), "RGB")
    assert path == "/files/" + name_of(kept, ending, (40, 30))
    assert never_changes(path.removeprefix("/files/"))
    for at, colour in ((5, (255, 165, 0)), (25, (0, 128, 128))):
        pixel = shown.getpixel((20, at))
        assert isinstance(pixel, tuple)
        assert [abs(one - other) < 16 for one, other in zip(pixel, colour, strict=True)] == [
            True
        ] * 3


@pytest.mark.parametrize(
    ("came", "size", "shown"),
    [
        ((1000, 500), Size(300, 300), (300, 150)),
        ((500, 1000), Size(300, 300), (150, 300)),
        ((1000, 1000), Size(300, 100), (100, 100)),
        ((300, 100), Size(300, 100), (300, 100)),
        ((40, 30), Size(300, 300), (40, 30)),
        ((4000, 2), Size(100, 100), (100, 1)),
        ((1000, 500), None, (1000, 500)),
    ],
)
def test_a_picture_fits_its_frame_keeps_its_proportions_and_is_never_enlarged(
    workshop: Workshop,
    folder: Folder,
    came: tuple[int, int],
    size: Size | None,
    shown: tuple[int, int],
) -> None:
    for form in ("JPEG", "PNG"):
        _, kept = made(workshop, folder, picture(*came, form), size)
        assert read(kept).size == shown


def test_one_picture_is_made_in_several_sizes_and_those_alike_are_one_file(
    workshop: Workshop, folder: Folder
) -> None:
    sizes = [Size(500, 500), Size(300, 300), Size(500, 500)]
    big, middle, again = workshop.make(
        "demo", base64_of(picture(600, 600)), sizes, parameter="image"
    )
    assert big == again != middle
    assert len(files(folder)) == 3, "two sizes and the original"


@pytest.mark.parametrize(
    "before", ["", "data:image/png;base64,", "data:image/svg+xml;base64,", "data:text/html;base64,"]
)
def test_what_a_data_address_says_it_is_does_not_matter(
    workshop: Workshop, folder: Folder, before: str
) -> None:
    sent = before + base64_of(picture(8, 8, "PNG"))
    [path] = workshop.make("demo", sent, [None], parameter="image")
    assert path.endswith(".png")


def test_base64_may_be_broken_into_lines(workshop: Workshop, folder: Folder) -> None:
    content = picture(40, 30, "PNG")
    sent = base64.encodebytes(content).decode().replace("\n", "\r\n")
    assert workshop.make("demo", sent, [None], parameter="image") == [
        made(workshop, folder, content)[0]
    ]


@pytest.mark.parametrize(
    ("mode", "form", "shown"),
    [
        ("CMYK", "JPEG", "RGB"), ("L", "JPEG", "RGB"), ("L", "PNG", "RGB"), ("1", "PNG", "RGB"),
        ("P", "PNG", "RGB"), ("I;16", "PNG", "RGB"), ("LA", "PNG", "RGBA"), ("RGBA", "PNG", "RGBA"),
        ("P", "GIF", "RGB"), ("RGBA", "WEBP", "RGBA"),
    ],
)  # fmt: skip
def test_every_kind_of_pixel_can_be_shown(
    workshop: Workshop, folder: Folder, mode: str, form: str, shown: str
) -> None:
    if mode in ("LA", "RGBA"):
        file = io.BytesIO()
        Image.new(mode, (8, 8)).save(file, form)
        content = file.getvalue()
    elif mode == "I;16":
        file = io.BytesIO()
        Image.new(mode, (8, 8), 0x8000).save(file, form)
        content = file.getvalue()
    else:
        content = picture(8, 8, form, mode=mode)
    kept = read(made(workshop, folder, content)[1])
    assert (kept.size, kept.mode) == ((8, 8), shown)
    if mode == "I;16":
        assert kept.getpixel((0, 0)) == (0x80, 0x80, 0x80)


def test_a_photograph_is_turned_upright_and_forgets_where_it_was_taken(
    workshop: Workshop, folder: Folder
) -> None:
    notes = Image.Exif()
    notes[0x0112] = 6  # turned by a quarter
    notes[0x010F] = "Camera of somebody"
    content = picture(80, 40, "JPEG", exif=notes, comment=SCRIPT)
    assert b"Camera of somebody" in content
    _, kept = made(workshop, folder, content)
    shown = read(kept)
    assert shown.size == (40, 80)
    assert (len(shown.getexif()), "comment" in shown.info) == (0, False)
    assert (b"Camera" in kept, SCRIPT in kept) == (False, False)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "WEBP"])
def test_a_script_behind_the_pixels_does_not_come_through(
    workshop: Workshop, folder: Folder, form: str
) -> None:
    _, kept = made(workshop, folder, picture(16, 16, form) + SCRIPT)
    assert SCRIPT not in kept
    assert read(kept).size == (16, 16)


def test_a_script_in_the_notes_does_not_come_through(workshop: Workshop, folder: Folder) -> None:
    notes = PngInfo()
    notes.add_text("Comment", SCRIPT.decode())
    content = picture(16, 16, "PNG", pnginfo=notes, icc_profile=SCRIPT)
    assert SCRIPT in content
    _, kept = made(workshop, folder, content)
    assert (SCRIPT in kept, read(kept).info) == (False, {})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", NO_PICTURE),
        (b"GIF89a", NO_PICTURE),
        (SCRIPT, NO_PICTURE),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NO_PICTURE),
        (b"GIF89a/*" + SCRIPT, NO_PICTURE),
        (b"%PDF-1.7\n", NO_PICTURE),
        (b"\xff\xd8\xff\xe0" + b"\0" * 64, NO_PICTURE),
        (b"RIFF\xff\xff\xff\xffWEBPVP8 " + b"\0" * 64, NO_PICTURE),
        (picture(8, 8, "BMP"), NO_PICTURE),
        (picture(8, 8, "TIFF"), NO_PICTURE),
        (picture(8, 8, "ICO"), NO_PICTURE),
        (picture(900, 900, "JPEG")[:-2000], DAMAGED),
        (picture(900, 900, "PNG")[:-100], DAMAGED),
        (picture(900, 900, "GIF")[:-100], DAMAGED),
        (picture(900, 900, "WEBP")[:-100], NO_PICTURE),
        (bomb(100, 100), DAMAGED),
        (bomb(5001, 5000), TOO_WIDE),
        (bomb(20_000, 20_000), TOO_WIDE),
        (bomb(2_000_000_000, 2_000_000_000), TOO_WIDE),
        (picture(16_000, 1_563, "WEBP", lossless=True, quality=0, method=0), TOO_WIDE),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value[:12]!r}",
)
def test_what_is_no_picture_is_refused_by_name_and_nothing_is_kept(
    workshop: Workshop, folder: Folder, content: bytes, said: str
) -> None:
    with pytest.raises(Invalid) as refused:
        workshop.make("demo", base64_of(content), [Size(100, 100)], parameter="list_image")
    assert (refused.value.message, refused.value.parameter) == (said, "list_image")
    assert files(folder) == []


@pytest.mark.parametrize(
    "sent",
    [
        "A",
        "====",
        "iVBORw0KGgo",
        "data:image/png;base64,",
        "data:image/png,AAAA",
        "https://a.example/b.png",
    ],
)
def test_what_is_no_base64_is_refused(workshop: Workshop, folder: Folder, sent: str) -> None:
    with pytest.raises(Invalid) as refused:
        workshop.make("demo", sent, [None], parameter="image")
    assert refused.value.message in (NO_BASE64, NO_PICTURE)
    assert files(folder) == []


def test_more_bytes_than_a_picture_may_have_are_not_even_decoded(
    workshop: Workshop, folder: Folder
) -> None:
    for more in (1, 30 * 1024 * 1024):
        sent = base64_of(picture(8, 8, "PNG").ljust(MAX_BYTES + more, b"\0"))
        with pytest.raises(Invalid) as refused:
            workshop.make("demo", sent, [None], parameter="image")
        assert refused.value.message == "A picture has at most 10485760 bytes."
    assert files(folder) == []


def test_a_picture_as_large_as_may_be_is_made(workshop: Workshop, folder: Folder) -> None:
    content = picture(5000, MAX_PIXELS // 5000, "PNG").ljust(MAX_BYTES, b"\0")
    _, kept = made(workshop, folder, content, Size(100, 100))
    assert read(kept).size == (100, 100)


def test_a_picture_of_the_shop_is_cut_down_and_one_that_fits_stays(
    workshop: Workshop, folder: Folder
) -> None:
    path, _ = made(workshop, folder, picture(800, 400))
    fits, smaller = workshop.make("demo", path, [Size(800, 800), Size(200, 200)], parameter="image")
    assert fits == path
    kept = folder.read("demo", smaller.removeprefix("/files/"))
    assert kept is not None
    assert read(kept).size == (200, 100)


@pytest.mark.parametrize(
    "path", ["/files/none.png", "/files/", "/files/../openmall.sqlite", "/files/a%00.png"]
)
def test_a_path_where_nothing_is_shown_is_refused(
    workshop: Workshop, folder: Folder, path: str
) -> None:
    with pytest.raises(Invalid):
        workshop.make("demo", path, [None], parameter="image")


def test_another_malls_picture_is_not_found(workshop: Workshop, folder: Folder) -> None:
    path, _ = made(workshop, folder, picture(8, 8))
    with pytest.raises(Invalid, match="There is no such picture"):
        workshop.make("other", path, [None], parameter="image")


def test_the_same_pixels_are_the_same_file(workshop: Workshop, folder: Folder) -> None:
    first = made(workshop, folder, picture(60, 60, "PNG"))
    written = files(folder)[0].stat().st_mtime_ns
    second = made(workshop, folder, picture(60, 60, "PNG") + b"more")
    assert first == second
    assert [path.stat().st_mtime_ns for path in files(folder)] == [written]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "WEBP"])
def test_whatever_bytes_are_damaged_it_is_a_picture_or_refused(
    workshop: Workshop, folder: Folder, form: str
) -> None:
    chance = random.Random(form)
    whole = picture(90, 60, form)
    ends = {"shown": 0, "refused": 0}
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            _, kept = made(workshop, folder, bytes(damaged), Size(50, 50))
        except Invalid:
            ends["refused"] += 1
        else:
            assert max(read(kept).size) <= 50
            ends["shown"] += 1
    assert min(ends.values()) > 0


def test_a_picture_that_is_sent_again_after_hours_is_as_if_new(
    workshop: Workshop, folder: Folder
) -> None:
    content = picture(40, 30, "PNG")
    path, kept = made(workshop, folder, content)
    name = path.removeprefix("/files/")
    place = folder.of("demo") / name
    for sent in (base64_of(content), path):
        for age, written in ((FRESH - 60, False), (FRESH + 60, True)):
            then = time.time() - age
            os.utime(place, (then, then))
            assert workshop.make("demo", sent, [None], parameter="image") == [path]
            at = folder.written_at("demo", name)
            assert at is not None
            assert (at > then + 60) is written
    assert folder.read("demo", name) == kept
