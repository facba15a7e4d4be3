"""Apps: register one, give it new secrets, put it into a mall or take it out."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.apps import app_version, calls
from openmall.cli.apps.registered_app import require_app
from openmall.cli.apps.webhooks import webhooks
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.access.oauth.apps import Credentials, RegisteredApp
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact


@click.group()
def app() -> None:
    """Register apps and put them into malls.

    \b
    Examples:
      openmall app create --name "My app" --redirect-uri https://app.example.com/callback \\
          --scope mall.read_product --scope mall.write_product
      openmall app install CLIENT_ID --mall myshop
      openmall app approve CLIENT_ID
      openmall app give CLIENT_ID kim@example.com
      openmall app set CLIENT_ID --refresh-overlap
      openmall app rotate-secret CLIENT_ID --overlap 24
      openmall app webhooks --help
      openmall app calls CLIENT_ID --follow
    """


app.add_command(webhooks)
app.add_command(calls.calls)
app.add_command(app_version.version)


@app.command()
@click.option("--name", required=True, help="What merchants see on the consent page.")
@click.option("--redirect-uri", "redirect_uris", multiple=True, help="May be given several times.")
@click.option("--scope", "scopes", multiple=True, help="May be given several times.")
@click.option("--all-scopes", is_flag=True, help="Every scope of the specification.")
@click.option("--restricted", is_flag=True, help="Open the operations that need an arrangement.")
@click.option("--strict", is_flag=True, help="Refuse parameters an operation does not list.")
@click.option("--version", "version", help="Dated API version of calls that name none.")
@click.option(
    "--launch-url", default="", help="https address at which people start it; shown in menus."
)
@click.option(
    "--browser-origin",
    "browser_origins",
    multiple=True,
    help="Origin whose pages may call the storefront; may be given several times.",
)
@command
async def create(
    opened: "Installation",
    name: str,
    redirect_uris: tuple[str, ...],
    scopes: tuple[str, ...],
    all_scopes: bool,
    restricted: bool,
    strict: bool,
    version: str | None,
    launch_url: str,
    browser_origins: tuple[str, ...],
    as_json: bool,
) -> Output:
    """Register an app and print its credentials, once: only their hashes are kept.

    \b
    Example:
      openmall app create --name "My app" --all-scopes \\
          --redirect-uri https://app.example.com/callback
    """
    from openmall.access.oauth import apps as registered_apps
    from openmall.contract import api_versions
    from openmall.contract.scopes import SENTENCES

    credentials = await registered_apps.register(
        opened.database,
        opened.clock,
        name=name,
        redirect_uris=list(redirect_uris),
        scopes=list(SENTENCES) if all_scopes else list(dict.fromkeys(scopes)),
        restricted=restricted,
        strict=strict,
        version=version or api_versions.DEFAULT,
        launch_url=launch_url,
        browser_origins=browser_origins,
    )
    await opened.counters.invalidate_caches()
    return _credentials(credentials, as_json=as_json)


def _credentials(credentials: "Credentials", *, as_json: bool) -> Output:
    facts = {
        "client_id": credentials.client_id,
        "client_secret": credentials.client_secret,
        "front_api_key": credentials.front_api_key,
    }
    notice = "" if as_json else "Keep them now: they are not shown again."
    return output.of_facts(facts, notice=notice)


@app.command("list")
@command
async def list_apps(opened: "Installation") -> Output:
    """List the registered apps, the oldest first.

    \b
    Example:
      openmall app list --json
    """
    from openmall.access.oauth import apps as registered_apps

    apps = [_facts(each) for each in await registered_apps.every(opened.database)]
    columns = ("client_id", "name", "restricted", "version")
    empty = "There is no app yet: openmall app create --name NAME"
    return output.of_rows(apps, columns, empty=empty)


@app.command()
@click.argument("client_id")
@command
async def show(opened: "Installation", client_id: str) -> Output:
    """Show the app CLIENT_ID, and the malls it is in.

    \b
    Example:
      openmall app show CLIENT_ID
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.oauth import apps as registered_apps

    app = await require_app(opened, client_id)
    inside = []
    for mall in await mall_rules.every(opened.database):
        async with opened.database.reading(mall.mall_id) as db:
            if await registered_apps.installed(db, client_id):
                inside.append(mall.mall_id)
    facts = {**_facts(app), "malls": inside}
    return output.of_facts(facts)


@app.command("rotate-secret")
@click.argument("client_id")
@click.option(
    "--overlap",
    default=0,
    show_default=True,
    metavar="HOURS",
    help="How long the old ones work on beside the new; 0: they stop at once.",
)
@command
async def rotate_secret(
    opened: "Installation", client_id: str, overlap: int, as_json: bool
) -> Output:
    """Give the app CLIENT_ID a new secret and front API key.

    \b
    Example:
      openmall app rotate-secret CLIENT_ID
    """
    from openmall.access.oauth import secret_rotation

    credentials = await secret_rotation.rotate(
        opened.database, opened.counters, opened.clock, client_id, hours=overlap
    )
    return _credentials(credentials, as_json=as_json)


@app.command()
@click.argument("client_id")
@click.argument("email", required=False)
@click.option("--take-back", is_flag=True, help="Remove the owner; omit EMAIL.")
@command
def give(client_id: str, email: str | None, take_back: bool) -> "Work":
    """Give the app CLIENT_ID to the developer EMAIL, who finds it in the console from then on.

    The previous owner loses access.

    \b
    Examples:
      openmall app give CLIENT_ID kim@example.com
      openmall app give CLIENT_ID --take-back
    """
    from openmall.access.oauth import apps as registered_apps
    from openmall.pages.console import sign_in
    from openmall.pages.console import store as console_store

    if (email is None) != take_back:
        raise click.UsageError("name either the EMAIL of a developer or --take-back")
    address = sign_in.normalize_email(email or "")

    async def work(opened: "Installation") -> Output:
        async with opened.database.writing("") as db:
            developer = await console_store.find_by_email(db, address)
            if developer is None and not take_back:
                raise click.ClickException(f"{address!r} has no account")
            if not await registered_apps.give(db, client_id, developer.number if developer else 0):
                raise click.ClickException(f"there is no app {client_id!r}")
        facts = {"client_id": client_id, "developer": address or None}
        outcome = f"belongs to {address} now" if address else "has no owner now"
        return Output(facts, f"{client_id} {outcome}.")

    return work


@app.command("set")
@click.argument("client_id")
@click.option(
    "--refresh-overlap/--no-refresh-overlap",
    default=None,
    help="Whether a refresh token works until its successor is used, for an hour at most.",
)
@click.option(
    "--browser-origin",
    "browser_origins",
    multiple=True,
    help="Origin whose pages may call it from browsers; several replace those before.",
)
@click.option("--no-browser-origins", is_flag=True, help="No page may call it any more.")
@click.option("--add-scope", "new_scopes", multiple=True, help="A scope it may ask for as well.")
@click.option("--add-redirect-uri", "new_uris", multiple=True, help="Another redirect address.")
@command
def set_app(
    client_id: str,
    refresh_overlap: bool | None,
    browser_origins: tuple[str, ...],
    no_browser_origins: bool,
    new_scopes: tuple[str, ...],
    new_uris: tuple[str, ...],
) -> "Work":
    """Change how the app CLIENT_ID may be used: scopes, addresses, browsers, lost replies.

    A merchant who has installed it has to agree to a new scope before tokens have it.

    \b
    Examples:
      openmall app set CLIENT_ID --add-scope mall.write_product
      openmall app set CLIENT_ID --add-redirect-uri http://127.0.0.1:8000/callback
      openmall app set CLIENT_ID --add-scope mall.write_product.propose
      openmall app set CLIENT_ID --refresh-overlap
      openmall app set CLIENT_ID --browser-origin https://shop.example.com
    """
    from msgspec.structs import replace

    from openmall.access.oauth import apps as registered_apps
    from openmall.access.oauth.cache_invalidation import invalidating_transaction

    if browser_origins and no_browser_origins:
        raise click.UsageError("name either --browser-origin or --no-browser-origins")
    wanted = (browser_origins, no_browser_origins, new_scopes, new_uris)
    if refresh_overlap is None and not any(wanted):
        raise click.UsageError("name what to change")

    async def work(opened: "Installation") -> Output:
        app = await require_app(opened, client_id)
        app = replace(
            app,
            scopes=list(dict.fromkeys((*app.scopes, *new_scopes))),
            redirect_uris=list(dict.fromkeys((*app.redirect_uris, *new_uris))),
        )
        if refresh_overlap is not None:
            app = replace(app, refresh_overlap=refresh_overlap)
        if browser_origins or no_browser_origins:
            app = replace(app, browser_origins=list(browser_origins))
        async with invalidating_transaction(opened.database, opened.counters, "") as db:
            await registered_apps.change(db, app)
        facts = _facts(await require_app(opened, client_id))
        return output.of_facts(facts)

    return work


@app.command()
@click.argument("client_id")
@click.option("--withdraw", is_flag=True, help="Close them to it again.")
@command
async def approve(opened: "Installation", client_id: str, withdraw: bool) -> Output:
    """Approve the app CLIENT_ID as a partner's: open the operations that need an arrangement.

    All reports of the analytics API are such operations. What an app may do with what it reads
    there is what was arranged with its company.

    \b
    Example:
      openmall app approve CLIENT_ID
    """
    from openmall.access.oauth import apps as registered_apps

    await registered_apps.approve(
        opened.database, opened.counters, client_id, approved=not withdraw
    )
    facts: dict[str, Fact] = {"client_id": client_id, "restricted": not withdraw}
    outcome = "is approved no more" if withdraw else "is approved"
    return Output(facts, f"{client_id} {outcome}.")


@app.command()
@click.argument("client_id")
@click.option("--mall", "mall_id", required=True, help="The mall to put it into.")
@click.option("--scope", "scopes", multiple=True, help="What to allow; else all it asks for.")
@command
async def install(
    opened: "Installation", client_id: str, mall_id: str, scopes: tuple[str, ...]
) -> Output:
    """Put the app CLIENT_ID into a mall, as a merchant does who agrees to what it asks for.

    \b
    Example:
      openmall app install CLIENT_ID --mall myshop
    """
    from openmall.access.oauth import apps as registered_apps
    from openmall.access.oauth.cache_invalidation import invalidating_transaction

    await opened.require_mall(mall_id)
    allowed = allowed_scopes(await require_app(opened, client_id), scopes)
    async with invalidating_transaction(opened.database, opened.counters, mall_id) as db:
        await registered_apps.install(db, await opened.clock_of(mall_id), client_id, allowed)
    facts = {"client_id": client_id, "mall_id": mall_id, "scopes": allowed}
    return Output(facts, f"{client_id} is in {mall_id}.")


def allowed_scopes(app: "RegisteredApp", scopes: tuple[str, ...]) -> list[str]:
    """Return `scopes`, or all of the app's when none are named.

    Raises ClickException for one the app was not registered for.
    """
    from openmall.contract.scopes import asked

    for scope in scopes:
        if not asked(frozenset(app.scopes), scope):
            raise click.ClickException(f"the app was not registered for the scope {scope!r}")
    return list(dict.fromkeys(scopes)) or app.scopes


@app.command()
@click.argument("client_id")
@click.option("--mall", "mall_id", required=True, help="The mall to delete it from.")
@command
async def uninstall(opened: "Installation", client_id: str, mall_id: str) -> Output:
    """Delete the app CLIENT_ID from a mall; its tokens there are answered 403 at once.

    \b
    Example:
      openmall app uninstall CLIENT_ID --mall myshop
    """
    from openmall.access.oauth import apps as registered_apps

    await opened.require_mall(mall_id)
    clock = await opened.clock_of(mall_id)
    if not await registered_apps.uninstall(
        opened.database, opened.counters, clock, mall_id=mall_id, client_id=client_id
    ):
        raise click.ClickException(f"there is no app {client_id!r} in {mall_id}")
    facts = {"client_id": client_id, "mall_id": mall_id}
    return Output(facts, f"{client_id} is in {mall_id} no more.")


def _facts(app: "RegisteredApp") -> "dict[str, Fact]":
    return {
        "client_id": app.client_id,
        "name": app.name,
        "redirect_uris": app.redirect_uris,
        "scopes": app.scopes,
        "restricted": app.restricted,
        "strict": app.strict,
        "version": app.version,
        "launch_url": app.launch_url,
        "browser_origins": app.browser_origins,
        "refresh_overlap": app.refresh_overlap,
    }
