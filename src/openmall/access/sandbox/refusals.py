"""The refusals of sandboxes: their clock and their faults."""

from typing import Final

from openmall.contract.refusal import Refusal

CLOCK_TARGET_AMBIGUOUS: Final = Refusal(
    "clock_target_ambiguous",
    "Send either `to` or `ahead`.",
    remedy="Send one of both parameters.",
)
NO_FAULTS: Final = Refusal(
    "no_faults",
    "The sandbox has no faults.",
    remedy="None is needed: there is nothing to remove.",
)
CLOCK_GOES_FORWARD_ONLY: Final = Refusal(
    "clock_goes_forward_only",
    "The clock of a sandbox goes forward only.",
    remedy="Send a later moment; make a new sandbox for an earlier one.",
)
CLOCK_TOO_FAR_AHEAD: Final = Refusal(
    "clock_too_far_ahead",
    "The clock of a sandbox is twenty years ahead at most.",
    remedy="Send a moment within twenty years.",
)
TOO_MANY_FAULTS: Final = Refusal(
    "too_many_faults",
    "A script has {most} faults at most.",
    remedy="Remove faults from the script.",
)
ONLY_WEBHOOKS_ARE_DOUBLED: Final = Refusal(
    "only_webhooks_are_doubled",
    "Webhooks are doubled, and nothing else is.",
    remedy="Use the effect double with the API webhooks, and no other effect.",
)
ONLY_DELAYS_HAVE_DELAY: Final = Refusal(
    "only_delays_have_delay",
    "A delay, and nothing else, has delay_ms.",
    remedy="Send delay_ms with the effect delay, and with no other one.",
)
FAULT_FREQUENCY_AMBIGUOUS: Final = Refusal(
    "fault_frequency_ambiguous",
    "Send one of `percent`, `first` and `every` only.",
    remedy="Send one of percent, first and every.",
)
NO_SANDBOX: Final = Refusal(
    "no_sandbox",
    "The mall is no sandbox. A sandbox is made as one, when it is opened.",
    remedy="Open a sandbox, and call it there.",
)
NO_DURATION: Final = Refusal(
    "no_duration",
    "{text} is no duration: 3d, 12h, 90m, 45s or 1d12h.",
    remedy="Send days, hours, minutes and seconds in this order, each as a number with its letter.",
)
