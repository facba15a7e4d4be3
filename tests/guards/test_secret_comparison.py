"""Secrets are compared in a time that says nothing of them."""

import ast
import re

from tests.guards.sources import Source, sources

_SECRET = re.compile(
    r"secret|token|passw|signature|signed|digest|hash|hmac|api_key|credential|verifier|challenge"
    r"|cookie|nonce|(?:^|_)mac(?:$|_)|(?:^|_)proof",
    re.I,
)
_SAME = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
NO_SECRET = {
    # the database looks a digest up
    '_I.token_hash == bindparam("token_hash"), _I.expires_at > bindparam("now")',
    '_I.client_id == bindparam("client_id"), _I.token_hash == bindparam("token_hash")',
    # names of columns, of fields, of files: nobody guesses them
    "return tuple(c.name for c in table.c if c.name not in SECRET)",
    "return name.secret or name.text in self._rules.secret",
    "return name.sensitive or name.text in self._rules.secret",
    "return stem_of(path) in self._digests",
    "if names != _PASSWORDS:",
    "wrong_password = error.status == 401 and names == _PASSWORDS and context.member",
    "typed = {} if names == _PASSWORDS else values",
    # a sealed text, compared by the database
    '_E.secret == bindparam("was"),',
    # a flag of that name
    "return ARTICLE.c.secret == TRUE",
    "_OF_TWO: Final = _A.secret == TRUE",
    "return or_(and_(_by_customer(), COMMENT.c.secret == TRUE), _by_shop_in_private())",
    # of a file, which says it itself
    "if digest.hex() != member.digest:",
    "elif met.digests.hexdigest() != part.digest:",
    # both were typed in the same form
    'if form.text("again") != password:',
    # both lie in the store: nobody sends either
    "fresh = clock.now() < expires_at and secrets.digest(developer.password_hash) == digest",
    "if row is None or clock.now() >= row[4] or secrets.digest(row[6]) != row[5]:",
    "if secrets.digest(row[6]) == row[5]",
    "return [OpenSession(*row[:5]) for row in rows if secrets.digest(row[6]) == row[5]]",
    "fresh = clock.now() < expires_at and secrets.digest(operator.password_hash) == digest",
    "each.session_hash == context.user.session_hash,",
    '_F.totp_secret == bindparam("was"),',
    '.where(*_ONE, _F.totp_step == 0, _F.totp_secret == bindparam("secret"))',
    # the public name of a passkey, looked up by the database
    '_P.mall_id == bindparam("mall_id"), _P.credential_id == bindparam("credential_id")',
    'delete(PASSKEY).where(*_OF_MANAGER, _P.credential_id == bindparam("credential_id"))',
    '_P.credential_id == bindparam("this_credential"),',
    '.where(*_ONE, _F.recovery_digests == bindparam("was"), _F.confirmed_at > 0)',
    # the code was found already, in constant time
    'becomes = " ".join(each for each in left if each != digest)',
    # of rows of a range: both are told openly
    'return bool(len(own) == found["count"] and digest(own) == found["digest"])',
    # one of them is empty
    "return challenge == verifier",
}
"""Comparisons of what is called like a secret and is none, or that nobody can time."""


def _named(node: ast.AST) -> str:
    """Return what a value in a comparison is called, or what was called to make it."""
    if isinstance(node, ast.Call):
        return _named(node.func)
    if isinstance(node, ast.Subscript):
        return _named(node.slice) if isinstance(node.slice, ast.Constant) else _named(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and len(node.value) < 30 else ""
    return node.id if isinstance(node, ast.Name) else ""


def _compares(source: Source) -> list[str]:
    found = []
    for node in source.nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], _SAME):
            continue
        sides = [node.left, *node.comparators]
        # the store looks a hash up: whoever guesses does not choose what is compared
        if any(".c." in ast.unparse(side) for side in sides) and "bindparam" in source.at(node):
            continue
        constant = any(isinstance(side, ast.Constant) for side in sides)
        if not constant and any(_SECRET.search(_named(side)) for side in sides):
            found.append(source.at(node))
    return found


def test_no_secret_is_compared_letter_by_letter() -> None:
    # how long `==` takes says how many letters were right
    found = [place for source in sources() for place in _compares(source)]
    assert [place for place in found if place.split(": ", 1)[1] not in NO_SECRET] == []
