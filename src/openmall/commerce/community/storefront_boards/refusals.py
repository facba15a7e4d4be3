"""The refusals of what shoppers write on boards: authors, challenges and the boards' conditions."""

from typing import Final

from openmall.contract.refusal import Refusal

NOT_THE_AUTHOR: Final = Refusal(
    "not_the_author",
    "Only its author may change it.",
    remedy="Sign in as the author, or send the password of the guest who wrote it.",
)
GUEST_WITHOUT_PASSWORD: Final = Refusal(
    "guest_without_password",
    "`password` is required of a guest.",
    remedy="Send a password by which the guest can change the article later.",
)
CHALLENGE_NOT_ANSWERED: Final = Refusal(
    "challenge_not_answered",
    "Answer the board's challenge first.",
    remedy="Fetch the board's challenge, solve it and send the answer as `proof`.",
)
CHALLENGE_NOT_VALID: Final = Refusal(
    "challenge_not_valid",
    "The challenge is of another place or time.",
    remedy="Fetch a new challenge of this mall and solve it before it expires.",
)
CHALLENGE_ANSWER_WRONG: Final = Refusal(
    "challenge_answer_wrong",
    "That does not answer the challenge.",
    remedy="Search for an answer whose hash has the required leading zero bits.",
)
CHALLENGE_USED: Final = Refusal(
    "challenge_used",
    "The challenge was answered before.",
    remedy="Fetch a new challenge for every article and comment.",
)
BOARD_WITHOUT_FILES: Final = Refusal(
    "board_without_files",
    "This board takes no files.",
    remedy="Send the article without `attach_file_urls`.",
)
ATTACHED_PICTURE_TOO_LARGE: Final = Refusal(
    "attached_picture_too_large",
    "A picture has at most {megabytes} MB here.",
    remedy="Send smaller pictures.",
)
TOO_MANY_ATTACHED: Final = Refusal(
    "too_many_attached",
    "An article has at most {most} pictures.",
    remedy="Send fewer pictures.",
)
TOO_MANY_PICTURES: Final = Refusal(
    "too_many_pictures",
    "Too many pictures were attached lately.",
    remedy="Wait for the seconds of the Retry-After header before the next picture.",
)
TITLE_NOT_FROM_LIST: Final = Refusal(
    "title_not_from_list",
    "Titles of this board are chosen from its list.",
    remedy="Send one of the titles that the board lists.",
)
POST_TOO_SHORT: Final = Refusal(
    "post_too_short",
    "At least {least} characters are written here.",
    remedy="Send a longer `content`.",
)
PRODUCT_NOT_IN_ORDER: Final = Refusal(
    "product_not_in_order",
    "The product was not bought with this order.",
    remedy="Name an order of the author that has the product, or leave `order_id` out.",
)
ONLY_BUYERS_WRITE: Final = Refusal(
    "only_buyers_write",
    "On this board only buyers write about the product.",
    remedy="Offer writing only to customers who have bought the product within the board's period.",
)
ORDER_WITHOUT_PRODUCT: Final = Refusal(
    "order_without_product",
    "An order is named with its product.",
    remedy="Send `product_no` together with `order_id`.",
)
BOARD_NOT_WRITABLE: Final = Refusal(
    "board_not_writable",
    "You may not write on this board.",
    remedy="Sign in as a customer whom the board's permissions let write.",
)
BOARD_POSTS_UNCHANGEABLE: Final = Refusal(
    "board_posts_unchangeable",
    "Articles of this board cannot be changed.",
    remedy="Write another article: the board permits no changes.",
)
BOARD_NOT_COMMENTABLE: Final = Refusal(
    "board_not_commentable",
    "You may not comment on this board.",
    remedy="Sign in as a customer whom the board's permissions let comment.",
)
POST_PASSWORD_TOO_SHORT: Final = Refusal(
    "post_password_too_short",
    "A password has at least {least} characters.",
    remedy="Ask the guest for a longer password.",
)
POST_PASSWORD_TOO_WEAK: Final = Refusal(
    "post_password_too_weak",
    "A password has a letter and a digit.",
    remedy="Ask the guest for a password of letters and digits.",
)
