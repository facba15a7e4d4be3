"""The refusals of idempotency keys."""

from typing import Final

from openmall.contract.refusal import Refusal

MALFORMED_KEY: Final = Refusal(
    "malformed_idempotency_key",
    "A key has 1 to 255 visible ASCII characters.",
    remedy="Send a random key, such as a UUID.",
)
KEY_OF_ANOTHER_CALL: Final = Refusal(
    "idempotency_key_reused",
    "The key was used for another call.",
    remedy="Use a new key for each different call.",
)
CALL_IN_PROGRESS: Final = Refusal(
    "call_in_progress",
    "The same call is being carried out.",
    remedy="Repeat the call with the same key a little later.",
)
KEY_TOO_SHORT: Final = Refusal(
    "idempotency_key_too_short",
    "Without a session a key has at least {least} characters.",
    remedy="Send a longer random key, such as a UUID.",
)
ANSWER_NOT_KEPT: Final = Refusal(
    "answer_not_kept",
    "The call was carried out; its answer is not kept.",
    remedy="Read what the call changed: it is not carried out again. Answers that are too long, "
    "and those that name a customer whose data were erased, are not kept.",
)
