"""Runs a command: opens what it declares, prints its result, and sets the exit status.

The function of a command declares what it needs by the names of its parameters, beside its
arguments and options:

- `configuration`: the settings of the environment, with the options over them
- `opened`: the installation, open during the call; the function is a coroutine function
- `call` (`in_shop`): a call in one transaction of a shop
- `as_json`: whether JSON is printed, for progress bars

A function that checks its arguments before anything is opened is no coroutine function: it returns
a coroutine function of the installation (`Work`), or of the call (`ShopWork`).
"""

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from openmall.cli import output, setting_options
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration
    from openmall.contract.call import Call

Work: TypeAlias = "Callable[[Installation], Awaitable[Output | None]]"
ShopWork: TypeAlias = "Callable[[Call], Awaitable[Output]]"
Started: TypeAlias = "Work | Output | None"
Body: TypeAlias = "Callable[..., Awaitable[Output | None]] | Callable[..., Started]"
ShopBody: TypeAlias = "Callable[..., Awaitable[Output]] | Callable[..., ShopWork]"
_FIRST_SHOP: Final = 1
_MOST: Final = 2**53
"""The largest number of an argument: JSON, both stores and every clock have it exactly."""
_READING: Final = frozenset({"errors", "list", "logs", "preview", "show", "undecided", "calls"})
"""Names of commands that only read: where there is no store they refuse, and make none."""


def command(
    body: "Body",
) -> Callable[..., int]:
    """Return the callback of a command that takes `--data-dir`, `--database` and `--json`."""
    return setting_options.installation_options(
        _callback(body, _starting(body), setting_options.INSTALLATION_SETTINGS)
    )


def command_with_any_key(
    body: "Body",
) -> Callable[..., int]:
    """Return a callback as `command`, also where the key opens nothing of what is sealed.

    For commands that look at sealed secrets, and repair them.
    """
    return setting_options.installation_options(
        _callback(body, _starting(body), setting_options.INSTALLATION_SETTINGS, any_key=True)
    )


def command_with(
    *settings: str,
) -> "Callable[[Body], Callable[..., int]]":
    """Return a decorator as `command` for one that takes these settings as options.

    It declares `--json` itself where it prints a result.
    """

    def decorate(
        body: "Body",
    ) -> Callable[..., int]:
        callback = _callback(body, _starting(body), settings)
        return setting_options.options(*settings)(callback)

    return decorate


def in_shop(about: str, action: str) -> "Callable[[ShopBody], Callable[..., int]]":
    """Return a decorator for a command that writes in the shop `mall_id`, `shop_no`.

    It is one transaction, with its events and its entry `action` about `about` in the activity
    log. Without `shop_no` it is the first shop.
    """

    def decorate(
        body: "ShopBody",
    ) -> Callable[..., int]:
        takes = inspect.signature(body).parameters

        def start(values: dict[str, Any]) -> "Work":
            mall_id, shop_no = values["mall_id"], values.get("shop_no", _FIRST_SHOP)
            for name in {"mall_id", "shop_no"} - takes.keys():
                values.pop(name, None)
            work = _shop_work(body, values)

            async def in_transaction(opened: "Installation") -> Output:
                from openmall.cli import shop_call

                return await shop_call.run(opened, mall_id, shop_no, (about, action), work)

            return in_transaction

        return setting_options.installation_options(
            _callback(body, start, setting_options.INSTALLATION_SETTINGS)
        )

    return decorate


def _shop_work(body: Callable[..., Any], values: dict[str, Any]) -> "ShopWork":
    if inspect.iscoroutinefunction(body):
        return lambda call: body(call=call, **values)
    work: ShopWork = body(**values)
    return work


def _starting(body: Callable[..., Any]) -> "Callable[[dict[str, Any]], Started]":
    """Return what calls `body` at once, or defers it until the installation is open."""
    if not inspect.iscoroutinefunction(body):
        return lambda values: body(**values)
    return lambda values: lambda opened: body(opened=opened, **values)


def _callback(
    body: Callable[..., Any],
    start: "Callable[[dict[str, Any]], Started]",
    settings: tuple[str, ...],
    *,
    any_key: bool = False,
) -> Callable[..., int]:
    takes = inspect.signature(body).parameters

    @functools.wraps(body)
    def callback(*, as_json: bool = False, **values: Any) -> int:
        refuse_unusual_numbers()
        given = {name: values.pop(name) for name in settings}
        configuration = setting_options.configuration_from(**given)
        for name, value in (("configuration", configuration), ("as_json", as_json)):
            if name in takes:
                values[name] = value
        result = start(values)
        if callable(result):
            result = _run(configuration, result, any_key=any_key)
        return 0 if result is None else output.printed(result, as_json=as_json)

    return callback


def refuse_unusual_numbers() -> None:
    """Raise BadParameter, which names it, for a number that no store and no clock can have."""
    context = click.get_current_context()
    for parameter in context.command.params:
        found = context.params.get(parameter.name or "")
        for each in found if isinstance(found, tuple) else (found,):
            if isinstance(each, int | float) and not -_MOST <= each <= _MOST:
                raise click.BadParameter(f"{each} is no usual number.", context, parameter)


def _run(configuration: "Configuration", work: "Work", *, any_key: bool) -> Output | None:
    """Run `work` in the installation; `any_key`: as of `installation.run`.

    A refusal is raised as the error of a command.
    """
    from openmall.cli import installation, refused
    from openmall.contract.errors import ApiError

    if click.get_current_context().info_name in _READING:
        installation.require_store(configuration)

    async def refusing(opened: "Installation") -> Output | None:
        try:
            return await work(opened)
        except ApiError as error:
            raise refused.exception(error) from None

    return installation.run(configuration, refusing, any_key=any_key)
