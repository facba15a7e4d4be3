"""An operator opens a mall, lets people and apps in, and takes rights away again."""

import asyncio

import pytest

from openmall.access import passwords
from openmall.access.limits.shared_counters import SharedCounters
from openmall.access.malls import passkeys, second_factors
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory, Token
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from tests.cli.command_line import Shell

CALLBACK = "https://app.example.com/callback"
SECRET = "correct horse battery staple"


def cache_epoch(shell: Shell) -> int:
    counters = SharedCounters(shell.data_dir / "counters")
    try:
        return counters.cache_epoch()
    finally:
        counters.close()


def token_of(shell: Shell, access_token: str) -> Token | None:
    """Return what a server knows of an access token of `myshop`."""

    async def look() -> Token | None:
        database = open_database(Configuration(data_dir=shell.data_dir))
        try:
            directory = Directory(database, SystemClock(), lambda: 0)
            return await directory.token("myshop", access_token)
        finally:
            await database.close()

    return asyncio.run(look())


def manager_of(shell: Shell, user_id: str) -> mall_rules.Manager | None:
    async def look() -> mall_rules.Manager | None:
        database = open_database(Configuration(data_dir=shell.data_dir))
        try:
            async with database.reading("myshop") as db:
                return await mall_rules.manager(db, user_id)
        finally:
            await database.close()

    return asyncio.run(look())


@pytest.fixture
def app(shop: Shell) -> dict[str, str]:
    """An app that is in the mall, with its credentials."""
    made: dict[str, str] = shop.json(
        "app", "create", "--name", "My app", "--redirect-uri", CALLBACK,
        "--scope", "mall.read_product", "--scope", "mall.write_product",
    )  # fmt: skip
    shop.text("app", "install", made["client_id"], "--mall", "myshop")
    return made


def test_open_a_mall_with_two_languages(shell: Shell) -> None:
    made = shell.json(
        "mall", "create", "myshop", "--name", "My shop", "--country", "US",
        "--shop", "en_US:USD:Shop", "--shop", "ko_KR:KRW",
    )  # fmt: skip
    assert {**made, "created_at": ""} == {
        "mall_id": "myshop",
        "name": "My shop",
        "country": "US",
        "shops": 2,
        "created_at": "",
        "address": "https://myshop.openmall.localhost:8443",
        "back_office": "https://admin.openmall.localhost:8443/myshop",
    }
    assert shell.json("mall", "list") == [made]
    assert shell.json("mall", "show", "myshop") == {
        **made,
        "shops": [
            {"shop_no": 1, "name": "Shop", "language": "en_US", "currency": "USD"},
            {"shop_no": 2, "name": "My shop", "language": "ko_KR", "currency": "KRW"},
        ],
        "sandbox": False,
        "closed": "",
        "undo_days": 30,
        "managers": [],
        "apps": [],
    }


def test_shops_of_one_name_are_told_apart(shell: Shell) -> None:
    shops = ("ko_KR:KRW", "en_US:USD", "en_GB:USD", "en_CA:USD", "en_KR:USD")
    options = [word for each in shops for word in ("--shop", each)]

    shell.text("mall", "create", "myshop", "--name", "My shop", *options)

    assert [each["name"] for each in shell.json("mall", "show", "myshop")["shops"]] == [
        "My shop",
        "My shop (English)",
        "My shop (English, USD)",
        "My shop (4)",
        "My shop (en_KR)",
    ]


def test_a_mall_has_the_days_of_undo_that_were_chosen(shell: Shell) -> None:
    shell.text("mall", "create", "myshop", "--name", "My shop", "--undo-days", "0")
    too_many = shell.run("mall", "create", "other", "--name", "Other", "--undo-days", "9999")

    assert shell.json("mall", "show", "myshop")["undo_days"] == 0
    assert "--undo-days" in too_many.stderr
    assert [each["mall_id"] for each in shell.json("mall", "list")] == ["myshop"]


def test_the_list_of_malls_for_people(shell: Shell) -> None:
    shell.text("db", "migrate")
    assert "There is no mall yet" in shell.text("mall", "list")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    head, line = shell.text("mall", "list").splitlines()
    assert head.split() == ["mall_id", "name", "country", "shops", "created_at"]
    assert line.split()[:3] == ["myshop", "My", "shop"]
    assert "1 My shop (ko_KR, KRW)" in shell.text("mall", "show", "myshop")


@pytest.mark.parametrize("mall_id", ["My", "collection", "a_b", "ab"])
def test_names_no_mall_can_have(shell: Shell, mall_id: str) -> None:
    assert "is no mall id" in shell.fails("mall", "create", mall_id, "--name", "x")


def test_a_mall_is_opened_once(shop: Shell) -> None:
    line = shop.fails("mall", "create", "myshop", "--name", "Again")
    assert line == "there is a mall 'myshop' already"


@pytest.mark.parametrize(
    "words",
    [
        ["mall", "show", "none"],
        ["manager", "list", "--mall", "none"],
        ["token", "issue", "--mall", "none", "--app", "x"],
        ["token", "revoke", "x", "--mall", "none"],
        ["app", "uninstall", "x", "--mall", "none"],
    ],
    ids=" ".join,
)
def test_a_mall_that_is_not_there(shop: Shell, words: list[str]) -> None:
    assert shop.fails(*words) == "there is no mall 'none'"


def test_register_an_app(shop: Shell, app: dict[str, str]) -> None:
    assert list(app) == ["client_id", "client_secret", "front_api_key"]
    shown = shop.json("app", "show", app["client_id"])
    assert shown == {
        "client_id": app["client_id"],
        "name": "My app",
        "redirect_uris": [CALLBACK],
        "scopes": ["mall.read_product", "mall.write_product"],
        "restricted": False,
        "strict": False,
        "version": "2026-03-01",
        "launch_url": "",
        "browser_origins": [],
        "refresh_overlap": False,
        "malls": ["myshop"],
    }
    shown.pop("malls")
    assert shop.json("app", "list") == [shown]
    assert app["client_id"] in shop.text("app", "list")
    assert shop.json("mall", "show", "myshop")["apps"] == [app["client_id"]]


def test_an_app_with_every_right(shop: Shell) -> None:
    words = ["--all-scopes", "--restricted", "--strict", "--version", "2024-03-01"]
    made = shop.json("app", "create", "--name", "All", *words)
    shown = shop.json("app", "show", made["client_id"])
    assert (shown["restricted"], shown["strict"], shown["version"]) == (True, True, "2024-03-01")
    assert "mall.write_order" in shown["scopes"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--scope", "mall.fly"], "there is no scope 'mall.fly'"),
        (["--redirect-uri", "/callback"], "redirect URI '/callback' must be absolute"),
        (["--version", "2020-01-01"], "'2020-01-01' is no release"),
    ],
    ids=["scope", "redirect", "version"],
)
def test_an_app_that_cannot_be(shop: Shell, words: list[str], line: str) -> None:
    assert shop.fails("app", "create", "--name", "x", *words).startswith(line)
    assert "There is no app yet" in shop.text("app", "list")


def test_new_secrets_replace_the_old(shop: Shell, app: dict[str, str]) -> None:
    before = cache_epoch(shop)
    made = shop.json("app", "rotate-secret", app["client_id"])
    assert made["client_id"] == app["client_id"]
    assert made["client_secret"] != app["client_secret"]
    assert made["front_api_key"] != app["front_api_key"]
    assert cache_epoch(shop) > before


def test_an_app_that_is_not_there(shop: Shell) -> None:
    for words in (
        ["app", "show", "none"],
        ["app", "rotate-secret", "none"],
        ["app", "install", "none", "--mall", "myshop"],
    ):
        assert shop.fails(*words) == "there is no app 'none'"
    line = shop.fails("app", "uninstall", "none", "--mall", "myshop")
    assert line == "there is no app 'none' in myshop"


def test_only_what_was_asked_for_can_be_allowed(shop: Shell, app: dict[str, str]) -> None:
    where = [app["client_id"], "--mall", "myshop"]
    line = shop.fails("app", "install", *where, "--scope", "mall.write_order")
    assert line == "the app was not registered for the scope 'mall.write_order'"
    allowed = shop.json("app", "install", *where, "--scope", "mall.read_product")
    assert allowed["scopes"] == ["mall.read_product"]
    issue = ["token", "issue", "--mall", "myshop", "--app", app["client_id"]]
    assert shop.json(*issue)["scopes"] == ["mall.read_product"]
    line = shop.fails(*issue, "--scope", "mall.write_product")
    assert line == "the app was not allowed the scope 'mall.write_product'"


def test_a_token_lives_until_it_is_revoked(shop: Shell, app: dict[str, str]) -> None:
    issued = shop.json("token", "issue", "--mall", "myshop", "--app", app["client_id"])
    assert (issued["mall_id"], issued["token_type"]) == ("myshop", "Bearer")
    found = token_of(shop, issued["access_token"])
    assert found is not None
    assert found.identity.scopes == {"mall.read_product", "mall.write_product"}
    assert not found.revoked

    before = cache_epoch(shop)
    shop.text("token", "revoke", issued["refresh_token"], "--mall", "myshop")
    found = token_of(shop, issued["access_token"])
    assert found is not None
    assert found.revoked
    assert cache_epoch(shop) > before


def test_every_token_of_an_app_is_revoked(shop: Shell, app: dict[str, str]) -> None:
    issue = ["token", "issue", "--mall", "myshop", "--app", app["client_id"]]
    issued = [shop.json(*issue)["access_token"] for _ in range(2)]
    shop.text("token", "revoke", "--mall", "myshop", "--app", app["client_id"])
    found = [token_of(shop, each) for each in issued]
    assert [each.revoked for each in found if each] == [True, True]


def test_a_token_that_is_not_there(shop: Shell) -> None:
    line = shop.fails("token", "revoke", "-", "--mall", "myshop", given="nothing\n")
    assert line == "there is no such token in myshop"


def test_an_app_outside_the_mall_gets_no_token(shop: Shell, app: dict[str, str]) -> None:
    before = cache_epoch(shop)
    shop.text("app", "uninstall", app["client_id"], "--mall", "myshop")
    assert cache_epoch(shop) > before
    line = shop.fails("token", "issue", "--mall", "myshop", "--app", app["client_id"])
    assert line.startswith(f"there is no app '{app['client_id']}' in myshop")


def test_a_manager_may_sign_in(shop: Shell) -> None:
    create = ["manager", "create", "owner", "--mall", "myshop", "--password-stdin"]
    made = shop.json(*create, given=f"{SECRET}\n")
    assert made == {"mall_id": "myshop", "user_id": "owner", "manager_type": "P"}
    found = manager_of(shop, "owner")
    assert found is not None
    assert passwords.matches(SECRET, found.password_hash)
    people = [{"user_id": "owner", "name": "owner", "manager_type": "P"}]
    assert shop.json("manager", "list", "--mall", "myshop") == people

    line = shop.fails(*create, given=f"{SECRET}\n")
    assert line.startswith("'owner' can sign in to myshop already")
    shop.text(*create, "--replace", given="another good password\n")
    found = manager_of(shop, "owner")
    assert found is not None
    assert passwords.matches("another good password", found.password_hash)


def test_a_replaced_password_ends_two_step_sign_in(shop: Shell) -> None:
    create = ["manager", "create", "owner", "--mall", "myshop", "--password-stdin"]
    shop.text(*create, given=f"{SECRET}\n")

    passkey = passkeys.Passkey(
        credential_id="a", user_id="owner", name="a", public_key="", sign_count=0, created_at=1
    )

    async def start(configuration: Configuration) -> bool:
        database = open_database(configuration)
        try:
            async with database.writing("myshop") as db:
                known = await second_factors.find(db, "owner") is not None
                known = known or bool(await passkeys.of_manager(db, "owner"))
                await passkeys.add(db, passkey)
                await second_factors.start(db, configured_seal(configuration), "myshop", "owner")
                return known
        finally:
            await database.close()

    configuration = Configuration(data_dir=shop.data_dir)
    asyncio.run(start(configuration))
    was_on = asyncio.run(start(configuration))
    shop.text(*create, "--replace", given="another good password\n")

    assert (was_on, asyncio.run(start(configuration))) == (True, False)


def test_a_password_is_asked_for_twice_and_never_shown(shop: Shell) -> None:
    done = shop.run("manager", "create", "owner", "--mall", "myshop", given=f"{SECRET}\n" * 2)
    assert done.exit_code == 0, done.stderr
    assert SECRET not in done.output
    assert manager_of(shop, "owner") is not None


def test_a_short_password_is_refused(shop: Shell) -> None:
    create = ["manager", "create", "owner", "--mall", "myshop", "--password-stdin"]
    line = shop.fails(*create, given="short\n", status=2)
    assert line == "a password has at least 8 characters (openmall manager create --help)"


def test_an_app_that_people_can_open(shop: Shell) -> None:
    made = shop.json("app", "create", "--name", "Open", "--launch-url", "https://a.example/x#/y")
    assert shop.json("app", "show", made["client_id"])["launch_url"] == "https://a.example/x#/y"


@pytest.mark.parametrize(
    "url",
    ["http://a.example/", "//a.example/", "https:///x", "javascript:alert(1)", "https://a:b/", "é"],
)
def test_a_place_an_app_cannot_be_opened_at(shop: Shell, url: str) -> None:
    line = shop.fails("app", "create", "--name", "x", "--launch-url", url)
    assert line.startswith(f"launch URL {url!r}")
    assert "There is no app yet" in shop.text("app", "list")


@pytest.mark.parametrize(("currency", "decimals"), [("KWD", 3), ("IQD", 3), ("CLF", 4)])
def test_no_shop_is_in_a_currency_with_more_than_two_decimals(
    shell: Shell, currency: str, decimals: int
) -> None:
    refused = shell.fails(
        "mall", "create", "gulf", "--name", "Gulf", "--country", "KW",
        "--shop", "en_US:USD", "--shop", f"ar_KW:{currency}",
    )  # fmt: skip

    assert refused == (
        f"no shop can be in {currency}: its amounts have {decimals} decimals, and amounts here"
        " have 2 at most"
    )
    assert shell.json("mall", "list") == []


def test_no_mall_is_opened_that_could_not_be_put_right(shell: Shell) -> None:
    for wrong in (["--shop", "ko_KR:KWR"], ["--shop", "xx_KR:KRW"], ["--country", "ZZ"]):
        assert "is no " in shell.fails("mall", "create", "rose", "--name", "Rose", *wrong)
    assert "is no name" in shell.fails("mall", "create", "rose", "--name", "\u200b")
    assert shell.json("mall", "list") == []

    shell.text(
        "mall", "create", "rose", "--name", " \u3000Rose\u200b", "--shop", "en_KR:KRW:\ufeffA "
    )

    [made] = shell.json("mall", "list")
    assert made["name"] == "Rose"
    assert shell.json("mall", "show", "rose")["shops"][0]["name"] == "A"
