"""The storefront's operations on urgent inquiries. All of them are ours."""

from typing import Final

from openmall.commerce.community.own_inquiries import rules
from openmall.commerce.community.own_inquiries.takes import InquiryDraft, OwnInquiries, OwnInquiry
from openmall.commerce.community.urgentinquiry import InquiryPath
from openmall.contract.operation import post
from openmall.contract.resource import Resource
from openmall.contract.scopes import WRITE_COMMUNITY

_INQUIRIES: Final = Resource(OwnInquiry, area="personal", key="inquiry", listed="inquiries")

OPERATIONS = [
    post(
        "urgentinquiry",
        rules.ask,
        takes=InquiryDraft,
        gives=OwnInquiry,
        key="inquiry",
        scope=WRITE_COMMUNITY,
    ),
    _INQUIRIES.listing("customers/me/urgentinquiry", rules.listing, takes=OwnInquiries),
    _INQUIRIES.giving(InquiryPath).delete(
        "customers/me/urgentinquiry/{article_no}", rules.withdraw, takes=InquiryPath
    ),
]
