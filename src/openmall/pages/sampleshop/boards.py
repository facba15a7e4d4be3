"""The shop's boards: what others wrote, and writing oneself."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotFound
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.telling import paragraphs
from openmall.pages.sampleshop.visitor import Visitor

_SIZE: Final = 20
_REMARKS: Final = 50
_REFUSED: Final = (401, 403, 409, 422, 429)
_DRAFT: Final = ("title", "content", "writer", "password", "rating", "product_no")
_REMARK: Final = ("content", "writer", "password")


async def listing(here: Visitor) -> Response:
    """Show the boards that may be read."""
    return await here.show("boards.html", boards=await here.content("boards"))


async def board(here: Visitor, number: str) -> Response:
    """Show a page of a board."""
    found = await _board(here, number)
    paging = Paging(here, _SIZE)
    articles = await here.content(f"boards/{number}/articles", **paging.sent)
    return await here.show(
        "board.html",
        board=found,
        articles=articles,
        newer=paging.newer(),
        older=paging.older(len(articles)),
    )


async def write_page(here: Visitor, number: str) -> Response:
    """Show the form with which one writes on a board."""
    return await _write(here, number, {"product_no": here.visit.query.text("product_no")})


async def _write(
    here: Visitor, number: str, said: dict[str, str], *, problem: ApiError | None = None
) -> Response:
    product = None
    about = said.get("product_no", "")
    if about.isascii() and about.isdecimal() and len(about) < _SIZE - 1:
        found = await here.content("products", product_no=[about], limit=1)
        product = found[0] if found else None
    board = await _board(here, number)
    return await here.show(
        "write.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        board=board,
        titles=[(each, each) for each in board["titles"]],
        product=product,
        riddle=await here.content(f"boards/{number}/challenge"),
        said={**dict.fromkeys((*_DRAFT, "secret"), ""), **said, "password": ""},
    )


async def write(here: Visitor, form: Fields, number: str) -> Response:
    """Write on a board."""
    said = {name: value for name in _DRAFT if (value := form.text(name).strip())}
    said["secret"] = form.text("secret") or "F"
    try:
        draft = {**said, **_proof(form)}
        made = (await here.ask(f"boards/{number}/articles", draft, method="POST")).content
    except ApiError as error:
        if error.status in _REFUSED:
            return await _write(here, number, said, problem=error)
        raise
    if made["display"] == "F":
        return here.go(f"/boards/{number}", done="awaiting")
    if made["product_no"]:
        return here.go(f"/products/{made['product_no']}", done="written")
    return here.go(f"/boards/{number}", done="written")


async def article(here: Visitor, number: str, article_no: str) -> Response:
    """Show an article and the comments below it."""
    return await _article(here, number, article_no)


async def _article(
    here: Visitor,
    number: str,
    article_no: str,
    *,
    problem: ApiError | None = None,
    said: dict[str, str] | None = None,
    opened: Any = None,
) -> Response:
    path = f"boards/{number}/articles/{article_no}"
    found, remarks = opened, []
    if found is None:
        try:
            found = await here.content(path)
        except NotFound:
            # a secret one is not there, until its password is said
            if problem is None and here.visit.query.text("secret") != "T":
                raise
    if found is not None and opened is None:
        remarks = await here.content(f"{path}/comments", limit=_REMARKS)
    return await here.show(
        "article.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        board=await _board(here, number),
        article=found,
        told=[] if found is None else paragraphs(found["content"]),
        remarks=remarks,
        riddle=await here.content(f"boards/{number}/challenge"),
        said={**dict.fromkeys(_REMARK, ""), **(said or {}), "password": ""},
    )


async def take(here: Visitor, form: Fields, number: str, article_no: str) -> Response:
    """Write a comment, open what is secret with its password, or delete one's own article."""
    path = f"boards/{number}/articles/{article_no}"
    act = form.text("act")
    said = {name: value for name in _REMARK if (value := form.text(name).strip())}
    try:
        if act == "open":
            password = {"password": form.text("password")}
            told = await here.ask(f"{path}/opening", password, method="POST")
            return await _article(here, number, article_no, opened=told.content)
        if act == "delete":
            await here.ask(path, method="DELETE")
            return here.go(f"/boards/{number}", done="deleted")
        await here.ask(f"{path}/comments", {**said, **_proof(form)}, method="POST")
    except ApiError as error:
        if error.status in _REFUSED:
            return await _article(here, number, article_no, problem=error, said=said)
        raise
    return here.go(f"/boards/{number}/articles/{article_no}", done="written")


async def _board(here: Visitor, number: str) -> Any:
    """Return a board that may be read. Raises NotFound (404)."""
    for each in await here.content("boards"):
        if str(each["board_no"]) == number:
            return each
    raise NotFound("There is no such board.", parameter="board_no")


def _proof(form: Fields) -> dict[str, Any]:
    """Return what the browser found out to prove that no machine writes, if it did."""
    challenge, answer = form.text("challenge"), form.text("answer")
    return {"proof": {"challenge": challenge, "answer": answer}} if challenge and answer else {}
