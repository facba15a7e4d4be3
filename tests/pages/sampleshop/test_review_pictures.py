"""Pictures that members attach to posts: written, shown, taken off, and what is refused."""

import re
from collections.abc import Sequence
from io import BytesIO

import httpx
import pytest
from PIL import Image

from openmall.commerce.community.storefront_boards.pictured import A_MEMBER
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.community.board_setup import REVIEWS
from tests.commerce.product.stock_setup import stocked
from tests.media.images import bomb, picture
from tests.page_content import form_token
from tests.pages.backoffice.page_forms import said as office_said
from tests.pages.backoffice.page_forms import send as office_send
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

BOARD = f"/boards/{REVIEWS}"
WRITE = f"{BOARD}/write"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>'
_SHOWN = re.compile(r'<img src="([^"]*/files/made/[^"]+)"')


def attach(guest: Guest, pictures: Sequence[bytes], at: str = WRITE, **form: str) -> httpx.Response:
    """Send a post with pictures as a browser does."""
    token = form_token(guest.open(at).text)
    known = {"title": "Warm", "content": "It is warm.", "rating": "5", "form_token": token}
    files = [("pictures", (f"{n}.jpg", each, "image/jpeg")) for n, each in enumerate(pictures)]
    return guest._sent("POST", WRITE, data={**known, **form}, files=files)


def reviewed(world: World, guest: Guest, pictures: Sequence[bytes], **form: str) -> int:
    """Join, review a product with pictures, and return its number."""
    number, _ = stocked(world, 5)
    guest.join()
    answer = attach(guest, pictures, f"{WRITE}?product_no={number}", product_no=str(number), **form)
    assert answer.status_code == 303, said(answer.text)
    assert answer.headers["location"] == f"/products/{number}?done=written"
    return number


def article_of(guest: Guest, product: int) -> str:
    """Return the path of the only review of a product."""
    [path] = set(re.findall(rf'href="({BOARD}/articles/\d+)"', guest.see(f"/products/{product}")))
    return str(path)


def fetched(world: World, address: str) -> Image.Image:
    answer = world.request("GET", address.partition(".localhost")[2])
    assert answer.status_code == 200
    return Image.open(BytesIO(answer.content))


def stored(world: World) -> list[str]:
    """Return the names of the pictures that are stored for the mall."""
    return [each.path for each in world.stage.app._pictures._store.every(world.mall_id)]


def test_a_review_with_pictures_is_shown_at_the_product_and_in_the_post(
    world: World, guest: Guest
) -> None:
    notes = Image.Exif()
    notes[0x010F] = "Camera of Hana"
    number = reviewed(world, guest, [picture(90, 40, exif=notes), picture(3_000, 30, "PNG"), b""])

    everybody = Guest(world)
    few = _SHOWN.findall(everybody.see(f"/products/{number}"))
    path = article_of(everybody, number)
    shown = _SHOWN.findall(everybody.see(path))

    assert few == shown
    first, second = (fetched(world, each) for each in shown)
    assert (first.format, first.size, len(first.getexif())) == ("JPEG", (90, 40), 0)
    assert (second.format, second.size) == ("PNG", (2_000, 20))
    assert "remove-picture" not in everybody.see(path)


def test_its_author_takes_off_one_picture(world: World, guest: Guest) -> None:
    number = reviewed(world, guest, [picture(90, 40), picture(40, 90)])
    path = article_of(guest, number)
    first, second = _SHOWN.findall(guest.see(path))
    other = Guest(world)
    other.join("minho", email="minho@example.com", cellphone="010-0000-0001")

    foreign = other.send(path, act="remove-picture", url=first)
    unknown = guest.send(path, act="remove-picture", url=f"{first}x")
    onward = guest.done(path, act="remove-picture", url=first)

    assert (foreign.status_code, unknown.status_code) == (403, 404)
    assert onward == f"{path}?done=deleted"
    assert _SHOWN.findall(guest.see(path)) == [second]


def test_the_shop_takes_off_one_picture_and_none_of_another_post(
    world: World, guest: Guest, owner: Browser
) -> None:
    number = reviewed(world, guest, [picture(90, 40), picture(40, 90)])
    path = article_of(guest, number)
    article_no = path.rpartition("/")[2]
    first, second = _SHOWN.findall(guest.see(path))
    page = f"/admin/boards/{REVIEWS}-{article_no}"
    seen = owner.open(page).text

    removed = office_send(owner, page, "remove-file", url=second)
    again = office_send(owner, page, "remove-file", url=second)

    assert re.findall(r'<img class="attached-file" src="([^"]+)"', seen) == [first, second]
    assert office_said(removed) == "The file was removed."
    assert again.status_code == 404
    assert _SHOWN.findall(guest.see(path)) == [first]


def test_a_file_of_another_host_is_named_to_the_shop_and_not_shown(
    world: World, guest: Guest
) -> None:
    number, _ = stocked(world, 5)
    tracker = {"name": "x.png", "url": "https://tracker.example/x.png"}
    world.post(
        f"boards/{REVIEWS}/articles", writer="App", title="Hi", content="Hi", client_ip="192.0.2.1",
        product_no=number, attach_file_urls=[tracker],
    )  # fmt: skip

    assert "tracker.example" not in guest.see(f"/products/{number}")
    assert "tracker.example" not in guest.see(article_of(guest, number))


@pytest.mark.parametrize(
    ("pictures", "told"),
    [
        ([SVG], "Expected a picture: JPEG, PNG, GIF, WEBP."),
        ([b"GIF89a<script>alert(1)</script>"], "Expected a picture: JPEG, PNG, GIF, WEBP."),
        ([b"%PDF-1.7"], "Expected a picture: JPEG, PNG, GIF, WEBP."),
        ([bomb(50_000, 50_000)], "A picture has at most 25000000 pixels."),
        ([picture(900, 900)[:2_000]], "The picture is damaged or not complete."),
        ([picture(9, 9), SVG], "Expected a picture: JPEG, PNG, GIF, WEBP."),
        ([picture(9, 9)] * 6, "An article has at most 5 pictures."),
        ([b"\xff" * 1_100_000], "A picture has at most 1 MB here."),
    ],
    ids=["svg", "no gif", "pdf", "bomb", "damaged", "second", "six", "large"],
)
def test_what_is_no_picture_is_refused_at_its_field(
    world: World, guest: Guest, pictures: list[bytes], told: str
) -> None:
    world.put(f"boards/{REVIEWS}", attached_file_size_limit=1024 * 1024)
    guest.join()

    answer = attach(guest, pictures)

    assert answer.status_code == 422
    assert f'id="f-pictures-problem">{told}' in answer.text
    assert ">It is warm.</textarea>" in answer.text
    assert "Please choose the pictures again." in answer.text
    assert world.get(f"boards/{REVIEWS}/articles")["articles"] == []


def test_guests_attach_nothing(world: World, guest: Guest) -> None:
    world.put(f"boards/{REVIEWS}", write_permission="A")
    page = guest.see(WRITE)

    answer = attach(guest, [picture(9, 9)], writer="Guest", password="sesame")

    assert "multipart" not in page
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")
    assert world.get(f"boards/{REVIEWS}/articles")["articles"] == []


def test_the_merchant_decides_on_which_board_pictures_are_taken(
    world: World, guest: Guest, owner: Browser
) -> None:
    page = f"/admin/boards/{REVIEWS}-settings"
    guest.join()
    before = guest.see(WRITE)

    smaller = office_send(owner, page, "save", size="1")
    same = office_send(owner, page, "save")
    with_one = guest.see(WRITE)
    off = office_send(owner, page, "save", attached_file=None)
    refused = attach(guest, [picture(9, 9)])
    after = guest.see(WRITE)
    on = office_send(owner, page, "save", attached_file="T", admin_confirm="T")
    awaiting = attach(guest, [picture(9, 9)])

    assert "3 MB each" in before
    assert "1 MB each" in with_one
    assert [office_said(each) for each in (smaller, off, on)] == ["The board was saved."] * 3
    assert office_said(same) == "No changes to save."
    assert "multipart" not in after
    assert (refused.status_code, "This board takes no files." in refused.text) == (422, True)
    assert awaiting.headers["location"] == f"{BOARD}?done=awaiting"
    assert _SHOWN.findall(guest.see(BOARD)) == []


def test_what_would_not_be_taken_stores_no_picture(world: World, guest: Guest) -> None:
    extra = {"is_member_buy": "T", "post_length_limit": "T", "post_min_length": 5}
    world.put(f"boards/{REVIEWS}", write_permission_extra=extra)
    number, _ = stocked(world, 5)
    guest.join()
    before = stored(world)

    short = attach(guest, [picture(91, 9)], content="No")
    unbought = attach(guest, [picture(91, 9)], product_no=str(number))

    assert (short.status_code, unbought.status_code) == (422, 403)
    assert stored(world) == before


def test_one_member_does_not_fill_the_store(world: World, guest: Guest) -> None:
    guest.join()
    answers = []
    for _ in range(A_MEMBER.capacity // 5 + 1):
        world.stage.clock.pass_(61)
        answers.append(attach(guest, [picture(9, 9)] * 5))

    refused = answers[-1]
    assert [each.status_code for each in answers[:-1]] == [303] * (len(answers) - 1)
    assert refused.status_code == 429
    assert "You have attached many pictures lately." in said(refused.text)
    assert int(refused.headers["Retry-After"]) > 0


def test_files_are_read_on_the_page_that_takes_them_alone(world: World, guest: Guest) -> None:
    guest.join()
    token = form_token(guest.open("/boards/5/write").text)
    file = {"pictures": ("1.jpg", picture(9, 9), "image/jpeg")}

    other = guest._sent("POST", "/account/addresses", data={"form_token": token}, files=file)
    tokenless = guest._sent("POST", WRITE, data={"title": "x", "content": "x"}, files=file)
    many = attach(guest, [b"x"] * 21)
    large = attach(guest, [b"\xff" * 9_500_000])

    assert [each.status_code for each in (other, tokenless, many, large)] == [400, 403, 400, 413]
    assert world.get(f"boards/{REVIEWS}/articles")["articles"] == []


def test_refusals_are_korean_in_a_korean_page(world: World, guest: Guest) -> None:
    guest.join()
    guest.cookies["openmall-language"] = "ko"

    page = attach(guest, [SVG]).text

    [told] = re.findall(r'id="f-pictures-problem">([^<]*)', page)
    assert re.search("[가-힣]", told), told
    assert "사진을 다시 선택해 주세요." in page
