"""What nothing shows any more is swept away, and what anything shows stays."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openmall.configuration import Configuration
from openmall.media.search import ReferencedPictures
from openmall.media.store import Folder, Store, name_of
from openmall.media.store_factory import open_store
from openmall.media.sweep import MIN_AGE_SECONDS, SweepResult, sweep
from tests.media.images import base64_of, picture
from tests.random_cases import cases
from tests.world import World, open_stage

DAY = 86_400.0
PLACES = (
    "detail_image",
    "list_image",
    "description",
    "mobile_description",
    "icon of a category",
    "additional",
    "decoration",
    "memo",
    "nowhere",
)
Wording = Callable[[str, World], str]
WORDINGS: dict[str, Wording] = {
    "path": lambda path, world: f"/files/{path}",
    "address": lambda path, world: f"{world.base_url}/files/{path}",
    "in a page": lambda path, world: f'<p>See <img src="/files/{path}">.</p>',
    "at the end of a sentence": lambda path, world: f"It is /files/{path}.",
    "in a script": lambda path, world: '{"src": "' + f"/files/{path}".replace("/", "\\/") + '"}',
    "in a query": lambda path, world: "/show?of=%2Ffiles%2F" + path.replace("/", "%2F"),
    "in a query of small letters": lambda path, world: "?of=%2ffiles%2f" + path.replace("/", "%2f"),
}


def swept(world: World, store: Store, *, days: float = 2, dry_run: bool = False) -> SweepResult:
    async def work() -> SweepResult:
        return await sweep(
            world.stage.app.database,
            store,
            world.mall_id,
            now=time.time() + days * DAY,
            older_than=DAY,
            dry_run=dry_run,
        )

    return world.stage.run(work)


def kept(world: World, store: Store) -> set[str]:
    return {each.path for each in store.every(world.mall_id)}


def of(world: World) -> Store:
    return open_store(world.stage.app.configuration)


def upload(world: World, width: int) -> str:
    """Upload a picture; return where it is shown."""
    sent = {"image": base64_of(picture(width, 8, "PNG"))}
    answer = world.call("POST", "products/images", json={"requests": [sent]})
    [made] = answer.json()["images"]
    path: str = made["path"].removeprefix(world.base_url)
    return path


def test_an_upload_that_nobody_used_is_swept_after_a_day(world: World) -> None:
    store = of(world)
    path = upload(world, 20).removeprefix("/files/")
    size = next(store.every(world.mall_id)).size

    first = swept(world, store, days=0.9)
    rehearsed = swept(world, store, dry_run=True)
    still = kept(world, store)
    then = swept(world, store)

    facts: dict[str, Any] = {"mall_id": world.mall_id, "pictures": 1}
    assert first == SweepResult(**facts, young=1, removed=0, freed=0)
    assert rehearsed == then == SweepResult(**facts, young=0, removed=1, freed=size)
    assert (still, kept(world, store)) == ({path}, set())


def test_a_picture_goes_when_its_product_no_longer_shows_it(world: World) -> None:
    store = of(world)
    number = world.product()["product_no"]
    for width in (30, 31):
        sent = base64_of(picture(width, 8, "PNG"))
        world.post(f"products/{number}/images", image_upload_type="A", detail_image=sent)
    both = kept(world, store)

    swept(world, store)

    shown = world.get(f"products/{number}")["product"]["detail_image"]
    left = kept(world, store)
    assert left < both
    assert shown.removeprefix(f"{world.base_url}/files/") in left
    world.call("DELETE", f"products/{number}")
    swept(world, store)
    assert kept(world, store) == set()


def test_another_malls_rows_keep_nothing(world: World) -> None:
    store = of(world)
    path = upload(world, 21)
    other = world.stage.new_world(f"{world.mall_id}-b")
    other.product(detail_image=path)
    store.write(other.mall_id, path.removeprefix("/files/"), b"png")

    swept(world, store)
    swept(other, store)

    assert (kept(world, store), len(kept(other, store))) == (set(), 1)


def test_more_rows_than_one_look(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openmall.media.search.PAGE", 3)
    store = of(world)
    paths = [upload(world, width) for width in range(40, 51)]
    for path in paths[:10]:
        world.product(detail_image=path)

    done = swept(world, store)

    assert (done.pictures, done.removed) == (11, 1)
    assert kept(world, store) == {path.removeprefix("/files/") for path in paths[:10]}


def test_a_picture_that_is_sent_again_during_a_sweep_stays(world: World) -> None:
    folder = of(world)
    assert isinstance(folder, Folder)
    name = upload(world, 22).removeprefix("/files/")
    place = folder.of(world.mall_id) / name
    os.utime(place, (time.time() - 5 * DAY,) * 2)

    async def work() -> SweepResult:
        def again(share: float) -> None:
            os.utime(place)

        now = time.time()
        database = world.stage.app.database
        return await sweep(database, folder, world.mall_id, now=now, older_than=DAY, watch=again)

    assert world.stage.run(work).removed == 0
    assert kept(world, folder) == {name}


def test_too_young_an_age_is_refused(world: World) -> None:
    async def work() -> SweepResult:
        database = world.stage.app.database
        return await sweep(
            database, of(world), world.mall_id, now=time.time(), older_than=MIN_AGE_SECONDS - 1
        )

    with pytest.raises(ValueError, match="from 12 hours on"):
        world.stage.run(work)


def show(world: World, place: str, said: str) -> None:
    """Let something of the mall name a picture, with these words."""
    product = world.product(custom_product_code="")["product_no"]
    path = f"products/{product}"
    if place in ("detail_image", "list_image", "description", "mobile_description"):
        world.put(path, **{place: said})
    elif place == "icon of a category":
        category = world.post("categories", category_name="Cups")["category"]["category_no"]
        world.put(f"categories/{category}/decorationimages", menu_image_pc=said)
    elif place == "memo":
        world.post(f"{path}/memos", author_id="owner", memo=said)


def use(world: World, place: str, path: str) -> None:
    """Let a product be shown with a picture of the mall's own."""
    number = world.product()["product_no"]
    if place == "additional":
        world.post(f"products/{number}/additionalimages", additional_image=[{"big": path}])
    else:
        world.post(f"products/{number}/decorationimages", image_list=[{"path": path}])


@pytest.fixture(scope="module")
def alone() -> Iterator[World]:
    """A mall that examples fill one after the other."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder)) as stage,
    ):
        yield stage.new_world("sweptmall")


_WIDTHS = iter(range(60, 10_000))


@settings(max_examples=cases(60, usual=15), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    uses=st.lists(
        st.tuples(st.sampled_from(PLACES), st.sampled_from(sorted(WORDINGS))),
        min_size=1,
        max_size=5,
    )
)
def test_what_is_named_anywhere_is_never_removed(alone: World, uses: list[tuple[str, str]]) -> None:
    store = of(alone)
    named = set()
    unnamed = set()
    for place, wording in uses:
        path = upload(alone, next(_WIDTHS))
        if place == "nowhere":
            unnamed.add(path)
            continue
        if place in ("additional", "decoration"):
            use(alone, place, path)
        else:
            show(alone, place, WORDINGS[wording](path.removeprefix("/files/"), alone))
        named.add(path)

    swept(alone, store)

    statuses = {path: alone.request("GET", path).status_code for path in named | unnamed}
    assert statuses == {**dict.fromkeys(named, 200), **dict.fromkeys(unnamed, 404)}


@given(
    before=st.text(alphabet="0123456789abcdef/%&; ", max_size=6),
    after=st.text(alphabet="0123456789abcdef/%&; .", max_size=6),
    content=st.binary(max_size=4),
)
def test_a_name_made_of_the_content_is_found_whatever_stands_around_it(
    before: str, after: str, content: bytes
) -> None:
    named = ReferencedPictures()
    named.read(before + name_of(content, "png").rpartition("/")[2].partition(".")[0] + after)
    assert name_of(content, "png") in named
    assert name_of(content + b"x", "png") not in named


def test_other_names_are_found_in_their_whole_length() -> None:
    named = ReferencedPictures()
    named.read("url(/files/products/mug.svg); see https://x.example/files/cup.png#top.")
    asked = ("products/mug.svg", "cup.png", "mug.svg", "products/mug.sv", "top")
    assert [each in named for each in asked] == [True, True, False, False, False]


def test_a_sweep_of_a_bucket(s3: Any, tmp_path: Path) -> None:
    configuration: dict[str, Any] = s3.settings(s3.new_bucket())
    with open_stage(tmp_path, **configuration) as stage:
        world = stage.new_world("s3sweep")
        used, unused = upload(world, 23), upload(world, 24)
        world.product(detail_image=used)
        store = open_store(Configuration(**configuration))
        done = swept(world, store)
        statuses = [world.request("GET", each).status_code for each in (used, unused)]
    assert (done.pictures, done.removed) == (2, 1)
    assert statuses == [200, 404]
