"""Themes through the admin API: what there is, what pages accept, what they refuse."""

import time
from typing import Any

import pytest

from openmall.commerce.design.themes import default_pages, liquid_templates
from openmall.commerce.design.themes.liquid_templates import SECONDS
from openmall.commerce.design.themes.template_errors import TemplateError
from tests.world import World

VALUES = {"base": "/shop2", "currency": "KRW", "language": "en", "texts": {}}


def page(world: World, method: str, **request: Any) -> Any:
    if method in ("GET", "DELETE"):
        return world.call(method, "themes/1/pages", params=request)
    return world.call(method, "themes/1/pages", json={"request": request})


def test_every_mall_has_the_default_theme_in_all_its_shops(world: World) -> None:
    [theme] = world.get("themes")["themes"]

    assert theme == world.get("themes/1")["theme"]
    assert (theme["skin_no"], theme["skin_code"], theme["published_in"]) == (1, "skin1", "1,2")
    assert theme["preview_domain"] == [
        f"{world.base_url}/skin-skin1",
        f"{world.base_url}/shop2/skin-skin1",
    ]
    assert (theme["created_date"], theme["updated_date"]) == ("2026-11-21T09:00:00+09:00", None)
    assert world.get("themes/count") == {"count": 1}
    assert world.get("themes", type="mobile") == {"themes": []}
    assert world.get("themes/count", type="mobile") == {"count": 0}
    assert world.call("GET", "themes/2").status_code == 404
    assert world.call("GET", "themes/2/pages", params={"path": "/index.html"}).status_code == 404


def test_a_page_of_the_default_theme_is_replaced_and_comes_back(world: World) -> None:
    before = page(world, "GET", path="/index.html").json()["page"]
    assert before["source"] == default_pages.PAGES["/index.html"]

    changed = page(world, "PUT", path="/index.html", source="<p>Own</p>")

    assert changed.status_code == 200
    after = page(world, "GET", path="/index.html").json()["page"]
    assert after == {**before, "source": "<p>Own</p>"}
    assert world.get("themes/1")["theme"]["updated_date"] == "2026-11-21T09:00:00+09:00"
    again = page(world, "PUT", path="/index.html", source="<p>Own</p>")
    assert again.status_code == 409
    assert page(world, "POST", path="/index.html", source="x").status_code == 422
    assert page(world, "DELETE", path="/index.html").json() == {"page": {"skin_no": 1}}
    assert page(world, "GET", path="/index.html").json()["page"] == before
    assert page(world, "DELETE", path="/index.html").status_code == 404


def test_a_page_of_its_own_is_created_once(world: World) -> None:
    request = {"path": "/sale/winter.html", "source": "<p>Sale</p>", "display_location": "MAIN"}

    created = page(world, "POST", **request)

    assert created.status_code == 201
    assert created.json()["page"] == {"skin_no": "1", "skin_code": "skin1", **request}
    assert page(world, "POST", **request).status_code == 422
    assert page(world, "PUT", path="/other.html", source="x").status_code == 404


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<p>\n{% if member %}", "line 2, column 16"),
        ("<p>\n  {% for each products %}{% endfor %}", "line 2, column"),
        ("<p>\n{{ shop_name | shout }}", "line 2, column 16: unknown filter 'shout'"),
        ("{% nonsense %}", "line 1, column"),
    ],
)
def test_a_broken_page_is_refused_with_its_place_and_the_page_stays(
    world: World, source: str, message: str
) -> None:
    page(world, "POST", path="/own.html", source="<p>Before</p>")

    answers = [
        page(world, "PUT", path="/own.html", source=source),
        page(world, "POST", path="/new.html", source=source),
    ]

    for answer in answers:
        assert answer.status_code == 422
        assert message in answer.json()["error"]["message"]
    assert page(world, "GET", path="/own.html").json()["page"]["source"] == "<p>Before</p>"
    assert page(world, "GET", path="/new.html").status_code == 404


@pytest.mark.parametrize(
    "path", ["index.html", "/../index.html", "/index.htm", "/a//b.html", "/a b.html"]
)
def test_paths_that_are_no_pages_are_refused(world: World, path: str) -> None:
    assert page(world, "POST", path=path, source="x").status_code == 422


def test_a_theme_keeps_a_hundred_pages(world: World) -> None:
    for at in range(100):
        assert page(world, "POST", path=f"/page{at}.html", source="x").status_code == 201

    answer = page(world, "POST", path="/one-more.html", source="x")

    assert answer.status_code == 422
    assert page(world, "GET", path="/one-more.html").status_code == 404


def test_texts_of_a_theme_are_kept_by_language(world: World) -> None:
    assert world.get("translations/themes") == {"themes": [{"skin_no": 1, "translations": []}]}
    texts = {"language_code": "en_US", "source": '{"Search": "Find"}'}

    answer = world.put("translations/themes/1", skin_translation=texts)

    shown = {"skin_no": 1, "skin_code": "skin1"}
    shown |= {"skin_translation": {**texts, "path": "/locale/en_US.json"}}
    assert answer == {"theme": shown}
    assert world.get("translations/themes/1", language_code="en_US") == {"theme": shown}
    listed = [{"language_code": "en_US", "path": "/locale/en_US.json"}]
    assert world.get("translations/themes")["themes"][0]["translations"] == listed
    other = world.call("GET", "translations/themes/1", params={"language_code": "ko_KR"})
    assert other.status_code == 404


@pytest.mark.parametrize(
    ("language", "source"),
    [("ja_JP", "{}"), ("en_US", "no JSON"), ("en_US", "[]"), ("en_US", '{"Search": 1}')],
)
def test_texts_of_no_language_or_no_object_are_refused(
    world: World, language: str, source: str
) -> None:
    texts = {"language_code": language, "source": source}

    answer = world.call(
        "PUT", "translations/themes/1", json={"request": {"skin_translation": texts}}
    )

    assert answer.status_code == 422


def rendered(source: str, **values: Any) -> str:
    pages = {"/a.html": source, "/b.html": "{{ name }}"}
    return liquid_templates.render("/a.html", {**VALUES, **values}, pages.get)


def test_what_a_template_prints_is_escaped() -> None:
    assert rendered("{{ name }}", name="<b>&") == "&lt;b&gt;&amp;"
    assert rendered("{{ '%(x)s' | t: x: name }}", name="<b>") == "&lt;b&gt;"
    assert rendered("{{ '/cart' | link }} {{ '/' | link }}") == "/shop2/cart /shop2"
    assert rendered("{{ 12000 | amount }}{{ 'much' | amount }}") == "₩12,000"


@pytest.mark.parametrize(
    "source",
    [
        "{{ name.__class__ }}",
        "{{ names.__class__.__mro__ }}",
        "{{ name.upper }}",
        "{{ names.pop }}",
        "{{ texts.keys }}",
    ],
)
def test_a_template_reaches_nothing_but_data(source: str) -> None:
    assert rendered(source, name="a", names=["a"]) == ""


_GROWS = "{{ 'aaaaaaaaaa' " + "| replace: '', 'bbbbbbbbbbbbbbbbbbbb' " * 6 + "| size }}"
_LOOPS = "its loops have more than 10,000 iterations"
_FILTER = "a filter makes too much of its value"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{% for i in (1..200) %}{% for j in (1..200) %}{% endfor %}{% endfor %}", _LOOPS),
        (
            "{% for i in (1..200) %}{% tablerow j in (1..200) %}{% endtablerow %}{% endfor %}",
            _LOOPS,
        ),
        ("{% for i in (1..1000000000) reversed %}{% endfor %}", _LOOPS),
        ("{% for i in (1..1000000000) offset: 999999999 %}{% endfor %}", _LOOPS),
        ("{% assign all = (1..1000000000) %}{% for i in all limit: 1 %}{% endfor %}", _LOOPS),
        ("{% for i in (1..9000) %}{{ long }}{% endfor %}", "it prints more than 1 MB"),
        (
            "{% capture x %}{% for i in (1..9000) %}{{ long }}{% endfor %}{% endcapture %}",
            "it prints more than 1 MB",
        ),
        (
            "{% for i in (1..150) %}{% assign part = long | append: i %}{% endfor %}"
            + "".join(f"{{% assign x{i} = wide | append: {i} %}}" for i in range(12)),
            "its variables take more than 1 MB",
        ),
        (_GROWS, _FILTER),
        ("{% assign x = 99999999999 %}" + "{% assign x = x | times: x %}" * 20, _FILTER),
        (
            "{% assign x = long %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}",
            _FILTER,
        ),
        ("{{ (1..1000000000) | join: ',' }}", _FILTER),
        ("{{ wide | split: '' | join: long }}", _FILTER),
        ("{{ wide | split: '' | uniq | size }}", _FILTER),
        ("{% render '/a.html' %}", "pages include each other more than 10 levels deep"),
        ("{% include '/a.html' %}", "pages include each other more than 10 levels deep"),
        ("{% render '/nowhere.html' %}", "it includes a page that does not exist"),
        ("{% if 'a' < 1 %}{% endif %}", "values of different kinds are compared"),
        ("{{ 1 | divided_by: 0 }}", "a filter has an argument that it cannot use"),
        ("{{ 1 | modulo: 0.0 }}", "it cannot be rendered"),
    ],
)
def test_a_template_is_bounded(source: str, message: str) -> None:
    with pytest.raises(TemplateError) as raised:
        rendered(source, long="x" * 1_000, wide="x" * 99_000)

    assert raised.value.message == message
    assert raised.value.path == "/a.html"


def test_tags_are_nested_twenty_levels_deep() -> None:
    with pytest.raises(TemplateError, match="nesting limit"):
        liquid_templates.check("{% if true %}" * 50 + "{% endif %}" * 50)


@pytest.mark.parametrize("repeated", ["{% if 1 %}{% endif %}", "{% render '/b.html' %}"])
def test_time_is_counted_where_no_filter_is_used(repeated: str) -> None:
    began = time.process_time()

    with pytest.raises(TemplateError, match="too long"):
        rendered("{% for i in (1..9000) %}" + repeated * 3_000 + "{% endfor %}", name="a")

    assert time.process_time() - began < SECONDS * 10


def test_an_error_names_the_page_and_the_place() -> None:
    pages = {"/a.html": "<p>\n{% render '/b.html' %}", "/b.html": "<p>\n\n {{ 1 | divided_by: 0 }}"}

    with pytest.raises(TemplateError) as raised:
        liquid_templates.render("/a.html", VALUES, pages.get)

    error = raised.value
    assert (error.path, error.line, error.column) == ("/b.html", 3, 9)


def test_an_error_has_no_data_of_the_page() -> None:
    with pytest.raises(TemplateError) as raised:
        rendered("{{ 'abc' | truncate: name }}", name="Kim Min-su")

    assert "Kim" not in str(raised.value)


def test_a_template_is_parsed_once_and_the_longest_unused_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(liquid_templates, "MOST_CHARACTERS", 3_000)
    first, second = "<p>1</p>" + "." * 1_000, "<p>2</p>" + "." * 1_000
    parsed = liquid_templates.PARSED
    kept = parsed.of("/a.html", first)
    parsed.of("/a.html", second)

    assert parsed.of("/a.html", first) is kept
    for at in range(5):
        rendered(f"{at}" + "." * 1_000)

    assert parsed.of("/a.html", first) is not kept
    assert parsed.characters <= 3_000


def test_a_rendering_ends_when_it_takes_too_long() -> None:
    slow = "{{ long | replace: 'x', 'yy' | replace: 'y', 'xx' | size }}"
    began = time.process_time()

    with pytest.raises(TemplateError, match="too long"):
        rendered("{% for i in (1..9000) %}" + slow + "{% endfor %}", long="x" * 20_000)

    assert time.process_time() - began < SECONDS * 10
