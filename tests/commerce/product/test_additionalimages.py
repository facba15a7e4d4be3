"""The gallery of a product through the admin API."""

from typing import Any

import pytest

from tests.commerce.product.test_images import announced, last_line, refusal, size_at
from tests.media.images import base64_of, picture
from tests.world import World

IDENTICAL = "The content is identical to what is stored, nothing was changed."
Images = list[dict[str, str]]


def sent(width: int) -> dict[str, str]:
    return {"big": base64_of(picture(width, width, "PNG"))}


def in_detail(world: World, number: int, shop_no: int = 1) -> Images:
    product = world.get(f"products/{number}", shop_no=shop_no)["product"]
    images: Images = product["additional_image"]
    return images


@pytest.fixture
def path(world: World) -> str:
    return f"products/{world.product()['product_no']}/additionalimages"


def test_an_image_is_made_in_three_sizes_and_added_to_those_there_are(
    world: World, path: str
) -> None:
    first = world.post(path, additional_image=[sent(700)])["additionalimage"]
    world.stage.clock.pass_(60)

    second = world.post(path, additional_image=[sent(40)])["additionalimage"]

    assert list(second) == ["shop_no", "additional_image"]
    [big, small] = second["additional_image"]
    assert first == {"shop_no": 1, "additional_image": [big]}
    assert {name: size_at(world, big[name]) for name in big} == {
        "big": (500, 500),
        "medium": (500, 500),
        "small": (100, 100),
    }
    assert small["big"] == small["medium"] == small["small"]
    assert in_detail(world, 1) == [big, small]
    product = world.get("products/1", embed="additionalimages")["product"]
    assert product["additionalimages"] == [big, small]
    assert product["updated_date"] == "2026-11-21T09:01:00+09:00"
    assert announced(world)[-1][0] == 90002
    assert last_line(world)["type"] == "additionalimage"


def test_sizes_that_are_sent_are_their_own_and_the_rest_is_made_of_the_largest(
    world: World, path: str
) -> None:
    world.put(
        "images/setting", product_image_size={"zoom_image_width": 900, "zoom_image_height": 900}
    )
    image = {
        "medium": base64_of(picture(600, 300)),
        "small": base64_of(picture(20, 20)),
    }

    [made] = world.post(path, additional_image=[image])["additionalimage"]["additional_image"]

    assert {name: size_at(world, made[name]) for name in made} == {
        "big": (600, 300),
        "medium": (500, 250),
        "small": (20, 20),
    }


def test_an_update_replaces_the_gallery_and_the_same_again_is_409(world: World, path: str) -> None:
    made = world.post(path, additional_image=[sent(30), sent(40)])["additionalimage"]
    [first, second] = made["additional_image"]

    turned = world.put(path, additional_image=[second, sent(50), first, second])
    images = turned["additionalimage"]["additional_image"]

    assert (images[0], images[2], len(images)) == (second, first, 3)
    assert size_at(world, images[1]["big"]) == (50, 50)
    assert in_detail(world, 1) == images
    before = announced(world)
    again = world.call("PUT", path, json={"request": {"additional_image": images}})
    assert refusal(again) == (409, IDENTICAL)
    assert announced(world) == before
    assert world.put(path, additional_image=[])["additionalimage"]["additional_image"] == []


def test_a_product_has_twenty_additional_images_and_no_more(world: World, path: str) -> None:
    twenty = [sent(width) for width in range(1, 21)]
    kept = world.post(path, additional_image=twenty)["additionalimage"]["additional_image"]
    assert len(kept) == 20
    same = world.post(path, additional_image=twenty[:3])["additionalimage"]["additional_image"]
    assert same == kept
    more = world.call("POST", path, json={"request": {"additional_image": [sent(21)]}})
    assert refusal(more) == (
        422,
        "A product has at most 20 additional images. (parameter.additional_image)",
    )
    assert in_detail(world, 1) == kept


def test_what_a_product_had_before_comes_back_as_it_was_read(world: World) -> None:
    had = [{"big": "//cdn.example/x.png", "medium": "", "small": "/files/demo/mug.svg"}]
    number = world.product(additional_image=had)["product_no"]
    read = in_detail(world, number)
    assert read == [{**had[0], "small": f"{world.base_url}/files/demo/mug.svg"}]

    path = f"products/{number}/additionalimages"
    made = world.put(path, additional_image=[*read, sent(9)])["additionalimage"]

    assert made["additional_image"][0] == read[0]
    same = {"additional_image": made["additional_image"]}
    answer = world.call("PUT", f"products/{number}", json={"request": same})
    assert refusal(answer) == (409, IDENTICAL)


@pytest.mark.parametrize(
    ("image", "said"),
    [
        ({}, "Expected a picture. (parameter.additional_image.big)"),
        (
            {"big": "AAAA"},
            "Expected a picture: JPEG, PNG, GIF, WEBP. (parameter.additional_image.big)",
        ),
        (
            {**sent(5), "small": "/files/none.png"},
            "There is no such picture. (parameter.additional_image.small)",
        ),
    ],
)
def test_an_image_that_cannot_be_shown_is_refused_and_all_with_it(
    world: World, path: str, image: dict[str, str], said: str
) -> None:
    for method in ("POST", "PUT"):
        request: dict[str, Any] = {"additional_image": [sent(5), image]}
        answer = world.call(method, path, json={"request": request})
        assert refusal(answer) == (422, said)
    assert in_detail(world, 1) == []


def test_deleting_the_gallery_leaves_other_shops_theirs(world: World, path: str) -> None:
    world.post(path, additional_image=[sent(5)])
    world.post(path, 2, additional_image=[sent(6)])

    gone = world.call("DELETE", path)

    assert (gone.status_code, gone.json()) == (
        200,
        {"additionalimage": {"shop_no": 1, "product_no": 1}},
    )
    assert (in_detail(world, 1), len(in_detail(world, 1, 2))) == ([], 1)
    again = world.call("DELETE", path)
    assert refusal(again) == (404, "The additionalimage does not exist. (parameter.product_no)")


def png(width: int) -> str:
    return base64_of(picture(width, width, "PNG"))


@pytest.mark.parametrize("version", ["2024-03-01", "2026-03-01"])
def test_pictures_as_texts_are_made_in_three_sizes_each(
    world: World, path: str, version: str
) -> None:
    data = f"data:image/png;base64,{png(300)}"
    # a JPEG in base64 begins with a slash, as a path does
    jpeg = base64_of(picture(900, 900))
    assert jpeg.startswith("/")

    answer = world.call(
        "POST",
        path,
        json={"request": {"additional_image": [jpeg, data, sent(40)]}},
        headers={"X-Platform-Api-Version": version},
    )

    assert answer.status_code == 201, answer.text
    images = answer.json()["additionalimage"]["additional_image"]
    assert [{name: size_at(world, image[name]) for name in image} for image in images] == [
        {"big": (500, 500), "medium": (500, 500), "small": (100, 100)},
        {"big": (300, 300), "medium": (300, 300), "small": (100, 100)},
        {"big": (40, 40), "medium": (40, 40), "small": (40, 40)},
    ]
    assert in_detail(world, 1) == images


def test_addresses_as_texts_are_kept_and_stand_for_what_the_product_has(
    world: World, path: str
) -> None:
    [had] = world.post(path, additional_image=[png(700)])["additionalimage"]["additional_image"]
    away = "https://cdn.example/a%20b.png?size=1&v=2"

    made = world.put(path, additional_image=[away, had["big"], had["small"]])["additionalimage"]

    elsewhere = dict.fromkeys(("big", "medium", "small"), away)
    assert made["additional_image"] == [elsewhere, had]
    again = world.call("PUT", path, json={"request": {"additional_image": [away, had["medium"]]}})
    assert refusal(again) == (409, IDENTICAL)


def test_the_address_of_an_upload_is_made_into_three_sizes(world: World, path: str) -> None:
    uploaded = world.post("products/images", image=png(700))["images"][0]["path"]

    [made] = world.post(path, additional_image=[uploaded])["additionalimage"]["additional_image"]

    assert size_at(world, made["big"]) == (500, 500)
    assert size_at(world, made["small"]) == (100, 100)


def test_a_product_is_created_and_changed_with_images_as_texts(world: World) -> None:
    away = "/web/product/extra/big/201511/1.jpg"
    here = world.product(additional_image=[png(700), away, {"big": "/b.png"}])
    number = here["product_no"]

    made, kept, sized = in_detail(world, number)

    assert {name: size_at(world, made[name]) for name in made} == {
        "big": (500, 500), "medium": (500, 500), "small": (100, 100),
    }  # fmt: skip
    assert kept == dict.fromkeys(("big", "medium", "small"), away)
    assert sized == {"big": "/b.png", "medium": "", "small": ""}
    world.put(f"products/{number}", additional_image=[away, made["small"], png(30)])
    images = in_detail(world, number)
    assert images[:2] == [kept, made]
    assert size_at(world, images[2]["big"]) == (30, 30)


def test_a_bundle_is_created_and_changed_with_images_as_texts(world: World) -> None:
    part = world.product()["product_no"]
    bundle = world.post(
        "bundleproducts",
        product_name="Set",
        bundle_product_components=[{"product_no": part, "purchase_quantity": 2}],
        bundle_product_sales={"discount_value": 0, "discount_type": "P"},
        additional_image=[png(700)],
    )["bundleproduct"]
    [made] = bundle["additional_image"]
    assert size_at(world, made["small"]) == (100, 100)

    changed = world.put(
        f"bundleproducts/{bundle['product_no']}", additional_image=[png(20), made["big"]]
    )["bundleproduct"]

    assert size_at(world, changed["additional_image"][0]["big"]) == (20, 20)
    assert changed["additional_image"][1] == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expected a picture"),
        ("AAAA", "Expected a picture: JPEG, PNG, GIF, WEBP."),
        ("javascript:alert(1)", "Expected a picture in base64."),
        ("/files/none.png", "There is no such picture."),
    ],
)
def test_a_text_that_is_no_picture_is_refused_by_name(
    world: World, path: str, text: str, said: str
) -> None:
    calls = [("POST", path), ("PUT", path)]
    if text != "/files/none.png":
        # what a product is created with is an address, which nobody looks at
        calls += [("PUT", "products/1")]
    for method, where in calls:
        request: dict[str, Any] = {"additional_image": [png(5), text]}
        answer = world.call(method, where, json={"request": request})
        status, message = refusal(answer)
        assert (status, message.startswith(said)) == (422, True), message
        assert message.endswith("(parameter.additional_image)")
    assert in_detail(world, 1) == []
