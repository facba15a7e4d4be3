"""The storefront's operations on urgent inquiries. All of them are ours."""

from openmall.areas.community.inquiring import rules
from openmall.areas.community.inquiring.takes import InquiryDraft, OwnInquiries, OwnInquiry
from openmall.areas.community.urgentinquiry import InquiryPath
from openmall.contract.operation import delete, listing, post
from openmall.contract.scopes import READ_PERSONAL, WRITE_COMMUNITY, WRITE_PERSONAL

OPERATIONS = [
    post(
        "urgentinquiry",
        rules.ask,
        takes=InquiryDraft,
        gives=OwnInquiry,
        key="inquiry",
        scope=WRITE_COMMUNITY,
    ),
    listing(
        "customers/me/urgentinquiry",
        rules.listing,
        takes=OwnInquiries,
        gives=OwnInquiry,
        key="inquiries",
        scope=READ_PERSONAL,
    ),
    delete(
        "customers/me/urgentinquiry/{article_no}",
        rules.take_back,
        takes=InquiryPath,
        gives=InquiryPath,
        key="inquiry",
        scope=WRITE_PERSONAL,
    ),
]
