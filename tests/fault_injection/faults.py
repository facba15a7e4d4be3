"""The faults: what is changed where, what would go wrong, and which tests catch it."""

from typing import Final, NamedTuple


class Fault(NamedTuple):
    """One change of one line of the program."""

    name: str
    file: str
    """Below `src/openmall`."""
    old: str
    """Text that occurs once in the file."""
    new: str
    why: str
    """What would go wrong in a shop."""
    tests: tuple[str, ...]
    """Files and directories below `tests` that catch it."""
    only: str = ""
    """Expression of `pytest -k` that selects among their tests."""


_SWEEPS: Final = "every_operation"
_SOME_ROWS: Final = "(products or coupons or carts)"
"""Operations that suffice to catch what happens to every operation alike."""

FAULTS: Final[tuple[Fault, ...]] = (
    Fault(
        "scope", "api/pipeline/permission.py",
        'operation.scope):\n        lacking = f"The token',
        'operation.scope) and not identity:\n        lacking = f"The token',
        "A token with any scope may do everything.",
        (f"{_SWEEPS}/test_permission.py",), f"told_why and {_SOME_ROWS}",
    ),
    Fault(
        "restricted", "api/pipeline/permission.py",
        "if operation.restricted and not identity.app.restricted:",
        "if operation.restricted and not identity.app:",
        "Any app may call what is open by arrangement only.",
        (f"{_SWEEPS}/test_permission.py",), "without_an_arrangement",
    ),
    Fault(
        "token-expiry", "api/pipeline/identity.py",
        "if now >= token.expires_at:", "if now > token.expires_at:",
        "A token lives a second longer than it says.",
        (f"{_SWEEPS}/test_permission.py",), "two_hours",
    ),
    Fault(
        "plain-http", "http/transport.py",
        'if request.scheme != "https":', 'if request.scheme == "ftp":',
        "Tokens travel without encryption.",
        (f"{_SWEEPS}/test_permission.py",), f"plain_http and {_SOME_ROWS}",
    ),
    Fault(
        "two-hosts", "http/transport.py",
        "if request.hosts > 1:", "if request.hosts > 2:",
        "A proxy and the program read two hosts from one request.",
        ("hostile/test_smuggling.py",),
    ),
    Fault(
        "created-status", "api/pipeline/response_rendering.py",
        'return 201 if operation.method == "POST" else 200', "return 200",
        "Clients take a creation for a lookup.",
        (f"{_SWEEPS}/test_envelope.py",), f"one_key and {_SOME_ROWS}",
    ),
    Fault(
        "challenge-header", "http/error_responses.py",
        "if error.status == 401:", "if error.status == 403:",
        "A client is not told how to prove who it is.",
        (f"{_SWEEPS}/test_permission.py",), f"told_why and {_SOME_ROWS}",
    ),
    Fault(
        "amount-bound", "api/pipeline/parsing.py",
        "(highest is not None and value > highest)", "(highest is not None and value >= highest)",
        "The highest allowed amount is refused.",
        (f"{_SWEEPS}/test_bounds.py",), "both_edges and admin and products",
    ),
    Fault(
        "list-bound", "api/pipeline/parsing.py",
        "if len(values[name]) > most:", "if len(values[name]) > most + 1:",
        "A query names more values than statements are made for.",
        (f"{_SWEEPS}/test_bounds.py",), f"hundred_values and {_SOME_ROWS}",
    ),
    Fault(
        "parameter-count", "http/urls.py",
        "if len(pairs_text) > MAX_PARAMETERS:", "if len(pairs_text) > MAX_PARAMETERS + 1:",
        "One parameter more than allowed is read.",
        ("hostile/test_urls.py", "api/pipeline/test_urls.py"),
    ),
    Fault(
        "body-size", "http/body.py",
        "if size > limit:", "if size > 2 * limit:",
        "Bodies fill the memory.",
        ("hostile/test_bodies.py",),
    ),
    Fault(
        "content-type", "http/body.py",
        'if content_type != b"application/json":', "if not content_type:",
        "A form of another site can send a write.",
        (f"{_SWEEPS}/test_envelope.py",), f"not_declared and {_SOME_ROWS}",
    ),
    Fault(
        "identical-update", "contract/change.py",
        "if after == before:", "if after is before:",
        "An update that changes nothing is logged as one.",
        (f"{_SWEEPS}/test_writes.py",), f"identical and {_SOME_ROWS}",
    ),
    Fault(
        "version-chosen", "contract/api_versions.py",
        "eligible = [release for release in alive if release <= requested]",
        "eligible = [release for release in alive if release < requested]",
        "Who asks for a version gets the one before.",
        (f"{_SWEEPS}/test_shaping.py",), f"version_it_is_asked_for and {_SOME_ROWS}",
    ),
    Fault(
        "paging", "contract/crud/numbered_table.py",
        'found.offset(bindparam("offset")) if "offset" in page else found', "found",
        "Every page of a list is the first.",
        (f"{_SWEEPS}/test_paging.py",), "disjoint and (redirects or memos or classifications)",
    ),
    Fault(
        "sorting", "commerce/product/products/search.py",
        "return statement.order_by(columns[sort].desc(), columns.product_no.desc())",
        "return statement.order_by(columns[sort].desc(), columns.product_no)",
        "Products that are alike change places between pages.",
        (f"{_SWEEPS}/test_paging.py",), "alike",
    ),
    Fault(
        "idempotency", "api/pipeline/idempotency/rules.py",
        "if not any(hmac.compare_digest(stored.digest, each) for each in digests):",
        "if not digests:",
        "Another request with the same key is answered with the first one's result.",
        ("api/pipeline/test_idempotency.py",),
    ),
    Fault(
        "form-token", "access/oauth/pages.py",
        "return bool(cookie) and hmac.compare_digest(sent.encode(), form_token(cookie).encode())",
        "return bool(cookie) and bool(sent)",
        "Another site can approve an app in a manager's name (CSRF).",
        ("access/oauth",), "form or genuine or requests or pages",
    ),
    Fault(
        "shop-form-token", "pages/sampleshop/page_context.py",
        "if not self._token or not hmac.compare_digest(token.encode(), expected.encode()):",
        "if not self._token:",
        "Another site can place an order in a shopper's name (CSRF).",
        ("pages/sampleshop",), "form",
    ),
    Fault(
        "cookie-flag", "access/oauth/pages.py",
        '        httponly=True,\n        samesite="lax",\n    )\n\n\ndef drop',
        '        httponly=False,\n        samesite="lax",\n    )\n\n\ndef drop',
        "A script in a page can read a manager's session.",
        ("access/oauth", "pages/backoffice/test_sign_in.py"), "cookie or session or sign_in",
    ),
    Fault(
        "shopper-cookie-flag", "api/pipeline/shopper_identification.py",
        '_COOKIE_ATTRIBUTES: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"',
        '_COOKIE_ATTRIBUTES: Final = "Path=/; Secure; SameSite=Lax"',
        "A script in a page can read a shopper's session.",
        ("access/shoppers", "storefront/test_accounts.py"),
    ),
    Fault(
        "foreign-session", "access/shopper_sessions.py",
        "if decoded.mall_id != mall_id:", "if not decoded.mall_id:",
        "A session of one mall opens another.",
        ("access/shoppers", f"{_SWEEPS}/test_strangers.py"),
    ),
    Fault(
        "code-challenge", "access/oauth/codes.py",
        "return hmac.compare_digest(hashed, challenge.encode())",
        "return len(hashed) == len(challenge)",
        "Who intercepts a code exchanges it without the verifier (PKCE).",
        ("access/oauth",), "verifier or challenge or pkce or proof or requests",
    ),
    Fault(
        "refresh-replay", "access/oauth/grants.py",
        "replayed = foreign or int(clock.now()) - at > GRACE_SECONDS", "replayed = foreign",
        "A stolen refresh token goes on working beside its owner's.",
        ("access/oauth/test_replays.py",),
    ),
    Fault(
        "guessing", "access/oauth/backoff.py",
        "if failures < FREE_ATTEMPTS:", "if failures <= FREE_ATTEMPTS:",
        "One more password may be guessed without a wait.",
        ("access/oauth/test_backoff.py",),
    ),
    Fault(
        "leaky-bucket", "access/limits/leaky_bucket.py",
        "admitted = missing <= NOISE", "admitted = missing <= NOISE + 1.0",
        "A bucket lets in one call more than it holds.",
        ("access/limits/test_leaky_bucket.py",),
    ),
    Fault(
        "token-bucket", "access/limits/token_bucket.py",
        "admitted = short <= NOISE", "admitted = short < 1.0",
        "A call is let in with a part of a token.",
        ("access/limits/test_token_bucket.py",),
    ),
    Fault(
        "per-minute", "access/limits/per_minute.py",
        "admitted = used + 1.0 <= policy.limit", "admitted = used <= policy.limit",
        "A partner makes one call more a minute than allowed.",
        ("access/limits/test_per_minute.py",),
    ),
    Fault(
        "time-budget", "access/limits/time_usage.py",
        "if used >= budget:", "if used >= 2.0 * budget:",
        "A shop takes twice the processing time it is given.",
        ("access/limits/test_time_usage.py",),
    ),
    Fault(
        "mall-condition", "database/tenancy.py",
        "if isinstance(clause, Update | Delete | Select) and tenant_tables - bound_tables:",
        "if isinstance(clause, Update | Delete) and tenant_tables - bound_tables:",
        "A statement that forgets its mall is accepted.",
        ("database/test_tenancy.py",),
    ),
    Fault(
        "coupon-holder", "commerce/promotion/uses/store.py",
        '    _I.issue_no == bindparam("number"),\n    _I.member_id == bindparam("holder"),\n',
        '    _I.issue_no == bindparam("number"),\n',
        "A shopper pays with somebody else's coupon.",
        ("commerce/promotion/test_uses.py", "commerce/order/test_checkout_coupons.py"),
    ),
    Fault(
        "coupon-twice", "commerce/promotion/uses/store.py",
        "*_ONE, *_UNUSED, ~_DELETED,", "*_ONE, ~_DELETED,",
        "One coupon is used for two orders.",
        ("commerce/promotion/test_uses.py",),
    ),
    Fault(
        "coupon-per-order", "commerce/promotion/uses/rules.py",
        "if same > coupon.available_coupon_count_by_order:",
        "if same > coupon.available_coupon_count_by_order + 1:",
        "An order takes one coupon more than its owner allows.",
        ("commerce/promotion/test_uses.py", "commerce/order/test_checkout_coupons.py"),
    ),
    Fault(
        "stock-sold", "commerce/product/stock/rules.py",
        'if counted and quantity > await _available(call, product_no, variant_code, stock):\n',
        'if counted and quantity > 1 + await _available(call, product_no, variant_code, stock):\n',
        "One unit more is reserved than there is.",
        ("commerce/product/test_stock.py",),
    ),
    Fault(
        "stock-reservation", "commerce/product/stock/rules.py",
        "if held is None or held.until <= now:", "if held is None:",
        "A reservation that ran out is sold.",
        ("commerce/product/test_stock.py",),
    ),
    Fault(
        "points-expired", "commerce/mileage/entries/account.py",
        "each.expires_at <= now for each in lots", "each.expires_at < now for each in lots",
        "Points are shown in the second in which they expire.",
        ("commerce/mileage",),
    ),
    Fault(
        "points-member", "commerce/mileage/entries/store.py",
        '    _E.member_id == bindparam("member_id"),\n    _E.shop_no ==', "    _E.shop_no ==",
        "The points of all members are one account.",
        ("commerce/mileage",),
    ),
    Fault(
        "money-rounding", "contract/money.py",
        "rounding=ROUND_HALF_UP) + ZERO", 'rounding="ROUND_DOWN") + ZERO',
        "Half a cent is lost in every amount.",
        ("contract/test_money.py",),
    ),
    Fault(
        "tax-rounding", "commerce/order/amounts.py",
        "return (tax / unit).to_integral_value(ROUND_FLOOR) * unit + ZERO",
        "return (tax / unit).to_integral_value() * unit + ZERO",
        "More tax is shown than a price contains.",
        ("commerce/order/test_amounts.py",),
    ),
    Fault(
        "shares", "commerce/order/amounts.py",
        "step = min(unit, left)", "step = unit",
        "The parts of a discount come to more than the discount.",
        ("commerce/order/test_amounts.py",),
    ),
    Fault(
        "fee-rounding", "commerce/shipping/fees.py",
        '"L": ROUND_FLOOR,', '"L": ROUND_CEILING,',
        "Shipping fees are rounded against the shop's setting.",
        ("commerce/shipping/test_fees.py",),
    ),
    Fault(
        "coupon-rounding", "commerce/promotion/uses/arithmetic.py",
        "return rounded((amount / unit).to_integral_value(ROUND_DOWN) * unit)",
        "return rounded(amount)",
        "A discount in won has jeon.",
        ("commerce/promotion/test_arithmetic.py",),
    ),
    Fault(
        "refund-arithmetic", "commerce/order/billing/refunds/arithmetic.py",
        "capacity = [max(ZERO, line_cost(each)) for each in rest]",
        "capacity = [list_price(each.item) for each in rest]",
        "What stays behind makes an item cost less than nothing.",
        ("commerce/order/test_claims_add_up.py",),
    ),
    Fault(
        "refund-shipping", "commerce/order/billing/refunds/arithmetic.py",
        "return self.fee - self.discount - self.points - self.credits",
        "return self.fee - self.discount - self.points",
        "Credits spent on shipping are paid back as money.",
        ("commerce/order/test_order_requote.py",),
    ),
    Fault(
        "payment-signature", "commerce/order/billing/gateways/gateway.py",
        "if not hmac.compare_digest("
        "signature(secret, result, timestamp).encode(), signed.encode()):",
        "if not signed:",
        "Anybody can report an order as paid.",
        ("storefront/test_buying.py",),
    ),
    Fault(
        "webhook-signature", "events/webhooks/signing.py",
        'signed = f"{id_}.{now}.".encode() + body', 'signed = f"{id_}.".encode() + body',
        "A webhook can be sent again later and is believed.",
        ("events/webhooks/test_signing.py",),
    ),
    Fault(
        "webhook-success", "events/webhooks/connections.py",
        "success = 200 <= response.status < 300", "success = 200 <= response.status < 400",
        "A webhook that was redirected counts as delivered.",
        ("events/webhooks/test_failing.py", "events/webhooks/test_delivery.py"),
    ),
    Fault(
        "webhook-network", "events/webhooks/addresses.py",
        "found = found.ipv4_mapped\n", "pass\n",
        "A webhook reaches the inner network by another spelling of its address (SSRF).",
        ("events/webhooks/test_addresses.py",),
    ),
    Fault(
        "circuit-breaker", "events/webhooks/delivery/circuit_breaker.py",
        "return state.failures < OPEN_AFTER_FAILURES",
        "return state.failures <= OPEN_AFTER_FAILURES",
        "A receiver that is down is called once more than said.",
        ("events/webhooks/test_circuit_breaker.py",),
    ),
    Fault(
        "log-redaction", "events/request_log/redaction.py",
        "return _SECRET_NAME.search(name) is not None",
        "return _SECRET_NAME.fullmatch(name) is not None",
        "Secrets stand in the request log.",
        ("events/request_log/test_redaction.py",),
    ),
    Fault(
        "log-network", "events/request_log/redaction.py",
        "prefix = 24 if address.version == 4 else 48",
        "prefix = 32 if address.version == 4 else 48",
        "The request log says who a shopper is.",
        ("events/request_log/test_redaction.py", "events/request_log/test_recording.py"),
    ),
    Fault(
        "erasure", "commerce/privacy/data_subject/rules.py",
        "await store.blank(call, member_id)", "pass",
        "Who was erased is still named.",
        ("commerce/privacy/test_data_subject.py", "commerce/privacy/test_nothing_left.py"),
    ),
    Fault(
        "formula", "contract/spreadsheets.py",
        'return f"\'{text}"', "return text",
        "A cell of an export runs as a formula.",
        ("hostile/test_spreadsheets.py",),
    ),
    Fault(
        "visit-length", "analytics/sessionising/rule.py",
        "return self.began_at <= at <= self.active_at + LASTS",
        "return self.began_at <= at < self.active_at + LASTS",
        "A visit ends a second early.",
        ("analytics/sessionising/test_rule.py",),
    ),
)  # fmt: skip
