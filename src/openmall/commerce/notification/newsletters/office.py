"""The operations of the back office's pages on segments and newsletters. No API has them."""

from typing import Final

from openmall.commerce.notification.newsletters import rules as newsletter_rules
from openmall.commerce.notification.newsletters.shape import (
    CancelledNewsletter,
    Mail,
    Newsletter,
    NewsletterDraft,
    NewsletterPath,
    NewsletterQuery,
    NewsletterTest,
    NewsletterText,
)
from openmall.commerce.notification.recipientgroups import segments
from openmall.commerce.notification.recipientgroups.segments import (
    Audience,
    AudienceQuery,
    MembersQuery,
    Segment,
    SegmentChange,
    SegmentDraft,
    SegmentMember,
)
from openmall.commerce.notification.recipientgroups.shape import (
    DeletedGroup,
    GroupPath,
    GroupQuery,
)
from openmall.contract.resource import Resource

_SEGMENTS: Final = Resource(Segment, area="notification", key="segment", listed="segments")
_SEGMENT: Final = "segments/{group_no}"
_NEWSLETTERS: Final = Resource(
    Newsletter, area="notification", key="newsletter", listed="newsletters"
)
_NEWSLETTER: Final = "newsletters/{code}"

OPERATIONS = [
    _SEGMENTS.listing("segments", segments.listing, takes=GroupQuery),
    _SEGMENTS.post("segments", segments.create, takes=SegmentDraft),
    _SEGMENTS.get(_SEGMENT, segments.retrieve, takes=GroupPath),
    _SEGMENTS.put(_SEGMENT, segments.update, takes=SegmentChange),
    _SEGMENTS.giving(DeletedGroup).delete(_SEGMENT, segments.delete, takes=GroupPath),
    _SEGMENTS.giving(SegmentMember).listing(
        "segments/{group_no}/members", segments.members, takes=MembersQuery
    ),
    _SEGMENTS.giving(Audience).get("audience", segments.audience, takes=AudienceQuery),
    _NEWSLETTERS.listing("newsletters", newsletter_rules.listing, takes=NewsletterQuery),
    _NEWSLETTERS.post("newsletters", newsletter_rules.create, takes=NewsletterDraft),
    _NEWSLETTERS.giving(Mail).post(
        "newsletters/preview", newsletter_rules.preview, takes=NewsletterText
    ),
    _NEWSLETTERS.giving(Mail).post("newsletters/test", newsletter_rules.test, takes=NewsletterTest),
    _NEWSLETTERS.get(_NEWSLETTER, newsletter_rules.retrieve, takes=NewsletterPath),
    _NEWSLETTERS.giving(CancelledNewsletter).delete(
        _NEWSLETTER, newsletter_rules.cancel, takes=NewsletterPath
    ),
]
