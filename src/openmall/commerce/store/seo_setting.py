"""SEO settings: metadata of a shop's pages for search engines and sharing apps.

Specification: "Seo setting". A plain settings resource.
"""

from typing import Annotated

from msgspec import Meta, Struct

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Hint, Label
from openmall.contract.params import Flag, Number

Text = Annotated[str, Meta(max_length=20_000)]


class SharingMetadata(Struct, frozen=True, kw_only=True):
    """Metadata of a page for sharing apps."""

    site_name: Annotated[Text, Label("Name of the site")] = ""
    title: Annotated[Text, Label("Title")] = ""
    description: Annotated[Text, Label("Description")] = ""


class SeoSetting(Setting, frozen=True, kw_only=True):
    """A shop's SEO settings; the defaults are what a new shop has."""

    common_page_title: Annotated[Text, Label("Title of pages")] = ""
    common_page_meta_description: Annotated[Text, Label("Description of pages")] = ""
    favicon: Annotated[Text, Label("Address of the icon"), Hint("A path or an https address.")] = ""
    use_websearch_console: Annotated[Flag, Label("Search engine site verification")] = "F"
    websearch_console: Annotated[Text, Label("Tag of the web search engine")] = ""
    """The tag by which a search engine verifies the owner of the shop."""
    use_portal_search_advisor: Annotated[Flag, Label("Portal site verification")] = "F"
    portal_search_advisor: Annotated[Text, Label("Search Advisor tag")] = ""
    sns_share_image: Annotated[Text, Label("Picture for sharing")] = ""
    use_microblog_card: Annotated[Flag, Label("Microblog cards")] = "F"
    robots_text: Annotated[Text, Label("robots.txt")] = ""
    mobile_robots_text: Annotated[Text, Label("robots.txt for phones")] = ""
    use_missing_page_redirect: Annotated[Flag, Label("Redirect missing pages")] = "F"
    missing_page_redirect_url: Annotated[Text, Label("Redirect missing pages to")] = ""
    mobile_use_missing_page_redirect: Annotated[Flag, Label("Redirect missing pages on phones")] = (
        "F"
    )
    mobile_missing_page_redirect_url: Annotated[
        Text, Label("Redirect missing pages to, on phones")
    ] = ""
    use_sitemap_auto_update: Annotated[Flag, Label("Keep the sitemap up to date")] = "F"
    use_rss: Annotated[Flag, Label("Offer a feed (RSS)")] = "F"
    display_group: Annotated[
        Number,
        Label("Main display whose products the feed lists"),
        Hint("Number of the display; 0 for none."),
    ] = 1
    """Main display group with the products of the feed."""
    header_tag: Annotated[Text, Label("Tags in the head")] = ""
    footer_tag: Annotated[Text, Label("Tags at the foot")] = ""
    mobile_header_tag: Annotated[Text, Label("Tags in the head, on phones")] = ""
    mobile_footer_tag: Annotated[Text, Label("Tags at the foot, on phones")] = ""
    og_main: Annotated[SharingMetadata, Label("Sharing the home page")] = SharingMetadata()
    og_product: Annotated[SharingMetadata, Label("Sharing a product")] = SharingMetadata()
    og_category: Annotated[SharingMetadata, Label("Sharing a category")] = SharingMetadata()
    og_board: Annotated[SharingMetadata, Label("Sharing a board")] = SharingMetadata()
    llms_text: Annotated[Text, Label("llms.txt")] = ""


OPERATIONS = setting_operations(
    "seo/setting", SeoSetting, changes_of(SeoSetting), area="store", key="seo"
)
