"""A refusal is declared once, with a code, and nothing is decided by the text of its message.

What is raised is read from the source, so that a refusal which no test meets is looked at as well.
"""

import ast
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from openmall.commerce.application.refusals import WEBHOOK_ADDRESS_REFUSED
from openmall.contract.errors import ApiError
from openmall.contract.refusal import Cause, Reason, Refusal, declared
from openmall.events.webhooks.refusals import ADDRESS_TOO_LONG
from tests.guards import refusal_codes
from tests.guards.sources import Source, import_all, sources

_OF_ERRORS = {"parameter", "retry_after", "plan", "moved", "problems", "headers"}
"""Arguments of errors that are no values of a refusal."""


def raised() -> Iterator[tuple[Source, ast.Call, Any]]:
    """Yield every call that makes an error of the APIs, with its class."""
    import_all()
    for source in sources():
        name = ".".join(["openmall", *source.parts]).removesuffix(".__init__")
        module = vars(sys.modules[name]) if name in sys.modules else {}
        for node in source.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                made = _value(node.func, module)
                if isinstance(made, type) and issubclass(made, ApiError):
                    yield source, node, module


def _value(node: ast.expr, module: dict[str, Any]) -> Any:
    """Return what a name of a module is; None: it is known only where the code runs."""
    if isinstance(node, ast.Name):
        return module.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, module)
        return getattr(owner, node.attr, None) if owner is not None else None
    return None


def test_every_error_is_made_of_a_refusal() -> None:
    texts = [
        source.at(node)
        for source, node, _ in raised()
        if node.args and isinstance(node.args[0], ast.Constant | ast.JoinedStr | ast.BinOp)
    ]

    assert texts == []


def test_every_value_of_a_message_is_given_and_no_other() -> None:
    wrong = []
    for source, node, module in raised():
        refusal = _value(node.args[0], module) if node.args else None
        given = {each.arg for each in node.keywords} - _OF_ERRORS
        if isinstance(refusal, Refusal) and given != refusal.names:
            wrong.append((source.at(node), sorted(refusal.names)))

    assert wrong == []


def test_a_bound_is_given_as_a_number() -> None:
    texts = [
        source.at(node)
        for source, node, _ in raised()
        for each in node.keywords
        if each.arg in {"least", "most", "decimals", "percent", "number"}
        and (isinstance(each.value, ast.JoinedStr) or _is_text(each.value))
    ]

    assert texts == []


def _is_text(node: ast.expr) -> bool:
    """Return whether an expression makes a text of a value."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"str", "format"}


def test_a_message_is_a_statement_that_says_what_to_do() -> None:
    import_all()

    for code, refusal in declared().items():
        text = refusal.message
        assert not text.endswith("?"), f"{code}: a question"
        assert refusal.remedy.endswith("."), f"{code}: the remedy is no sentence"
        assert refusal.message.strip() == refusal.message, f"{code}: spaces around the message"


READS = {
    "contract/validation.py": "what msgspec refuses, and where",
    "http/body.py": "the byte at which msgspec stops",
    "transfer/file_transfers/worker.py": "removes a path that the reader has put in front",
}
"""Modules that read messages, and what of them: those of libraries have no fields for it."""


SAME_TEXT = {
    frozenset({"too_small", "too_great"}): "their values are the bounds",
    frozenset({"too_short", "too_long"}): "their values are the bounds",
    frozenset({"delivery_cycle_not_offered", "delivery_limit_not_offered"}): "values of two fields",
    frozenset({"parameter_repeated", "version_given_twice"}): "a version may be no parameter",
    frozenset({"no_datetime", "no_moment"}): "one needs an offset, the other takes +09:00",
    frozenset({"no_such_event", "no_such_webhook_event"}): "one is named, the other has a number",
    frozenset({"too_many_main_groups", "too_many_customer_groups"}): "groups of other things",
    frozenset({"too_many_approval_rules", "too_many_subscription_rules"}): "rules of other things",
}
"""Codes of one sentence that mean different things -> the difference."""


def test_one_sentence_has_one_code() -> None:
    import_all()
    codes: dict[str, set[str]] = {}
    for each in declared().values():
        plain = re.sub(r"[^a-z{} ]", "", re.sub(r"\{\w+\}", "{}", each.message.lower()))
        codes.setdefault(plain.strip(), set()).add(each.code)
    found = {frozenset(each) for text, each in codes.items() if len(each) > 1 and text != "{}"}
    assert found == SAME_TEXT.keys(), "raise the refusal that there is: contract/refusals.py"


def test_no_message_is_read_to_decide_or_to_translate() -> None:
    readers = [
        source.at(node)
        for source in sources()
        if "/".join(source.parts) + ".py" not in READS
        for node in source.nodes
        if _reads_a_message(node)
    ]

    assert readers == []


def _reads_a_message(node: ast.AST) -> bool:
    """Return whether the message of an error is compared, looked up or matched."""
    if isinstance(node, ast.Compare):
        return any(_is_message(each) for each in (node.left, *node.comparators))
    if isinstance(node, ast.Subscript):
        return _is_message(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in {"match", "fullmatch", "search", "get"}:
            return any(_is_message(each) for each in node.args)
        looks = {"startswith", "endswith", "removeprefix", "partition", "split", "replace"}
        return node.func.attr in looks and _is_message(node.func.value)
    return False


def _is_message(node: ast.expr) -> bool:
    """Return whether an expression is the text of an error: by its name, as there are no types."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
        return len(node.args) == 1 and _names_an_error(node.args[0])
    return (
        isinstance(node, ast.Attribute) and node.attr == "message" and _names_an_error(node.value)
    )


def _names_an_error(node: ast.expr) -> bool:
    name = getattr(node, "id", getattr(node, "attr", ""))
    return any(
        each in name for each in ("error", "refus", "problem", "missing", "reason", "caught")
    )


@pytest.mark.parametrize(
    ("code", "is_read"),
    [
        ("error.message == 'x'", True),
        ("TEXTS[problem.message]", True),
        ("pattern.match(refusal.message)", True),
        ("error.message.startswith('x')", True),
        ("Refused(error.message)", False),
        ("error.refusal == X", False),
        ("'x' in str(error)", True),
        ("str(error).partition('x')", True),
        ("log(str(error))", False),
    ],
)
def test_a_reader_is_found(code: str, is_read: bool) -> None:
    [found] = ast.parse(code).body
    assert isinstance(found, ast.Expr)

    assert _reads_a_message(found.value) is is_read


def test_a_reason_renders_its_values() -> None:
    refusal = declared()["too_small"]

    assert Reason(refusal, {"expected": "integer", "least": 1}).text() == "Expected integer >= 1."


def test_the_cause_of_a_refusal_is_rendered_in_the_language_of_the_reader() -> None:
    cause = Cause(Reason(ADDRESS_TOO_LONG, {"most": 5}))
    english = {"This address is not possible: {problem}.": "주소를 쓸 수 없습니다: {problem}."}
    korean = {**english, ADDRESS_TOO_LONG.message: "주소가 {most}자를 넘습니다"}

    reason = Reason(WEBHOOK_ADDRESS_REFUSED, {"problem": cause})

    assert reason.text() == "This address is not possible: the address has more than 5 characters."
    assert reason.text(korean.__getitem__) == "주소를 쓸 수 없습니다: 주소가 5자를 넘습니다."


def test_the_page_lists_every_code() -> None:
    listed = refusal_codes.PAGE.read_text(encoding="utf-8")

    assert listed == refusal_codes.page(), f"renew it with: {refusal_codes.RENEW}"


_AMOUNTS = {"amount", "price", "balance", "due", "fee", "paid", "total_amount"}
"""Names of values that are amounts of money."""


def _says_an_amount(refusal: Refusal) -> bool:
    """Return whether a message has an amount of money, or a bound of one."""
    of_money = re.search(r"\b(costs|to pay|spend)\b", refusal.message)
    return bool(refusal.names & _AMOUNTS or (of_money and refusal.names & {"least", "most"}))


def test_an_amount_in_a_message_has_its_currency() -> None:
    import_all()

    bare = [
        refusal.code
        for refusal in declared().values()
        if _says_an_amount(refusal) and "currency" not in refusal.names
    ]

    assert bare == []
    assert _says_an_amount(declared()["balance_too_small"])
    assert _says_an_amount(declared()["order_costs_too_much"])
