"""The script is small, its own, and the shop's."""

from hashlib import sha256
from importlib import resources

from openmall.analytics.collecting.script import filled
from openmall.analytics.collecting.setting import TrackingSetting
from openmall.contract.crud.settings import write_setting
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.world import World

FOLDER = resources.files("openmall.analytics.collecting")


def test_what_is_shipped_is_below_two_kilobytes() -> None:
    assert len(filled(9_999, respect=True)) < 2_048


def test_what_is_shipped_was_made_of_what_is_read() -> None:
    read = FOLDER.joinpath("openmall.js").read_bytes()
    shipped = FOLDER.joinpath("openmall.min.js").read_text()

    digest = sha256(read).hexdigest()[:12]
    assert shipped.splitlines()[-1] == f"//{digest}", "run: make generated ONLY=script"


def test_it_goes_to_no_other_site() -> None:
    assert b"//" not in filled(1, respect=True).rpartition(b"\n//")[0]


def test_it_is_served_for_an_hour_and_again_only_when_it_differs(world: World) -> None:
    first = world.request("GET", "/analytics.js")

    assert first.status_code == 200
    assert first.content == filled(1, respect=True)
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    assert first.headers["cache-control"] == "public, max-age=3600"
    assert first.headers["x-content-type-options"] == "nosniff"
    tag = first.headers["etag"]
    again = world.request("GET", "/analytics.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    head = world.request("HEAD", "/analytics.js")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", tag)
    assert head.headers["content-length"] == str(len(first.content))


def test_it_knows_its_shop_and_what_that_lets_browsers_keep(world: World) -> None:
    seal = configured_seal(world.stage.app.configuration)

    async def work(db: Session) -> None:
        await write_setting(db, seal, TrackingSetting(shop_no=2, respect_do_not_track="F"))

    world.in_transaction(work)

    second = world.request("GET", "/analytics.js?shop_no=2")
    assert second.content == filled(2, respect=False)
    assert b"shop_no:2," in second.content
    assert world.request("GET", "/analytics.js?shop_no=1").content == filled(1, respect=True)


def test_a_shop_that_is_not_there_has_none(world: World) -> None:
    for said in ("3", "0", "-1", "x", "1" * 30, "%E1"):
        answer = world.request("GET", f"/analytics.js?shop_no={said}")
        more_info = answer.json()["error"]["more_info"]
        assert (answer.status_code, more_info["parameter"]) == (404, "shop_no")
    nobody = world.stage.client.get("https://nobody.openmall.localhost/analytics.js")
    assert nobody.status_code == 404
    written = world.request("POST", "/analytics.js")
    assert (written.status_code, written.headers["allow"]) == (405, "GET, HEAD")
