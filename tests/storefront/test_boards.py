"""What a board asks of whoever writes on it, and what others see of them."""

from hashlib import sha256

from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.storefront.test_own import delivered
from tests.world import World

NEWS = {"title": "Hello", "content": "All of you"}
AS_GUEST = {"writer": "Guest", "password": "sesame"}


def _board(world: World, number: int, **said: object) -> None:
    answer = world.call("PUT", f"boards/{number}", json={"request": said})
    assert answer.status_code == 200, answer.text


def _solved(challenge: str, bits: int) -> str:
    number = 0
    while int.from_bytes(sha256(f"{challenge}{number}".encode()).digest()) >> (256 - bits):
        number += 1
    return str(number)


def test_a_guest_opens_changes_and_deletes_with_the_password(world: World) -> None:
    guest = Shopper(world)
    made = guest.send("POST", "boards/5/articles", **NEWS, **AS_GUEST, secret="T")
    path = f"boards/5/articles/{made['article_no']}"

    assert guest.refused("GET", path)[0] == 404
    assert guest.refused("POST", f"{path}/opening", password="guess")[0] == 401
    assert guest.send("POST", f"{path}/opening", password="sesame")["content"] == "All of you"
    world.stage.forget_counts()
    assert guest.refused("PUT", path, deleted="T")[0] == 403
    assert guest.refused("PUT", path, deleted="T", password="guess")[0] == 401
    guest.send("PUT", path, deleted="T", password="sesame")
    assert guest.get("boards/5/articles") == []


def test_a_comment_is_changed_by_its_author(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    article = hana.send("POST", "boards/5/articles", **NEWS)["article_no"]
    said = hana.send("POST", f"boards/5/articles/{article}/comments", content="First")
    path = f"boards/5/articles/{article}/comments/{said['comment_no']}"

    after = hana.send("PUT", path, content="Second")

    assert (after["content"], after["own"]) == ("Second", "T")
    assert Shopper(world).refused("PUT", path, content="Mine")[0] == 403
    hana.send("PUT", path, deleted="T")
    assert hana.get(f"boards/5/articles/{article}/comments") == []


def test_a_review_is_tied_to_the_order_it_is_about(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    order = delivered(world, hana)
    [item] = world.get(f"orders/{order}/items")["items"]
    review = {**NEWS, "product_no": item["product_no"], "rating": 5}

    made = hana.send("POST", "boards/4/articles", **review)

    assert (made["rating"], made["bought"]) == (5, "T")
    [kept] = world.get("boards/4/articles")["articles"]
    assert (kept["order_id"], kept["member_id"]) == (order, "hana")
    assert hana.refused("POST", "boards/4/articles", **review, order_id="20260101-0000001") == (
        422,
        "The product was not bought with this order. (parameter.order_id)",
    )


def test_a_board_takes_reviews_of_who_got_the_product_in_time(world: World) -> None:
    _board(
        world,
        4,
        write_permission_extra={
            "is_member_buy": "T",
            "member_write_after": "shipend_date",
            "use_member_write_period": "T",
            "member_write_period": 7,
        },
    )
    hana, minjun = Shopper(world), Shopper(world)
    hana.sign_up()
    minjun.sign_up("minjun", email="minjun@example.com")
    order = delivered(world, hana)
    [item] = world.get(f"orders/{order}/items")["items"]
    review = {**NEWS, "product_no": item["product_no"], "rating": 4}

    assert minjun.refused("POST", "boards/4/articles", **review) == (
        403,
        "On this board only buyers write about the product. (parameter.product_no)",
    )
    assert hana.send("POST", "boards/4/articles", **review)["bought"] == "T"
    world.stage.clock.pass_(8 * 86_400)
    again = Shopper(world)
    again.send("POST", "sessions", member_id="hana", password=PASSWORD)
    assert again.refused("POST", "boards/4/articles", **review)[0] == 403


def test_what_the_shop_has_to_confirm_is_shown_to_its_author_alone(world: World) -> None:
    _board(world, 5, admin_confirm="T")
    hana = Shopper(world)
    hana.sign_up()

    made = hana.send("POST", "boards/5/articles", **NEWS)

    assert (made["display"], Shopper(world).get("boards/5/articles")) == ("F", [])
    assert [each["article_no"] for each in hana.get("customers/me/articles")] == [
        made["article_no"]
    ]
    world.put(f"boards/5/articles/{made['article_no']}", display="T")
    assert len(Shopper(world).get("boards/5/articles")) == 1


def test_others_see_the_first_letter_of_who_wrote(world: World) -> None:
    _board(
        world,
        5,
        author_display="I",
        author_protection={"is_use": "T", "partial_character_display": 1},
    )
    hana = Shopper(world)
    hana.sign_up()

    made = hana.send("POST", "boards/5/articles", **NEWS)

    [seen] = Shopper(world).get("boards/5/articles")
    assert (made["writer"], seen["writer"]) == ("hana", "h***")


def test_a_board_asks_for_words_and_takes_no_files(world: World) -> None:
    _board(
        world,
        5,
        attached_file="F",
        write_permission_extra={
            "post_length_limit": "T", "post_min_length": 5, "post_editable": "F",
        },
    )  # fmt: skip
    hana = Shopper(world)
    hana.sign_up()
    files = [{"name": "a.png", "url": "https://files.example.com/a.png"}]

    short, _ = hana.refused("POST", "boards/5/articles", title="Hi", content="Hey")
    filed, said = hana.refused("POST", "boards/5/articles", **NEWS, attach_file_urls=files)
    made = hana.send("POST", "boards/5/articles", **NEWS)
    fixed, _ = hana.refused("PUT", f"boards/5/articles/{made['article_no']}", title="Other")

    assert (short, filed, fixed) == (422, 422, 422)
    assert said == "This board takes no files. (parameter.attach_file_urls)"


def test_a_machine_is_asked_to_prove_that_it_took_its_time_once(world: World) -> None:
    _board(world, 5, spam_auto_prevention={"apply_scope": "post_actions", "member_scope": "N"})
    guest = Shopper(world)
    asked = guest.get("boards/5/challenge")
    proof = {
        "challenge": asked["challenge"],
        "answer": _solved(asked["challenge"], asked["bits"]),
    }

    without, said = guest.refused("POST", "boards/5/articles", **NEWS, **AS_GUEST)
    wrong, _ = guest.refused(
        "POST", "boards/5/articles", **NEWS, **AS_GUEST, proof={**proof, "answer": "?"}
    )
    unsigned = asked["challenge"].rpartition(".")[0]
    for text in ("서명", "é", f"{unsigned}.서명", f"{asked['challenge']}é"):
        world.stage.forget_counts()
        odd = {**proof, "challenge": text}
        sent = {**NEWS, **AS_GUEST, "proof": odd}
        assert guest.refused("POST", "boards/5/articles", **sent)[0] == 422
    world.stage.forget_counts()
    guest.send("POST", "boards/5/articles", **NEWS, **AS_GUEST, proof=proof)
    twice, _ = guest.refused("POST", "boards/5/articles", **NEWS, **AS_GUEST, proof=proof)

    assert (asked["required_for_articles"], asked["required_for_comments"]) == (True, False)
    assert (without, wrong, twice) == (422, 422, 422)
    assert said == "Answer the board's challenge first. (parameter.proof)"
    world.stage.forget_counts()
    hana = Shopper(world)
    hana.sign_up()
    assert hana.send("POST", "boards/5/articles", **NEWS)["title"] == "Hello"


def test_boards_say_what_a_shopper_may_do(world: World) -> None:
    found = {each["board_no"]: each for each in Shopper(world).get("boards")}
    hana = Shopper(world)
    hana.sign_up()
    hers = {each["board_no"]: each for each in hana.get("boards")}

    assert (found[1]["may_write"], found[4]["may_write"], found[5]["may_write"]) == ("F", "F", "T")
    assert (hers[1]["may_write"], hers[4]["may_write"]) == ("F", "T")


def test_what_is_urgent_is_asked_answered_and_taken_back(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()

    asked = hana.send("POST", "urgentinquiry", title="Where is it?", content="My order")
    number = asked["article_no"]
    world.post(f"urgentinquiry/{number}/reply", content="Today", user_id="owner", status="T")

    [mine] = hana.get("customers/me/urgentinquiry")
    assert (mine["reply_status"], mine["reply"]["content"]) == ("T", "Today")
    [listed] = world.get("urgentinquiry")["urgentinquiry"]
    assert (listed["writer"], listed["writer_email"], listed["member_id"]) == (
        "Hana Kim",
        "hana@example.com",
        "hana",
    )
    guest = Shopper(world)
    assert guest.refused("POST", "urgentinquiry", title="A", content="B", writer="Kim") == (
        422,
        "`writer_email` is required of a guest. (parameter.writer_email)",
    )
    hana.send("DELETE", f"customers/me/urgentinquiry/{number}")
    assert (hana.get("customers/me/urgentinquiry"), world.get("urgentinquiry")) == (
        [],
        {"urgentinquiry": []},
    )


def test_a_product_says_how_often_it_was_written_about_and_until_when_it_costs_less(
    world: World,
) -> None:
    product_no = int(world.product()["product_no"])
    hana = Shopper(world)
    hana.sign_up()
    for board in (4, 6, 5):
        rated = {"rating": 5} if board == 4 else {}
        hana.send("POST", f"boards/{board}/articles", **NEWS, product_no=product_no, **rated)
    world.post(
        "benefits",
        use_benefit="T",
        benefit_name="Spring",
        benefit_division="D",
        benefit_type="DP",
        use_benefit_period="T",
        benefit_start_date="2026-11-01T00:00:00+09:00",
        benefit_end_date="2026-11-30T23:59:59+09:00",
        platform_types=["P", "M"],
        period_sale={
            "product_list": [product_no], "discount_value": "1000.00", "discount_value_unit": "W",
        },
    )  # fmt: skip

    page = hana.get(f"productsdetail/{product_no}")

    counts = (page["review_count"], page["question_count"], page["product_article_count"])
    assert counts == (1, 1, 3)
    assert page["promotion_period"] == {
        "start_date": "2026-11-01T00:00:00+09:00",
        "end_date": "2026-11-30T23:59:59+09:00",
        "dc_price": "1000.00",
    }
    world.stage.clock.pass_(10 * 86_400)
    assert Shopper(world).get(f"productsdetail/{product_no}")["promotion_period"] is None
