"""The refusals of the request pipeline: URL, credentials, scope, parameters, plans."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_SUCH_URL: Final = Refusal(
    "no_such_url",
    "There is no such URL.",
    remedy="Compare the URL with the reference of the API.",
)
APPROVAL_CANNOT_BE_PROPOSED: Final = Refusal(
    "approval_cannot_be_proposed",
    "The shop wants to approve such writes, and this one cannot be proposed.",
    remedy="Ask the merchant to make the change, or to change the rule of approval.",
)
TOO_FEW_PLANS_NAMED: Final = Refusal(
    "too_few_plans_named",
    "Name several plans, each once.",
    remedy="Send the numbers of at least two different plans.",
)
PLAN_IS_COMBINED: Final = Refusal(
    "plan_is_combined",
    "A plan that combines others is not combined again.",
    remedy="Name the plans that the combined plan was made of.",
)
PLANS_DIFFER: Final = Refusal(
    "plans_differ",
    "Plans are combined that need the same scope and are all open or all waiting.",
    remedy="Combine plans of one scope that are all open or all waiting.",
)
TOO_MANY_PLANNED_OBJECTS: Final = Refusal(
    "too_many_planned_objects",
    "A plan has at most {most} objects.",
    remedy="Combine fewer plans at once.",
)
PLAN_NOT_APPLICABLE: Final = Refusal(
    "plan_not_applicable",
    "Plan {plan_no} cannot be applied.",
    remedy="Rehearse the call again, and use the fresh plan.",
)
PLAN_NOT_COMBINABLE: Final = Refusal(
    "plan_not_combinable",
    "{operation} has work that is done outside of a transaction, such as pictures: it cannot be "
    "combined.",
    remedy="Apply this plan by itself.",
)
MALFORMED_BASIC_CREDENTIALS: Final = Refusal(
    "malformed_basic_credentials",
    "Send Authorization: Basic with base64 of <client_id>:<key>.",
    remedy="Encode client id and key, joined by a colon, in base64.",
)
ACCESS_TOKEN_MISSING: Final = Refusal(
    "access_token_missing",
    "An access token is missing: send Authorization: Bearer <token>.",
    remedy="Send the access token in the header Authorization.",
)
ACCESS_TOKEN_UNKNOWN: Final = Refusal(
    "access_token_unknown",
    "Invalid access_token (invalid_token)",
    remedy="Refresh the token, or let the shop authorize the app again.",
)
ACCESS_TOKEN_OF_OTHER_RESOURCE: Final = Refusal(
    "access_token_of_other_resource",
    "The access_token is for another resource. (invalid_token)",
    remedy="Request a token for this resource.",
)
ACCESS_TOKEN_EXPIRED: Final = Refusal(
    "access_token_expired",
    "access_token time expired. (invalid_token)",
    remedy="Exchange the refresh token for a new access token.",
)
APP_NOT_INSTALLED: Final = Refusal(
    "app_not_installed",
    "The app is not installed in the shop.",
    remedy="Let the merchant install the app in the shop.",
)
WRONG_CLIENT_SECRET: Final = Refusal(
    "wrong_client_secret",
    "The client ID or the client secret is wrong.",
    remedy="Compare the credentials with those of the developer console.",
)
CLIENT_ID_MISSING: Final = Refusal(
    "client_id_missing",
    "The client ID is missing.",
    remedy="Send the client id of the app in X-Platform-Client-Id.",
)
CLIENT_ID_UNKNOWN: Final = Refusal(
    "client_id_unknown",
    "The client ID is unknown.",
    remedy="Compare the client id with that of the developer console.",
)
WRONG_FRONT_API_KEY: Final = Refusal(
    "wrong_front_api_key",
    "The client ID or the front API key is wrong.",
    remedy="Compare the credentials with those of the developer console.",
)
CLIENT_IDS_DIFFER: Final = Refusal(
    "client_ids_differ",
    "X-Platform-Client-Id names another client than the credentials.",
    remedy="Send the same client id in both headers, or leave X-Platform-Client-Id out.",
)
NO_SUCH_OPERATION: Final = Refusal(
    "no_such_operation",
    "There is no such operation at this URL.",
    remedy="Compare path and method with the reference of the API.",
)
ROLE_LACKS_AREA: Final = Refusal(
    "role_lacks_area",
    "Your role does not include this.",
    remedy="Ask a head admin to change the role.",
)
ACCESS_TOKEN_REVOKED: Final = Refusal(
    "access_token_revoked",
    "The access token was revoked.",
    remedy="Let the shop authorize the app again, and call the operation again.",
)
BLANK_IN_LIST: Final = Refusal(
    "blank_in_list",
    "A comma list has no blanks.",
    remedy="Leave out empty elements and trailing commas.",
)
PARAMETER_WITHOUT_EFFECT: Final = Refusal(
    "parameter_without_effect",
    "This shop cannot do what the parameter asks for.",
    remedy="Leave the parameter out; the page of the operation says why it has no effect.",
)
TEXT_NULL: Final = Refusal(
    "text_null",
    "The text `null` is no value.",
    remedy="Send null without quotation marks, or leave the parameter out.",
)
UNKNOWN_PARAMETERS: Final = Refusal(
    "unknown_parameters",
    "The operation knows none of the parameters sent: {names}.",
    remedy="Compare the names with the parameters of the operation in the reference.",
)
AMOUNT_OUT_OF_BOUNDS: Final = Refusal(
    "amount_out_of_bounds",
    "Expected an amount from {least} to {most}.",
    remedy="Send an amount within the bounds.",
)
TOO_MANY_LISTED: Final = Refusal(
    "too_many_listed",
    "A list holds at most {most} values.",
    remedy="Split the list over several calls.",
)
PARAMETER_REPEATED: Final = Refusal(
    "parameter_repeated",
    "The parameter is given twice.",
    remedy="Send the parameter once.",
)
PARTNER_LACKS_SCOPE: Final = Refusal(
    "partner_lacks_scope",
    "The client is not permitted {scope}. (insufficient_scope)",
    remedy="Ask the operator of the installation to permit the scope.",
)
OPERATION_RESTRICTED: Final = Refusal(
    "operation_restricted",
    "This operation is open to certain clients by arrangement only.",
    remedy="Ask the operator of the installation to open the operation to the app.",
)
SCOPE_ALLOWS_PROPOSALS_ONLY: Final = Refusal(
    "scope_allows_proposals_only",
    "The token may only propose what needs {scope}, and this write cannot be proposed. "
    "(insufficient_scope)",
    remedy="Ask the merchant for the scope itself.",
)
PLAN_NEEDS_SCOPE: Final = Refusal(
    "plan_needs_scope",
    "The plan needs the scope {scope}.",
    remedy="Apply the plan with a token that has the scope.",
)
WRONG_PLAN_TOKEN: Final = Refusal(
    "wrong_plan_token",
    "The token is not that of the plan.",
    remedy="Send the token that came with this plan.",
)
PLAN_NOT_APPROVED: Final = Refusal(
    "plan_not_approved",
    "The plan is not approved, or was applied.",
    remedy="Read the state of the plan.",
)
ENTITY_TAG_OUTDATED: Final = Refusal(
    "entity_tag_outdated",
    "The resource is not the one of this entity tag.",
    remedy="Read the resource again, and repeat the change with its new entity tag.",
)
UNSUPPORTED_PRECONDITION: Final = Refusal(
    "unsupported_precondition",
    "A write is made conditional by If-Match alone.",
    remedy="Send If-Match, or no precondition.",
)
NOT_CONDITIONAL: Final = Refusal(
    "not_conditional",
    "This call cannot be made conditional.",
    remedy="Leave If-Match out.",
)
PROCESSING_TIME_SPENT: Final = Refusal(
    "processing_time_spent",
    "The shop's calls have used up their processing time.",
    remedy="Wait for the seconds of Retry-After, and ask for less at once.",
)
ABNORMAL_TRAFFIC: Final = Refusal(
    "abnormal_traffic",
    "{calls} calls a second from one address are abnormal traffic.",
    remedy="Spread the calls over time.",
)
NOT_REHEARSABLE: Final = Refusal(
    "not_rehearsable",
    "This operation cannot be rehearsed: {obstacle}.",
    remedy="Call the operation without the preference.",
)
PLAN_CHANGED_SINCE: Final = Refusal(
    "plan_changed_since",
    "Plan {plan_no} is another now.",
    remedy="Read the plan again.",
)
UNKNOWN_PARAMETER: Final = Refusal(
    "unknown_parameter",
    "The operation has no such parameter.",
    remedy="Remove the parameter, or correct its name.",
)
CONCURRENT_WRITES: Final = Refusal(
    "concurrent_writes",
    "Other writes change the same at this moment. Nothing was changed.",
    remedy="Repeat the call after a moment.",
)
SHOPPER_SESSION_ENDED: Final = Refusal(
    "shopper_session_ended",
    "The shopper's session has ended. (invalid_session)",
    remedy="Let the shopper sign in again.",
)
NEEDS_APPROVAL_NOW: Final = Refusal(
    "needs_approval_now",
    "The shop wants to approve this change by now: call the operation again.",
    remedy="Call the operation again for the objects that are left: a plan then waits.",
)
PROPOSALS_NO_LONGER_ALLOWED: Final = Refusal(
    "proposals_no_longer_allowed",
    "The app is no longer allowed to propose this in the shop.",
    remedy="Let the merchant grant the scope again, and propose the change again.",
)
SCOPE_MISSING: Final = Refusal(
    "scope_missing",
    "The {holder} lacks the scope {scope}. (insufficient_scope)",
    remedy="Request the scope, and let the merchant authorize the app again.",
)
ANALYTICS_SCOPE_MISSING: Final = Refusal(
    "analytics_scope_missing",
    "INVALID SCOPE. The {holder} lacks the scope {scope}. (insufficient_scope)",
    remedy="Request the scope, and let the merchant authorize the app again.",
)
