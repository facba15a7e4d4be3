"""What apps change of a theme is what the next visitor sees."""

from typing import Any

from tests.world import World


def html(world: World, path: str, **headers: str) -> str:
    answer = world.request("GET", path, headers=headers)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def set_page(world: World, path: str, source: str, **request: Any) -> None:
    answer = world.call(
        "POST",
        "themes/1/pages",
        json={"request": {"path": path, "source": source, **request}},
    )
    assert answer.status_code == 201, answer.text


def test_the_next_visitor_sees_a_changed_page(world: World) -> None:
    world.product(product_name="Apron & hat")
    assert "Apron &amp; hat" in html(world, "/")

    set_page(world, "/index.html", "<p>{% for p in newest %}[{{ p.product_name }}]{% endfor %}</p>")
    changed = html(world, "/")
    world.put("themes/1/pages", path="/index.html", source="<p>Again</p>")
    again = html(world, "/")
    world.call("DELETE", "themes/1/pages", params={"path": "/index.html"})

    assert "<p>[Apron &amp; hat]</p>" in changed
    assert 'class="shelf"' not in changed
    assert "<p>Again</p>" in again
    assert 'class="shelf"' in html(world, "/")


def test_lists_and_search_are_pages_of_the_theme(world: World) -> None:
    number = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    world.product(product_name="Apron", add_category_no=[{"category_no": number}])

    set_page(world, "/product/list.html", "{{ category.category_name }}: {{ products.size }}")
    set_page(world, "/product/search.html", "{{ query }}: {{ products.first.product_name }}")

    assert "Kitchen: 1" in html(world, f"/categories/{number}")
    assert "apron: Apron" in html(world, "/search?q=apron")


def test_a_changed_part_is_seen_on_every_page_that_has_it(world: World) -> None:
    world.product()

    set_page(world, "/snippet/shelf.html", "<p>{{ products.size }} products</p>")

    assert "<p>1 products</p>" in html(world, "/")
    assert "<p>1 products</p>" in html(world, "/search?q=apron")


def test_a_page_of_its_own_has_an_address_in_every_shop(world: World) -> None:
    assert world.request("GET", "/sale/winter.html").status_code == 404

    set_page(world, "/sale/winter.html", "<p>{{ shop_name }} {{ '/cart' | link }}</p>")

    assert f"<p>{world.mall_id} ko_KR /cart</p>" in html(world, "/sale/winter.html")
    assert f"<p>{world.mall_id} en_US /shop2/cart</p>" in html(world, "/shop2/sale/winter.html")
    assert world.request("GET", "/index.html").status_code == 404


def test_a_page_is_shown_where_it_is_placed(world: World) -> None:
    set_page(world, "/banner.html", "<p>Banner</p>", display_location="MAIN")
    set_page(world, "/tips.html", "<p>Tips {{ query }}</p>", display_location="SEARCH")

    assert "<p>Banner</p>" in html(world, "/")
    assert "<p>Tips hat</p>" in html(world, "/search?q=hat")
    assert "Banner" not in html(world, "/search?q=hat")


def test_a_page_that_fails_shows_the_default_one(world: World) -> None:
    set_page(world, "/index.html", "{% render '/nowhere.html' %}")
    set_page(world, "/banner.html", "{% render '/nowhere.html' %}", display_location="MAIN")

    page = html(world, "/")

    assert '<section class="row">' in page


def test_visitors_read_the_translated_texts_of_the_language_of_their_shop(world: World) -> None:
    set_page(
        world, "/own.html", "<p>{{ 'Search' | t }} {{ 'Hello %(name)s' | t: name: '<b>' }}</p>"
    )
    texts = '{"Search": "Find <it>", "Hello %(name)s": "Hi, %(name)s!"}'
    sent = {"language_code": "en_US", "source": texts}

    world.put("translations/themes/1", skin_translation=sent)

    english = html(world, "/shop2/own.html", **{"Accept-Language": "en"})
    korean = html(world, "/own.html", **{"Accept-Language": "ko"})
    assert "<p>Find &lt;it&gt; Hi, &lt;b&gt;!</p>" in english
    assert "<p>검색 Hello &lt;b&gt;</p>" in korean


def test_scripts_of_a_theme_are_held_by_the_content_security_policy(world: World) -> None:
    set_page(world, "/own.html", "<script>alert(1)</script><p onclick='alert(1)'>Own</p>")

    answer = world.request("GET", "/own.html")

    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_other_malls_keep_their_pages(world: World) -> None:
    other = world.stage.new_world()

    set_page(world, "/index.html", "<p>Own</p>")

    assert "<p>Own</p>" in html(world, "/")
    assert "<p>Own</p>" not in html(other, "/")
