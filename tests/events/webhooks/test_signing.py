"""What goes with a delivery, byte by byte, against values that were worked out elsewhere."""

from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys, Mark

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"


def test_the_signature_is_that_of_standard_webhooks() -> None:
    # the example of its own libraries
    keys = Keys(api_key="k", secret=SECRET)
    assert signing.signature(keys, ID, BODY, now=1614265330) == (
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


def test_a_replaced_secret_signs_along() -> None:
    keys = Keys(api_key="k", secret=signing.new_secret(), old_secret=SECRET)
    new, old = signing.signature(keys, ID, BODY, now=1614265330).split()
    assert old == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert new.startswith("v1,")
    assert new != old


def test_headers_of_a_first_delivery() -> None:
    keys = Keys(api_key="the key", secret=SECRET)
    mark = Mark(trace_id=ID, sequence=8, previous=5)
    assert signing.headers(keys, mark, BODY, now=1614265330) == {
        "Content-Type": "application/json",
        "User-Agent": "openmall-webhooks",
        "X-API-Key": "the key",
        "X-Platform-Hmac-Sha256": "gOyKic480iEzoQZsrstNBP6nRnZXyFFNcX7ELDilyUw=",
        "X-Trace-Id": ID,
        "Webhook-Id": ID,
        "Webhook-Timestamp": "1614265330",
        "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "X-Webhook-Attempt": "1",
        "X-Webhook-Redelivery": "F",
        "X-Event-Sequence": "8",
        "X-Event-Previous": "5",
    }


def test_a_test_stands_in_no_order() -> None:
    headers = signing.headers(Keys(api_key="k", secret=SECRET), Mark(trace_id=ID), b"{}", now=1)
    assert {"X-Event-Sequence", "X-Event-Previous"} & headers.keys() == set()


def test_the_trace_id_is_of_the_app_and_the_event() -> None:
    one = signing.trace_id("myshop", "app", sequence=1, created_at=2)
    assert one == signing.trace_id("myshop", "app", sequence=1, created_at=2)
    others = {
        signing.trace_id("other", "app", sequence=1, created_at=2),
        signing.trace_id("myshop", "other", sequence=1, created_at=2),
        signing.trace_id("myshop", "app", sequence=2, created_at=2),
        signing.trace_id("myshop", "app", sequence=1, created_at=3),
    }
    assert len(others | {one}) == 5
