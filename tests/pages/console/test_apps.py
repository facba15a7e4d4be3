"""A developer registers an app and changes what is said of it."""

import html

import pytest

from openmall.access.oauth import apps as registered_apps
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    Browser,
    authorize_path,
    hidden,
    manager,
)
from tests.pages.console.developer_browser import (
    APP,
    SCOPES,
    Developer,
    Registered,
    copied,
    give_scopes,
)
from tests.world import CALLBACK, Installed

OTHER = "https://other.example.com/back"


def kept(kim: Developer, app: Registered) -> registered_apps.RegisteredApp:
    """Return an app as it is kept."""

    async def find() -> registered_apps.RegisteredApp | None:
        async with kim.world.stage.app.database.reading("") as db:
            return await registered_apps.find(db, app.client_id)

    found = kim.world.stage.run(find)
    assert found is not None
    return found


def form_of(app: registered_apps.RegisteredApp) -> dict[str, str]:
    """Return what the form of an app's settings sends when nothing is changed."""
    return {
        "name": app.name,
        "redirect_uris": "\r\n".join(app.redirect_uris),
        "launch_url": app.launch_url,
        **({"strict": "T"} if app.strict else {}),
        **dict.fromkeys(app.scopes, "T"),
    }


class TestNew:
    def test_an_app_is_registered_and_its_credentials_are_shown_once(self, kim: Developer) -> None:
        form = {**APP, "redirect_uris": f"{CALLBACK}\r\n\r\n{OTHER}\r\n{CALLBACK}", "strict": "T"}
        page = kim.send(
            "/developers/apps/new",
            {**form, "launch_url": "https://app.example.com", **dict.fromkeys(SCOPES, "T")},
        )
        app = Registered(*copied(page))

        found = kept(kim, app)
        assert (found.name, found.redirect_uris, found.scopes) == (
            "Stock keeper",
            [CALLBACK, OTHER],
            list(SCOPES),
        )
        assert (found.launch_url, found.strict, found.restricted, found.version) == (
            "https://app.example.com",
            True,
            False,
            "2026-03-01",
        )
        assert found.secret.proves(app.secret, 0)
        assert found.key.proves(app.key, 0)
        assert page.headers["cache-control"] == "no-store"
        for path in ("/developers", "/developers/apps", app.home, f"{app.home}/credentials"):
            shown = kim.open(path).text
            assert app.secret not in shown
            assert app.key not in shown

    def test_credentials_work_at_the_token_endpoint(self, kim: Developer) -> None:
        app = kim.app()

        answer = kim.world.request(
            "POST",
            "/api/v2/oauth/token",
            data={"grant_type": "refresh_token", "refresh_token": "none"},
            auth=(app.client_id, app.secret),
        )

        assert answer.json() == {
            "error": "invalid_grant",
            "error_description": "invalid refresh_token",
        }

    @pytest.mark.parametrize(
        ("wrong", "field", "said"),
        [
            ({"name": ""}, "f-name", "The name must have 1 to 100 characters."),
            ({"name": "x" * 101}, "f-name", "The name must have 1 to 100 characters."),
            ({"redirect_uris": "/callback"}, "f-redirect_uris", "Enter absolute addresses"),
            ({"redirect_uris": f"{CALLBACK}#x"}, "f-redirect_uris", "Enter absolute addresses"),
            ({"redirect_uris": "javascript:1"}, "f-redirect_uris", "Enter absolute addresses"),
            (
                {"redirect_uris": "\n".join(f"{CALLBACK}/{at}" for at in range(21))},
                "f-redirect_uris",
                "at most 20",
            ),
            ({"launch_url": "http://x.example"}, "f-launch_url", "Enter an address with https://"),
            ({SCOPES[0]: ""}, "scopes", "Choose at least one permission."),
        ],
    )
    def test_what_is_wrong_is_said_beside_the_field_and_what_was_typed_stays(
        self, kim: Developer, wrong: dict[str, str], field: str, said: str
    ) -> None:
        form = {**APP, "name": "Kept", SCOPES[0]: "T", **wrong}

        page = kim.send("/developers/apps/new", form)

        assert page.status_code == 422
        problem = page.text.split(f'id="{field}-problem">')[1].split("</p>")[0]
        assert said in html.unescape(problem)
        assert f'value="{form["name"]}"' in page.text
        assert f"{html.escape(form['redirect_uris'])}</textarea>" in page.text
        assert "You have no apps yet" in kim.open("/developers/apps").text

    def test_nobody_gives_themselves_the_partner_api(self, kim: Developer) -> None:
        app = kim.app("mall.read_product", "collection.read_shop", "collection.read_product")
        before = kept(kim, app).scopes
        settings = {**form_of(kept(kim, app)), "collection.read_product": "T"}
        kim.send(f"{app.home}/settings", settings)

        assert before == kept(kim, app).scopes == ["mall.read_product"]
        assert 'name="collection.' not in kim.open(f"{app.home}/settings").text

    def test_what_the_operator_gave_stays(self, kim: Developer) -> None:
        app = kim.app("mall.read_product")
        give_scopes(kim.world, app, "collection.read_shop")

        kim.send(f"{app.home}/settings", {**APP, "mall.read_order": "T"})

        assert kept(kim, app).scopes == ["mall.read_order", "collection.read_shop"]
        assert "See the shops of the partner programme" in kim.open(app.home).text

    def test_a_developer_has_at_most_fifty(self, kim: Developer) -> None:
        for _ in range(50):
            kim.app()

        answer = kim.send("/developers/apps/new", {**APP, SCOPES[0]: "T"})

        assert answer.status_code == 409
        assert "You can have at most 50 apps." in answer.text
        assert kim.open("/developers/apps").text.count('<th scope="row">') == 50

    def test_markup_in_a_name_is_text(self, kim: Developer) -> None:
        app = kim.app(name="<b>\"&'</b>")
        shown = html.escape("<b>\"&'</b>")

        for path in ("/developers/apps", app.home, f"{app.home}/settings", "/developers"):
            page = kim.open(path).text
            assert "<b>" not in page
            assert shown.replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in page


class TestList:
    def test_only_ones_own(self, kim: Developer, lee: Developer) -> None:
        kim.app(name="Of Kim")
        lee.app(name="Of Lee")

        assert "Of Kim" in kim.open("/developers/apps").text
        assert "Of Lee" not in kim.open("/developers/apps").text
        assert "Test app" not in kim.open("/developers/apps").text

    def test_an_app_that_is_given_is_the_others_from_then_on(
        self, kim: Developer, lee: Developer
    ) -> None:
        app = kim.app()
        number = kept(lee, lee.app()).developer_no

        async def give() -> None:
            async with kim.world.stage.app.database.writing("") as db:
                assert await registered_apps.give(db, app.client_id, number)

        kim.world.stage.run(give)

        assert kim.open(app.home).status_code == 404
        assert lee.open(app.home).status_code == 200


class TestSettings:
    def test_everything_can_be_changed(self, kim: Developer) -> None:
        app = kim.app()
        before = kept(kim, app)
        shown = kim.open(f"{app.home}/settings").text
        assert "existing tokens keep theirs" in shown

        answer = kim.send(
            f"{app.home}/settings",
            {
                "name": "Shelf keeper",
                "redirect_uris": OTHER,
                "launch_url": "https://app.example.com/go",
                "strict": "T",
                "mall.read_order": "T",
            },
        )

        after = kept(kim, app)
        assert answer.headers["location"] == f"{app.home}/settings?done=saved"
        assert "Your changes are saved" in kim.open(answer.headers["location"]).text
        assert (after.name, after.redirect_uris, after.scopes, after.launch_url, after.strict) == (
            "Shelf keeper",
            [OTHER],
            ["mall.read_order"],
            "https://app.example.com/go",
            True,
        )
        assert (after.secret, after.key, after.version, after.developer_no) == (
            before.secret,
            before.key,
            before.version,
            before.developer_no,
        )

    def test_a_form_that_is_sent_as_it_stands_changes_nothing(self, kim: Developer) -> None:
        app = kim.app(strict="T", launch_url="https://app.example.com")
        before = kept(kim, app)

        assert kim.send(f"{app.home}/settings", form_of(before)).status_code == 303

        assert kept(kim, app) == before

    def test_what_is_wrong_changes_nothing(self, kim: Developer) -> None:
        app = kim.app()
        before = kept(kim, app)

        answer = kim.send(f"{app.home}/settings", {**form_of(before), "name": ""})

        assert answer.status_code == 422
        assert "Nothing was saved" in answer.text
        assert kept(kim, app) == before

    def test_strictness_counts_for_the_next_call(self, kim: Developer) -> None:
        app = kim.app()
        mall = kim.mall(app)
        headers = {"Authorization": f"Bearer {mall.token}"}
        url = f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products?no_such=1"
        client = kim.world.stage.client
        before = client.get(url, headers=headers).status_code

        kim.send(f"{app.home}/settings", {**form_of(kept(kim, app)), "strict": "T"})

        assert (before, client.get(url, headers=headers).status_code) == (200, 422)

    def test_tokens_keep_what_they_were_given_with(self, kim: Developer) -> None:
        app = kim.app()
        mall = kim.mall(app)

        kim.send(
            f"{app.home}/settings",
            {**APP, "mall.read_store": "T", "name": "Narrow"},
        )

        url = f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/"
        headers = {"Authorization": f"Bearer {mall.token}"}
        client = kim.world.stage.client
        assert client.get(f"{url}products", headers=headers).status_code == 200
        assert client.get(f"{url}shops", headers=headers).status_code == 403

    def test_merchants_are_asked_for_what_the_app_says_now(self, kim: Developer) -> None:
        app = kim.app()
        settings = {**form_of(kept(kim, app)), "name": "Renamed", "mall.read_order": "T"}
        kim.send(f"{app.home}/settings", settings)
        world = kim.world
        manager(world)
        merchant = Browser(world)
        credentials = registered_apps.Credentials(app.client_id, app.secret, app.key)
        path = authorize_path(Installed(credentials, world.full.token), scope=None)

        page = merchant.sign_in(path)
        allowed = merchant.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})

        assert "Renamed asks for access" in page.text
        assert "mall.read_order" in page.text
        assert allowed.headers["location"].startswith(f"{CALLBACK}?code=")
