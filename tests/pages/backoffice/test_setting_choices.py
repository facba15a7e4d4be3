"""Settings whose choices decide which other fields a form shows."""

from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.pages.stored_only import stored_only
from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import forms
from tests.pages.backoffice.test_settings import address, form, send, stored


class TestFieldsOfAChoice:
    def test_a_form_shows_what_the_chosen_fee_needs_and_keeps_the_rest(
        self, owner: Browser
    ) -> None:
        world = owner.world
        address = "/admin/settings/shipping"
        world.put("shipping", shipping_fee_type="R", shipping_fee="2500")
        first = owner.open(address)
        form = next(each for each in forms(first.text) if "shipping_fee_type" in each.values)

        typed = {**form.values, "shipping_fee_type": "M", "shipping_fee": "3000"}
        changed = owner.submit(form.action, {**typed, "deed": "fields"})
        kept = world.get("shipping")["shipping"]
        again = next(each for each in forms(changed.text) if "shipping_fee_type" in each.values)
        saved = owner.submit(form.action, {**again.values, "free_shipping_price": "30000"})

        assert 'id="f-shipping_fee"' in first.text
        assert 'id="f-free_shipping_price"' not in first.text
        assert 'id="f-country_shipping_fee"' not in first.text
        assert changed.status_code == 200
        assert 'id="f-free_shipping_price"' in changed.text
        assert kept["shipping_fee_type"] == "R"
        assert saved.status_code == 303
        after = world.get("shipping")["shipping"]
        assert (after["shipping_fee_type"], after["shipping_fee"]) == ("M", "3000.00")
        assert after["free_shipping_price"] == "30000.00"

    def test_what_is_hidden_stays_as_it_is(self, owner: Browser) -> None:
        world = owner.world
        tiers = [
            {"min_value": "0.00", "max_value": "10.00", "shipping_fee": "1000.00"},
            {"min_value": "10.00", "max_value": "20.00", "shipping_fee": "2000.00"},
        ]
        world.put("shipping", shipping_fee_type="W", shipping_rates=tiers)
        page = owner.open("/admin/settings/shipping")
        form = next(each for each in forms(page.text) if "shipping_fee_type" in each.values)

        free = owner.submit(form.action, {**form.values, "shipping_fee_type": "T"})

        assert free.status_code == 303
        after = world.get("shipping")["shipping"]
        assert after["shipping_fee_type"] == "T"
        assert after["shipping_rates"] == tiers

    def test_regions_are_asked_for_as_they_are_named(self, owner: Browser) -> None:
        owner.world.put("regionalsurcharges", use_regional_surcharge="T", region_setting_type="A")

        text = owner.open("/admin/settings/regional-surcharges").text

        assert 'id="f-jeju_surcharge_amount"' in text
        assert "<legend>Regions with a surcharge</legend>" not in text


def test_a_field_without_effect_says_so(owner: Browser) -> None:
    """Of every form of settings: as many fields as the list of the reference has in it."""
    silent = {}
    tried = 0
    for slug, resource in RESOURCES.items():
        listed = [each.field for each in stored_only() if each.resource == resource.path]
        names = {
            name
            for name in form(owner, address(slug))
            for field in listed
            if (name == field or name.startswith(f"{field}.")) and name not in resource.needs
        }
        if not names:
            continue
        tried += 1
        page = owner.open(address(slug)).text
        for name in names:
            after = page[page.index(f'name="{name}"') :]
            if "do not use this" not in after[: after.find("</fieldset>")]:
                silent[name] = slug

    assert silent == {}
    assert tried > 5


def test_fields_that_the_pages_of_the_shop_do_not_carry_are_not_offered(owner: Browser) -> None:
    owner.world.put("seo/setting", header_tag="<meta name='a'>", display_group=2)

    send(owner, address("seo"), common_page_title="Teapots")
    page = owner.open(address("seo")).text

    now = stored(owner.world, "seo")
    assert (now["header_tag"], now["display_group"]) == ("<meta name='a'>", 2)
    assert now["common_page_title"] == "Teapots"
    assert not [name for name in form(owner, address("seo")) if name.endswith(("_tag", "_url"))]
    assert "are not carried by the pages of this shop" in page
    unused = {each.field for each in stored_only() if each.resource == "seo/setting"}
    assert unused & form(owner, address("seo")).keys() == set()
