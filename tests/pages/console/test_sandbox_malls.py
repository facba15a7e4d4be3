"""A test mall is made in one click, and all that was given for it works."""

import asyncio
import re
import shlex
from pathlib import Path

from openmall.access.oauth import apps as registered_apps
from openmall.database import sequences
from openmall.demo import load_progress
from openmall.pages.console import store as console_store
from tests.access.oauth.authorization_requests import Browser
from tests.apptesting.test_calls import create
from tests.apptesting.test_foreign_apps import give_to_registered_app
from tests.pages.backoffice.test_activity import kept
from tests.pages.console.developer_browser import (
    APP,
    Developer,
    Opened,
    Registered,
    admin,
    copied,
    signed_up,
)
from tests.world import World, open_stage

MALLS = "/developers/malls"


def at(world: World, mall_id: str) -> World:
    """Return a mall that was made by a click."""
    there = World.__new__(World)
    there.stage, there.mall_id = world.stage, mall_id
    there.base_url = f"https://{mall_id}.openmall.localhost"
    return there


def merchant(world: World, mall_id: str, password: str) -> int:
    """Sign in to the back office of a mall as the developer; returns the status of its page."""
    browser = Browser(at(world, mall_id))
    return browser.sign_in("/api/v2/oauth/sign-in?next=%2Fadmin", password, "developer").status_code


class TestNew:
    def test_with_a_catalogue_an_app_and_an_account(self, kim: Developer) -> None:
        app = kim.app()

        mall = kim.mall(app, "catalogue")

        world = kim.world
        products = admin(world, mall.mall_id, mall.token)
        assert products.status_code == 200
        assert len(products.json()["products"]) == 10
        assert re.fullmatch(r"kim-haneul-test-\d+", mall.mall_id)
        assert mall.curl == shlex.join(
            [
                "curl",
                "-H",
                f"Authorization: Bearer {mall.token}",
                f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products",
            ]
        )
        assert mall.user_id == "developer"
        assert merchant(world, mall.mall_id, mall.password) == 200
        assert merchant(world, mall.mall_id, "wrong password") == 400

    def test_what_was_shown_once_is_not_shown_again(self, kim: Developer) -> None:
        mall = kim.mall(kim.app())

        for path in ("/developers", MALLS, mall.home):
            shown = kim.open(path)
            assert shown.status_code == 200
            assert mall.token not in shown.text
            assert mall.password not in shown.text
        assert mall.mall_id in kim.open(MALLS).text

    def test_those_of_programs_are_listed_for_the_developer_of_their_app(
        self, kim: Developer, lee: Developer
    ) -> None:
        app, others = kim.app(), lee.app()
        stage = kim.world.stage
        made = create(stage, contents="empty", name="Sync tests")
        foreign, own = (create(stage, contents="empty") for _ in range(2))
        for mall, given in ((made, app), (foreign, others)):
            give_to_registered_app(stage, mall["mall"]["mall_id"], given.client_id)

        shown = kim.open(MALLS).text

        assert f"https://{made['mall']['mall_id']}.openmall.localhost" in shown
        assert "Sync tests" in shown
        for each in (foreign, own):
            assert each["mall"]["mall_id"] not in shown
        # they have no pages here: tests steer them
        assert kim.open(f"{MALLS}/{made['mall']['mall_id']}").status_code == 404

    def test_an_empty_one_and_a_name_no_host_can_bear(self, lee: Developer) -> None:
        app = lee.app()

        mall = lee.mall(app, "empty")

        assert re.fullmatch(r"developer-\d+-test-1", mall.mall_id)
        assert admin(lee.world, mall.mall_id, mall.token).json() == {"products": []}
        assert "이하늘 test 1" in lee.open(MALLS).text

    def test_the_app_is_in_with_all_its_permissions_and_the_log_says_so(
        self, kim: Developer
    ) -> None:
        app = kim.app("mall.read_product", "mall.read_store")
        mall = kim.mall(app)

        [line] = kept(at(kim.world, mall.mall_id))
        assert (line["action"], line["manager_id"], line["client_id"], line["content"]) == (
            "app install",
            "developer",
            app.client_id,
            'app Stock keeper: scopes "" -> mall.read_product mall.read_store',
        )

    def test_no_more_than_the_operator_allows(self, kim: Developer) -> None:
        app = kim.app()
        names = []
        for _ in range(3):
            names.append(kim.mall(app).mall_id)
            kim.world.stage.clock.pass_(1)
        form = {"client_id": app.client_id, "content": "empty"}

        answer = kim.send(MALLS, form, "/developers")

        assert len(set(names)) == 3
        assert answer.status_code == 409
        assert "You have reached the limit of test malls" in answer.text
        listed = kim.open(MALLS).text
        assert '<option value="empty">' not in listed
        assert re.findall(r'href="/developers/malls/([a-z0-9-]+)"', listed) == names[::-1]

    def test_a_name_that_a_mall_has_already_is_not_taken(self, kim: Developer) -> None:
        first = kim.mall(kim.app()).mall_id
        number = int(first.rpartition("-")[2])
        taken = f"kim-haneul-test-{number + 1}"
        kim.world.stage.new_world(taken)

        assert kim.mall(kim.app()).mall_id == f"kim-haneul-test-{number + 2}"
        assert kim.open(f"{MALLS}/{taken}").status_code == 404

    def test_only_with_an_app_of_ones_own(self, kim: Developer, lee: Developer) -> None:
        others = lee.app()
        empty = kim.open(MALLS).text

        answers = [
            kim.send(MALLS, {"client_id": each, "content": "empty"}, "/developers")
            for each in (others.client_id, "none", "")
        ]

        assert "A test mall comes with one of your apps installed." in empty
        assert [each.status_code for each in answers] == [422] * 3
        assert "You have no test malls yet" in kim.open(MALLS).text

    def test_an_app_that_reads_nothing_gets_no_command(self, kim: Developer) -> None:
        app = kim.app("mall.write_product")

        page = kim.send(MALLS, {"client_id": app.client_id, "content": "empty"})

        assert len(copied(page)) == 3
        assert "there is no sample call to show" in page.text

    def test_an_app_that_may_not_read_products_reads_something_else(self, kim: Developer) -> None:
        mall = kim.mall(kim.app("mall.read_order"))

        path = mall.curl.rpartition("/api/v2/admin/")[2]

        assert path != "products"
        assert admin(kim.world, mall.mall_id, mall.token, path).status_code == 200

    def test_the_first_mall_is_the_operators(self, tmp_path: Path) -> None:
        with open_stage(tmp_path) as stage:
            world = World.__new__(World)
            world.stage, world.base_url = stage, "https://developers.openmall.localhost"
            kim = signed_up(world)
            form = {"client_id": kim.app().client_id, "content": "empty"}

            refused = kim.send(MALLS, form)
            stage.new_world("first")

            assert refused.status_code == 409
            assert "There are no malls yet" in refused.text
            assert kim.send(MALLS, form).status_code == 200


class TestAgain:
    def test_a_new_token_has_the_permissions_of_now(self, kim: Developer) -> None:
        app = kim.app("mall.read_product")
        mall = kim.mall(app)
        settings = {**APP, "mall.read_product": "T", "mall.read_order": "T"}
        kim.send(f"{app.home}/settings", settings)

        page = kim.send(mall.home, {"deed": "token", "client_id": app.client_id})
        token, curl = copied(page)

        assert token in curl
        assert admin(kim.world, mall.mall_id, token, "orders/setting").status_code == 403
        days = "start_date=2026-11-01&end_date=2026-11-02"
        found = admin(kim.world, mall.mall_id, token, f"orders?{days}")
        assert found.status_code == 200
        assert admin(kim.world, mall.mall_id, mall.token).status_code == 200

    def test_another_app_comes_in_too(self, kim: Developer) -> None:
        mall = kim.mall(kim.app())
        other = kim.app("mall.read_order", name="Second")

        kim.send(mall.home, {"deed": "token", "client_id": other.client_id})

        installed = kim.open(mall.home).text.partition("Installed apps")[2].partition("</dd>")[0]
        assert re.findall(r"(?:<dd>|<br>)(\w[\w ]*)", installed) == ["Stock keeper ", "Second "]

    def test_anothers_app_does_not(self, kim: Developer, lee: Developer) -> None:
        mall = kim.mall(kim.app())
        other = lee.app()

        answer = kim.send(mall.home, {"deed": "token", "client_id": other.client_id})

        assert answer.status_code == 422
        assert not is_inside(kim, mall.mall_id, other)

    def test_a_new_password_replaces_the_one_before(self, kim: Developer) -> None:
        mall = kim.mall(kim.app())

        page = kim.send(mall.home, {"deed": "password"})
        user_id, password = copied(page)

        assert user_id == "developer"
        assert merchant(kim.world, mall.mall_id, password) == 200
        assert merchant(kim.world, mall.mall_id, mall.password) == 400
        assert admin(kim.world, mall.mall_id, mall.token).status_code == 200


def is_inside(kim: Developer, mall_id: str, app: Registered) -> bool:
    """Say whether an app is in a mall."""

    async def look() -> bool:
        async with kim.world.stage.app.database.reading(mall_id) as db:
            return await registered_apps.installed(db, app.client_id)

    return kim.world.stage.run(look)


def test_two_at_once_get_no_more_than_one_may_have(kim: Developer) -> None:
    app, clock = kim.world.stage.app, kim.world.stage.clock

    async def keep(name: str) -> bool:
        async with app.database.writing("") as db:
            known = await console_store.find_by_email(db, kim.email)
            assert known is not None
            return await console_store.add_test_mall(
                db, clock, known, f"{name}-{known.number}", most=1
            )

    async def both() -> list[bool]:
        return await asyncio.gather(keep("race-1"), keep("race-2"))

    assert sorted(kim.world.stage.run(both)) == [False, True]


class TestStart:
    def test_it_says_what_to_do_next(self, kim: Developer) -> None:
        nothing = kim.open("/developers").text
        app = kim.app()
        registered = kim.open("/developers").text
        mall = kim.mall(app)
        opened = kim.open("/developers").text

        assert 'class="button primary" href="/developers/apps/new"' in nothing
        assert "badge good" not in nothing
        assert f'class="button primary" href="{MALLS}"' in registered
        assert registered.count("badge good") == 2
        assert f'class="button primary" href="{mall.home}"' in opened
        assert opened.count("badge good") == 3


def names(world: World, mall: Opened, path: str, key: str) -> list[str]:
    """Return the first fields of a list of a mall."""
    answer = admin(world, mall.mall_id, mall.token, path)
    assert answer.status_code == 200, answer.text
    return [str(next(iter(each.values()))) for each in answer.json()[key]]


class TestShop:
    def test_it_has_customers_orders_in_each_state_and_a_gateway(self, kim: Developer) -> None:
        app = kim.app("mall.read_order", "mall.read_customer", "mall.read_store")

        mall = kim.mall(app, "shop")

        world = kim.world
        day = "start_date=2026-08-25&end_date=2026-11-22&limit=100"
        orders = admin(world, mall.mall_id, mall.token, f"orders?{day}&embed=items").json()[
            "orders"
        ]
        states = {item["order_status"] for order in orders for item in order["items"]}
        assert len(orders) >= 10
        assert {"N10", "N20", "N30", "N40"} <= states
        assert admin(world, mall.mall_id, mall.token, "customergroups/count").json()["count"] > 1

        async def opened_gateways() -> int:
            async with world.stage.app.database.reading(mall.mall_id) as db:
                return await sequences.allocated(db, load_progress.TILL)

        assert world.stage.run(opened_gateways) == 1

    def test_a_reset_makes_it_anew_and_ends_its_tokens(self, kim: Developer) -> None:
        app = kim.app()
        mall = kim.mall(app, "empty")
        kim.world.stage.client.post(
            f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products",
            headers={"Authorization": f"Bearer {mall.token}"},
            json={"request": {"product_name": "Cup", "price": "1.00", "supply_price": "1.00"}},
        )

        refused = kim.send(mall.home, {"deed": "reset", "content": "empty", "confirm": "another"})
        page = kim.send(
            mall.home, {"deed": "reset", "content": "catalogue", "confirm": mall.mall_id}
        )

        assert refused.status_code == 422
        assert "Type the id of the mall" in refused.text
        assert page.status_code == 200, page.text
        assert admin(kim.world, mall.mall_id, mall.token).status_code == 401
        again = kim.send(mall.home, {"deed": "token", "client_id": app.client_id})
        fresh = Opened(mall.mall_id, copied(again)[0], "", "", "")
        assert len(names(kim.world, fresh, "products", "products")) == 10
        assert merchant(kim.world, mall.mall_id, copied(page)[1]) == 200
        assert merchant(kim.world, mall.mall_id, mall.password) == 400

    def test_a_deleted_one_is_gone_and_makes_room(self, kim: Developer) -> None:
        app = kim.app()
        mall = kim.mall(app)
        stays = kim.mall(app)

        refused = kim.send(mall.home, {"deed": "delete"})
        answer = kim.send(mall.home, {"deed": "delete", "confirm": mall.mall_id})

        assert refused.status_code == 422
        assert answer.status_code == 303
        listed = kim.open(answer.headers["location"]).text
        assert "is deleted" in listed
        assert mall.mall_id not in listed
        assert stays.mall_id in listed
        assert kim.open(mall.home).status_code == 404
        assert admin(kim.world, mall.mall_id, mall.token).status_code == 404
        assert admin(kim.world, stays.mall_id, stays.token).status_code == 200
        assert kim.mall(app).mall_id == mall.mall_id
