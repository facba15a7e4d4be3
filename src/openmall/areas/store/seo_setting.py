"""SEO settings: what search engines and sharing apps are told about a shop's pages.

Specification: "Seo setting". A plain settings resource.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, Number, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Text = Annotated[str, Meta(max_length=20_000)]


class Shared(Struct, frozen=True, kw_only=True):
    """What a page says of itself where it is shared."""

    site_name: Text = ""
    title: Text = ""
    description: Text = ""


class SharedChange(Struct, frozen=True, kw_only=True):
    site_name: Text | UnsetType = UNSET
    title: Text | UnsetType = UNSET
    description: Text | UnsetType = UNSET


class SeoSetting(Setting, frozen=True, kw_only=True):
    """A shop's SEO settings; the defaults are what a new shop has."""

    common_page_title: Text = ""
    common_page_meta_description: Text = ""
    favicon: Text = ""
    use_websearch_console: Flag = "F"
    websearch_console: Text = ""
    """The tag by which a search engine knows whose shop it is."""
    use_portal_search_advisor: Flag = "F"
    portal_search_advisor: Text = ""
    sns_share_image: Text = ""
    use_microblog_card: Flag = "F"
    robots_text: Text = ""
    mobile_robots_text: Text = ""
    use_missing_page_redirect: Flag = "F"
    missing_page_redirect_url: Text = ""
    mobile_use_missing_page_redirect: Flag = "F"
    mobile_missing_page_redirect_url: Text = ""
    use_sitemap_auto_update: Flag = "F"
    use_rss: Flag = "F"
    display_group: Number = 1
    """Main display whose products the feed lists."""
    header_tag: Text = ""
    footer_tag: Text = ""
    mobile_header_tag: Text = ""
    mobile_footer_tag: Text = ""
    og_main: Shared = Shared()
    og_product: Shared = Shared()
    og_category: Shared = Shared()
    og_board: Shared = Shared()
    llms_text: Text = ""


class SeoSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change SEO settings; UNSET: not sent, left alone."""

    common_page_title: Text | UnsetType = UNSET
    common_page_meta_description: Text | UnsetType = UNSET
    favicon: Text | UnsetType = UNSET
    use_websearch_console: Flag | UnsetType = UNSET
    websearch_console: Text | UnsetType = UNSET
    use_portal_search_advisor: Flag | UnsetType = UNSET
    portal_search_advisor: Text | UnsetType = UNSET
    sns_share_image: Text | UnsetType = UNSET
    use_microblog_card: Flag | UnsetType = UNSET
    robots_text: Text | UnsetType = UNSET
    mobile_robots_text: Text | UnsetType = UNSET
    use_missing_page_redirect: Flag | UnsetType = UNSET
    missing_page_redirect_url: Text | UnsetType = UNSET
    mobile_use_missing_page_redirect: Flag | UnsetType = UNSET
    mobile_missing_page_redirect_url: Text | UnsetType = UNSET
    use_sitemap_auto_update: Flag | UnsetType = UNSET
    use_rss: Flag | UnsetType = UNSET
    display_group: Number | UnsetType = UNSET
    header_tag: Text | UnsetType = UNSET
    footer_tag: Text | UnsetType = UNSET
    mobile_header_tag: Text | UnsetType = UNSET
    mobile_footer_tag: Text | UnsetType = UNSET
    og_main: SharedChange | UnsetType = UNSET
    og_product: SharedChange | UnsetType = UNSET
    og_category: SharedChange | UnsetType = UNSET
    og_board: SharedChange | UnsetType = UNSET
    llms_text: Text | UnsetType = UNSET


OPERATIONS = [
    get(
        "seo/setting",
        read_setting(SeoSetting),
        takes=ShopParams,
        gives=SeoSetting,
        key="seo",
        scope=READ_STORE,
    ),
    put(
        "seo/setting",
        change_setting(SeoSetting, SeoSettingChange),
        takes=SeoSettingChange,
        gives=SeoSetting,
        key="seo",
        scope=WRITE_STORE,
    ),
]
