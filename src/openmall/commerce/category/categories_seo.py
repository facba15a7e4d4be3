"""SEO settings of a category."""

from typing import Final

from msgspec import UNSET, UnsetType

from openmall.commerce.category.categories.shape import CategoryPath
from openmall.commerce.category.category_documents import About, change_about, read_about
from openmall.contract.params import Flag, LongText, ShortText
from openmall.contract.resource import Resource


class CategorySeo(About, frozen=True, kw_only=True):
    """A category's page as search engines see it."""

    search_engine_exposure: Flag = "T"
    """Search engines may list the page."""
    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""


class CategorySeoChange(CategoryPath, frozen=True, kw_only=True):
    search_engine_exposure: Flag | UnsetType = UNSET
    meta_title: ShortText | UnsetType = UNSET
    meta_author: ShortText | UnsetType = UNSET
    meta_description: LongText | UnsetType = UNSET
    meta_keywords: LongText | UnsetType = UNSET


_SEO: Final = Resource(CategorySeo, area="category", key="seo")

change: Final = change_about(CategorySeo, CategorySeoChange, "SEO settings")

OPERATIONS = [
    _SEO.get(
        "categories/{category_no}/seo", read_about(CategorySeo, "SEO settings"), takes=CategoryPath
    ),
    _SEO.put(
        "categories/{category_no}/seo",
        change,
        takes=CategorySeoChange,
    ),
]
