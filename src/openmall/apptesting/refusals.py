"""The refusals of calls of programs that test apps."""

from typing import Final

from openmall.contract.refusal import Refusal

APP_WITHOUT_WEBHOOKS: Final = Refusal(
    "app_without_webhooks",
    "The app of the mall has no webhooks.",
    remedy="Create the mall with webhooks.",
)
TEST_CLOCK_TARGET_AMBIGUOUS: Final = Refusal(
    "test_clock_target_ambiguous",
    "Send either `forward` or `to`.",
    remedy="Send one of both parameters.",
)
NO_SUCH_TEST_CALL: Final = Refusal(
    "no_such_test_call",
    "There is no such test call: see /_test/openapi.json.",
    remedy="Compare path and method with /_test/openapi.json.",
)
NO_SUCH_TEST_MANAGER: Final = Refusal(
    "no_such_test_manager",
    "The mall has no such manager.",
    remedy="Send the user ID of a manager of the mall, or none.",
)
URL_OF_ANOTHER_APP: Final = Refusal(
    "url_of_another_app",
    "The request is not of the app that was created with the mall.",
    remedy="Send an authorization request of the app that came with the mall.",
)
MALL_ID_TAKEN: Final = Refusal(
    "mall_id_taken",
    "There is such a mall already.",
    remedy="Choose another mall id.",
)
MALL_WITHOUT_OWN_APP: Final = Refusal(
    "mall_without_own_app",
    "This mall has no app that was created with it.",
    remedy="Create a test mall: an app comes with it.",
)
NOT_THE_APP_OF_THE_MALL: Final = Refusal(
    "not_the_app_of_the_mall",
    "The mall has no such app of its own.",
    remedy="Send the client id of the app that came with the mall, or none.",
)
SCOPE_NOT_GRANTED: Final = Refusal(
    "scope_not_granted",
    "The mall did not grant {scope}.",
    remedy="Create the mall with the scope.",
)
TOO_MANY_TEST_MALLS: Final = Refusal(
    "too_many_test_malls",
    "There are {most} test malls: delete some.",
    remedy="Delete test malls that are no longer used.",
)
NO_SUCH_EVENT: Final = Refusal(
    "no_such_event",
    "There is no event {event}.",
    remedy="Send names or numbers of events from the reference.",
)
NO_PRODUCT_ON_SALE: Final = Refusal(
    "no_product_on_sale",
    "The shop has no such product on sale.",
    remedy="Create a product on sale with enough units.",
)
NOTHING_ON_SALE: Final = Refusal(
    "nothing_on_sale",
    "Nothing is on sale in shop {shop_no}: the trigger product_created makes a product.",
    remedy="Trigger product_created, or create a product on sale.",
)
TOO_FEW_UNITS_ON_SALE: Final = Refusal(
    "too_few_units_on_sale",
    "No product on sale has {quantity} units: the trigger product_created makes one that has.",
    remedy="Trigger product_created, or send a smaller quantity.",
)
NO_SUCH_TRIGGER: Final = Refusal(
    "no_such_trigger",
    "There is no trigger {event}: {triggers}.",
    remedy="Send one of the triggers that are listed.",
)
AT_LEAST_ONE_UNIT: Final = Refusal(
    "at_least_one_unit",
    "The quantity is at least 1.",
    remedy="Send a quantity of 1 or more.",
)
ORDER_PLACED_BEFORE: Final = Refusal(
    "order_placed_before",
    "An order is placed once.",
    remedy="Leave the order out: the trigger places a new one.",
)
NO_SUCH_TEST_CUSTOMER: Final = Refusal(
    "no_such_test_customer",
    "The shop has no such customer.",
    remedy="Send the member id of a customer of the shop, or none.",
)
TEST_MALLS_OFF: Final = Refusal(
    "test_malls_off",
    "This installation has no test malls.",
    remedy="Ask the operator to turn the test malls on.",
)
TEST_CALL_OF_BROWSER: Final = Refusal(
    "test_call_of_browser",
    "Browsers create no test malls.",
    remedy="Call from a program instead.",
)
TEST_CALL_FROM_ELSEWHERE: Final = Refusal(
    "test_call_from_elsewhere",
    "Test malls are for programs of this machine, unless the operator sets a token.",
    remedy="Call from the same machine, or ask the operator for a token.",
)
TEST_TOKEN_MISSING: Final = Refusal(
    "test_token_missing",
    "Test malls need the token of this installation.",
    remedy="Send the token in the header Authorization.",
)
AUTHORIZATION_REFUSED: Final = Refusal(
    "authorization_request_refused",
    "{detail}",
    remedy="Compare the authorization request with the page on authorization.",
)
MALFORMED_MALL_ID: Final = Refusal(
    "malformed_mall_id",
    "A mall id has 3 to 50 of a-z, 0-9 and -, and is no reserved name.",
    remedy="Send another mall id.",
)
UNUSABLE_APP: Final = Refusal(
    "unusable_app",
    "{detail}.",
    remedy="Compare the field with those of the developer console.",
)
UNUSABLE_ADDRESS: Final = Refusal(
    "unusable_webhook_address",
    "{detail}.",
    remedy="Send a public https address, or an http address of this machine.",
)
