"""The refusals of pictures."""

from typing import Final

from openmall.contract.refusal import Refusal

PICTURES_READ_ONLY: Final = Refusal(
    "pictures_read_only",
    "Pictures are only read here.",
    remedy="Use GET or HEAD here, and the API to upload pictures.",
)
NO_SUCH_PICTURE: Final = Refusal(
    "no_such_picture",
    "There is no such picture.",
    remedy="Send the picture, or the name of one that an upload answered.",
)
PICTURE_TOO_LARGE: Final = Refusal(
    "picture_too_large",
    "A picture has at most {most} bytes.",
    remedy="Scale the picture down before it is sent.",
)
PICTURE_DAMAGED: Final = Refusal(
    "picture_damaged",
    "The picture is damaged or not complete.",
    remedy="Send the whole file of the picture.",
)
TOO_MANY_PIXELS: Final = Refusal(
    "too_many_pixels",
    "A picture has at most {most} pixels.",
    remedy="Scale the picture down before it is sent.",
)
