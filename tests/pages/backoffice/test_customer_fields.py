"""A merchant chooses which fields customers are asked for."""

import re
from html import unescape

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.events.plans.people import add_rule
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.page_forms import Form, forms
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

PAGE = "/admin/settings/customer-fields"
PATH = "customers/properties"


def panel(browser: Browser, occasion: str, at: str = PAGE) -> Form:
    page = browser.open(at)
    assert page.status_code == 200, page.text
    [found] = [each for each in forms(page.text) if ("deed", occasion) in each.buttons]
    return found


def save(browser: Browser, occasion: str, at: str = PAGE, **ticked: str) -> str:
    """Tick boxes, or with an empty text untick them, and save; return where the browser goes."""
    form = panel(browser, occasion, at)
    sent = {**form.values, **{name.replace("__", "."): on for name, on in ticked.items()}}
    answer = browser.submit(form.action, {k: v for k, v in sent.items() if v} | {"deed": occasion})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def asked(world: World, occasion: str, shop_no: int = 1) -> dict[str, tuple[str, str]]:
    [found] = world.get(PATH, type=occasion, shop_no=shop_no)["properties"]
    return {each["key"]: (each["use"], each["required"]) for each in found["properties"]}


def test_the_page_is_found_and_shows_what_is_asked_for(owner: Browser) -> None:
    assert f'href="{PAGE}"' in owner.open("/admin/settings").text
    owner.world.put(PATH, type="join", properties=[{"key": "birthday", "use": "T"}])

    page = owner.open(PAGE).text

    join, edit = panel(owner, "join").values, panel(owner, "edit").values
    assert (join["use.birthday"], join.get("required.birthday")) == ("T", None)
    assert "use.birthday" not in edit
    assert edit["required.name"] == "T"
    assert 'name="use.recommend_id"' in page
    assert page.count('name="use.recommend_id"') == 1, "it is asked for on joining alone"
    assert 'aria-label="Ask for: Birthday"' in page
    owner.cookies["openmall-language"] = "ko"
    korean = unescape(owner.open(PAGE).text)
    assert "회원 정보 항목" in korean
    panels = korean.partition('<form class="panel"')[2].partition("</main>")[0]
    said = re.sub(r"<[^>]*>", " ", panels.partition(">")[2])
    assert not re.search(r"[A-Za-z]{3,}", said), said


def test_a_field_is_required_on_joining_alone(owner: Browser) -> None:
    before = asked(owner.world, "join")

    onward = save(owner, "join", use__birthday="T", required__birthday="T", use__zipcode="")

    assert onward == f"{PAGE}?done=changed"
    assert "The settings were saved." in owner.open(onward).text
    changed = {"birthday": ("T", "T"), "zipcode": ("F", "F")}
    assert asked(owner.world, "join") == {**before, **changed}
    assert asked(owner.world, "edit") == before
    assert save(owner, "join") == f"{PAGE}?done=same"
    save(owner, "edit", use__wedding_anniversary="T")
    assert asked(owner.world, "edit")["wedding_anniversary"] == ("T", "F")


def test_another_shop_has_fields_of_its_own(owner: Browser) -> None:
    before = asked(owner.world, "join")

    save(owner, "join", f"{PAGE}?shop_no=2", use__gender="T")

    assert asked(owner.world, "join", 2) == {**before, "gender": ("T", "F")}
    assert asked(owner.world, "join") == before


def test_a_page_of_before_another_change_changes_nothing(owner: Browser) -> None:
    form = panel(owner, "join")
    owner.world.put(PATH, type="join", properties=[{"key": "gender", "use": "T"}])
    before = rows(owner.world)

    answer = owner.submit(form.action, {**form.values, "use.job": "T", "deed": "join"})

    assert answer.status_code == 409
    assert "saved in another tab or by another user" in answer.text
    assert rows(owner.world) == before


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"use.birthday": "maybe"}, 400),
        ({"deed": "drop"}, 400),
        ({"deed": ""}, 400),
        ({"form_token": "0" * 64}, 403),
    ],
)
def test_a_form_that_is_not_ours_changes_nothing(
    owner: Browser, changed: dict[str, str], status: int
) -> None:
    form = panel(owner, "join")
    before = rows(owner.world)

    answer = owner.submit(form.action, {**form.values, "deed": "join", **changed})

    assert answer.status_code == status
    assert rows(owner.world) == before


def test_the_history_says_what_was_changed(owner: Browser, recorded: object) -> None:
    save(owner, "join", use__birthday="T")

    history = owner.open("/admin/history").text
    [entry] = set(re.findall(r'href="(/admin/history/\d+)"', history))
    shown = unescape(owner.open(entry).text)

    assert "Fields of customers" in history
    assert "When people join: Birthday: Ask" in shown
    assert f'href="{PAGE}"' in shown


def test_a_role_for_settings_chooses_the_fields_and_one_that_views_them_does_not(
    owner: Browser,
) -> None:
    editor = sub_admin(owner.world, "editor", {"settings": "edit"})
    viewer = sub_admin(owner.world, "viewer", {"settings": "view"})
    other = sub_admin(owner.world, "other", {"customers": "edit"})

    save(editor, "join", use__birthday="T")

    assert asked(owner.world, "join")["birthday"] == ("T", "F")
    form = panel(viewer, "join")
    before = rows(owner.world)
    assert viewer.submit(form.action, {**form.values, "deed": "join"}).status_code == 403
    assert other.open(PAGE).status_code == 403
    assert rows(owner.world) == before


def test_a_change_that_needs_approval_is_proposed_and_shown(owner: Browser) -> None:
    helper = sub_admin(owner.world, "helper", {"settings": "edit", "customers": "edit"})
    add_rule(owner.world, objects=0)
    before = asked(owner.world, "join")
    form = panel(helper, "join")

    answer = helper.submit(form.action, {**form.values, "use.birthday": "T", "deed": "join"})

    assert answer.is_error
    assert "This waits for approval, as proposal" in answer.text
    assert re.search(r'name="use.birthday" [^>]*checked', answer.text), "as it was sent"
    assert asked(owner.world, "join") == before
