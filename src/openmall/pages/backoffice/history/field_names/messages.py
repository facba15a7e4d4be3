"""Labels of fields of push notifications and newsletters."""

from typing import Final

from openmall.http.web.languages import marked

LABELS: Final = {
    "content_os_a": marked("Text on Android"),
    "content_os_b": marked("Text on iPhone"),
    "link_type": marked("Link"),
    "image_url": marked("Picture"),
    "os_type": marked("Devices"),
    "receiver_type": marked("Recipients"),
    "repetition_no": marked("Repeated"),
    "reserve_date": marked("Sent on"),
    "reserve_day": marked("Day"),
    "reserve_hour": marked("Hour"),
    "reserve_minuate": marked("Minute"),
    "response_count_os_a": marked("Opened on Android"),
    "response_count_os_b": marked("Opened on iPhone"),
    "send_count_os_a": marked("Sent to Android"),
    "send_count_os_b": marked("Sent to iPhone"),
    "send_date": marked("Sent on"),
    "send_status": marked("State"),
    "send_type": marked("Kind of message"),
    "silent": marked("Without a sound"),
    "subject": marked("Subject"),
    "use_link": marked("With a link"),
    "use_push": marked("Use push notifications"),
}
"""Field, as in the API and in tables -> its label."""
