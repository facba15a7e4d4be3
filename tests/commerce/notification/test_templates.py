"""A shop's own texts are sent instead of the original ones, and a broken one stops no message."""

from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import samples
from openmall.commerce.notification.templates import rendering
from openmall.commerce.notification.templates import rules as template_rules
from openmall.commerce.notification.templates import store as template_store
from openmall.commerce.notification.templates.rendering import UnusableTemplate
from openmall.commerce.notification.templates.shape import Parts, Template
from openmall.contract.call import Shop
from openmall.database.session import Session
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import may_send, outbox, written
from tests.commerce.notification.test_automatic_messages import order
from tests.world import World

KEY = (1, "order_received", "ko_KR")


def shop_of(world: World) -> Shop:
    mall = world.stage.run(lambda: world.stage.app.directory.mall(world.mall_id))
    assert mall is not None
    return mall.shops[1]


def save(world: World, occasion: str = "order_received", **parts: str) -> None:
    shop = shop_of(world)

    async def write(db: Session) -> None:
        await template_rules.save(db, world.stage.clock, shop, occasion, Parts(**parts))

    world.in_transaction(write)


def stored(world: World) -> Template | None:
    return world.in_transaction(lambda db: template_store.find(db, KEY))


def broken(world: World, parts: Parts, previous: Parts | None = None) -> None:
    """Store a template that cannot be rendered, as an older release may have accepted it."""

    async def write(db: Session) -> None:
        await template_store.put(db, KEY, parts, before=None, previous=previous, now=1)

    world.in_transaction(write)


def test_the_shops_texts_are_sent_by_mail_and_as_text_message(world: World) -> None:
    may_send(world)
    save(
        world,
        subject="Thanks, {{ NAME }}",
        text="{{ NAME }} & order {{ ORDER_ID }}",
        html="<b>{{ NAME }}</b> {{ ORDER_ID }}",
        short="{{ SHOP_NAME }}: {{ ORDER_ID }}",
    )

    number = order(world)
    mail, text = written(world)

    name = "Kim Haneul"
    assert (mail.subject, mail.body) == (f"Thanks, {name}", f"{name} & order {number}")
    assert f"<body><b>{name}</b> {number}</body>" in mail.html
    assert text.body.endswith(f": {number}")


def test_parts_that_are_not_changed_are_the_original_ones(world: World) -> None:
    original = order(world)
    [before] = written(world)
    save(world, subject="Ours")

    number = order(world)
    after = written(world)[1]

    assert after.subject == "Ours"
    # the particle behind a number follows its last digit
    replaced = before.body.replace(f"{original}이", f"{number}가").replace(original, number)
    assert after.body == replaced


def test_values_are_escaped_in_html_and_nowhere_else(world: World) -> None:
    save(world, "joined", subject="{{ NAME }}", text="{{ NAME }}", html="{{ NAME }}")

    join(world, "haneul", name="<b>Kim</b> & Lee", email="haneul@example.com")
    [mail] = written(world)

    assert (mail.subject, mail.body) == ("<b>Kim</b> & Lee", "<b>Kim</b> & Lee")
    assert "<body>&lt;b&gt;Kim&lt;/b&gt; &amp; Lee</body>" in mail.html


def test_a_template_that_fails_is_replaced_by_the_version_before_and_the_failure_kept(
    world: World,
) -> None:
    endless = "{% for a in (1..9000) %}{% for b in (1..9000) %}x{% endfor %}{% endfor %}"
    broken(world, Parts(text=endless), previous=Parts(text="Before: {{ ORDER_ID }}"))

    number = order(world)
    [mail] = written(world)

    found = stored(world)
    assert mail.body == f"Before: {number}"
    assert found is not None
    assert found.failure.startswith("text")
    assert found.failed_at == int(world.stage.clock.now())


def test_a_template_without_a_version_before_falls_back_to_the_original_text(world: World) -> None:
    broken(world, Parts(subject="{{ NAME", text="{% unknown %}"))

    number = order(world)
    [mail] = written(world)

    assert number in mail.body
    assert "unknown" not in mail.body


def test_a_template_that_makes_too_much_is_not_used(world: World) -> None:
    broken(world, Parts(short="{% for a in (1..2000) %}x{% endfor %}"))
    may_send(world)

    number = order(world)

    assert number in written(world)[1].body


def test_a_saved_version_becomes_the_one_before(world: World) -> None:
    save(world, text="First {{ ORDER_ID }}")
    save(world, text="Second {{ ORDER_ID }}")

    found = stored(world)

    assert found is not None
    assert found.previous == Parts(text="First {{ ORDER_ID }}")


def test_a_version_that_failed_does_not_become_the_one_before(world: World) -> None:
    good = Parts(text="Good {{ ORDER_ID }}")
    broken(world, Parts(text="{% unknown %}"), previous=good)
    order(world)
    written(world)

    save(world, text="New {{ ORDER_ID }}")

    found = stored(world)
    assert found is not None
    assert (found.previous, found.failure) == (good, "")


def test_the_original_texts_are_sent_after_a_reset(world: World) -> None:
    save(world, subject="Ours")
    shop = shop_of(world)

    done = [
        world.in_transaction(lambda db: template_rules.reset(db, shop, KEY[1])) for _ in range(2)
    ]
    order(world)

    assert done == [True, False]
    assert written(world)[0].subject != "Ours"


@pytest.mark.parametrize(
    ("parts", "part", "line", "column", "message"),
    [
        ({"text": "Hello\n  {{ NOBODY }}"}, "text", 2, 6, "unknown variable 'NOBODY'"),
        ({"text": "{{ TRACKING_NO }}"}, "text", 1, 4, "unknown variable 'TRACKING_NO'"),
        ({"html": "<p>\n{% if NAME %}"}, "html", 2, 14, ""),
        ({"subject": "{{ NAME | shout }}"}, "subject", 1, 11, "unknown filter 'shout'"),
        ({"short": "{% comment %}x{% endcomment %}"}, "short", 0, 0, "it makes no text"),
        ({"short": "x" * 1_001}, "short", 0, 0, "it has more than 1,000 characters"),
        ({"text": "{% for a in (1..99999) %}x{% endfor %}"}, "text", 1, 1, ""),
        ({"html": "{% render 'other' %}"}, "html", 1, 11, "it includes a page that does not exist"),
    ],
)  # fmt: skip
def test_a_template_that_cannot_be_used_is_refused_with_its_place(
    world: World, parts: dict[str, str], part: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(UnusableTemplate) as error:
        save(world, **parts)

    found = error.value
    assert (found.part, found.line) == (part, line)
    if message:
        assert (found.message, found.column) == (message, column)
    assert stored(world) is None


def test_a_link_to_set_a_password_cannot_be_left_out(world: World) -> None:
    with pytest.raises(UnusableTemplate) as error:
        save(world, "password_reset", text="Set it somewhere, {{ NAME }}")
    save(world, "password_reset", text="Here: {{ RESET_URL }}")

    assert (error.value.part, error.value.message) == ("text", "it has to hold RESET_URL")


def test_an_invitation_is_sent_with_the_shops_text(world: World) -> None:
    save(world, "invitation", text="Choose a password: {{ RESET_URL }}")
    join(world, "haneul", name="Kim Haneul", email="haneul@example.com")

    world.post("customers/haneul/invitation", invitation_type="email")

    [mail] = [each for each in outbox(world) if each.occasion == "invitation"]
    assert mail.body.startswith("Choose a password: https://")


@pytest.mark.parametrize("language", ["en_US", "ko_KR", "ja_JP"])
@pytest.mark.parametrize("occasion", list(CATALOGUE.occasions))
def test_default_sources_make_the_original_texts(occasion: str, language: str) -> None:
    values: dict[str, Any] = samples(language)
    original, _ = rendering.texts_of(occasion, language, values, None)

    sources = rendering.default_sources(occasion, language)
    rendering.check(occasion, sources, values)
    made, failure = rendering.texts_of(occasion, language, values, Template(parts=sources))

    assert failure is None
    assert replace(made, html="") == replace(original, html="")
    assert made.html.replace("\n", "") == original.html
