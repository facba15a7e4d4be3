"""The apps of the demo mall: one for each state of an app in a mall."""

from itertools import chain, count
from typing import Final, Literal

from msgspec import Struct

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secret_rotation, secrets, tokens
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.cli.demo.file import Admin, Customer, DemoApp, DemoFile, Partner
from openmall.cli.installation import Installation
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.journal import batch as journal_batch
from openmall.contract.scopes import READ_PARTNER_PRODUCT, READ_PARTNER_SHOP, SENTENCES

REDIRECT_URI: Final = "https://app.example.com/callback"
EVERY_SCOPE: Final = list(SENTENCES)
READ_SCOPES: Final = [
    name for name in EVERY_SCOPE if name.startswith("mall.read_") or name == "mall.analytics"
]
PARTNER_SCOPES: Final = [READ_PARTNER_SHOP, READ_PARTNER_PRODUCT]
USER_ID: Final = "admin"
MEMBER_ID: Final = "demo-customer"


class Kind(Struct, frozen=True):
    """The scopes of a demo app, and whether it is installed."""

    name: str
    scopes: list[str]
    restricted: bool = True
    state: Literal["installed", "never", "deleted"] = "installed"


KINDS: Final = (
    Kind("full", EVERY_SCOPE),
    Kind("read-only", READ_SCOPES),
    Kind("unrestricted", EVERY_SCOPE, restricted=False),
    Kind("not-installed", EVERY_SCOPE, state="never"),
    Kind("deleted", EVERY_SCOPE, state="deleted"),
)
PARTNER: Final = Kind("partner", PARTNER_SCOPES, restricted=False, state="never")


class Access:
    """The credentials of one demo mall, reused at every start as far as possible."""

    def __init__(self, installation: Installation, mall_id: str, previous: DemoFile | None) -> None:
        self._installation = installation
        self._mall_id = mall_id
        self._directory = installation.directory()
        self._recorded: dict[str, registered_apps.Credentials] = {}
        self._passwords: dict[str, str] = {}
        self._member_ids = chain([MEMBER_ID], (f"{MEMBER_ID}-{at}" for at in count(2)))
        if previous is not None and previous.mall_id == mall_id:
            for app in previous.apps:
                self._recorded[app.name] = registered_apps.Credentials(
                    app.client_id, app.client_secret, app.front_api_key
                )
            # the partner API asks for no front API key, so none was recorded
            self._recorded[PARTNER.name] = registered_apps.Credentials(
                previous.partner.client_id, previous.partner.client_secret, ""
            )
            self._passwords[previous.admin.user_id] = previous.admin.password
            self._passwords[previous.customer.member_id] = previous.customer.password

    async def apps(self) -> list[DemoApp]:
        """Return the apps in the state of their names, with fresh tokens."""
        installation = self._installation
        ready = [(kind, await self._registered(kind)) for kind in KINDS]
        for kind, credentials in ready:
            await self._place(kind, credentials.client_id)
        demo_apps = []
        async with installation.database.writing(self._mall_id) as db:
            for kind, credentials in ready:
                grant = tokens.Grant(
                    credentials.client_id, USER_ID, "P", 1, kind.scopes, secrets.generate()
                )
                issued = await tokens.issue(db, installation.clock, grant)
                demo_apps.append(
                    DemoApp(
                        name=kind.name,
                        client_id=credentials.client_id,
                        client_secret=credentials.client_secret,
                        front_api_key=credentials.front_api_key,
                        redirect_uri=REDIRECT_URI,
                        scopes=kind.scopes,
                        restricted=kind.restricted,
                        access_token=issued.access_token,
                        refresh_token=issued.refresh_token,
                    )
                )
        return demo_apps

    async def partner(self) -> Partner:
        """Return a client of the partner-collection API."""
        credentials = await self._registered(PARTNER)
        return Partner(credentials.client_id, credentials.client_secret)

    async def admin(self) -> Admin:
        """Return a manager who may sign in."""
        installation = self._installation
        async with installation.database.reading(self._mall_id) as db:
            manager = await mall_rules.manager(db, USER_ID)
        password = self._passwords.get(USER_ID, "")
        if not (manager and passwords.matches(password, manager.password_hash)):
            password = secrets.generate()
            async with installation.database.writing(self._mall_id) as db:
                await mall_rules.keep_manager(
                    db, installation.clock, USER_ID, password, name="Demo admin"
                )
        return Admin(USER_ID, password)

    async def customer(self) -> Customer:
        """Return a customer of the mall."""
        installation = self._installation
        mall = await self._directory.mall(self._mall_id)
        assert mall is not None
        for member_id in self._member_ids:
            async with installation.database.reading(self._mall_id) as db:
                record = await customer_store.sign_in_record(db, member_id)
            password = self._passwords.get(member_id, "")
            if record and passwords.matches(password, record.password_hash):
                return Customer(member_id, password)
            password = secrets.generate()
            hashed = passwords.hash_password(password)
            async with installation.database.writing(self._mall_id) as db:
                if not record:
                    call = Call(installation.clock, db, mall)
                    draft = CustomerDraft(member_id=member_id, name="Demo customer")
                    try:
                        await customer_rules.join(call, draft, password_hash=hashed)
                    except Invalid:
                        continue  # the owner has deleted them, and the name stays taken
                    await journal_batch.publish(db, installation.clock, call.effects.events)
                else:
                    await customer_store.set_password(db, member_id, hashed)
            return Customer(member_id, password)
        raise AssertionError("there is always another name")

    async def _registered(self, kind: Kind) -> registered_apps.Credentials:
        """Return an app's credentials: the recorded ones, or new ones."""
        installation = self._installation
        recorded = self._recorded.get(kind.name)
        if recorded is not None and await self._valid(recorded):
            return recorded
        title = f"Demo {kind.name}"
        for app in await registered_apps.every(installation.database):
            if app.name == title and app.redirect_uris == [REDIRECT_URI]:
                return await secret_rotation.rotate(
                    installation.database, installation.counters, installation.clock, app.client_id
                )
        return await registered_apps.register(
            installation.database,
            installation.clock,
            name=title,
            redirect_uris=[REDIRECT_URI],
            scopes=kind.scopes,
            restricted=kind.restricted,
        )

    async def _valid(self, credentials: registered_apps.Credentials) -> bool:
        client = await self._directory.client(self._mall_id, credentials.client_id)
        now = self._installation.clock.now()
        return (
            client is not None
            and client.secret.proves(credentials.client_secret, now)
            and (not credentials.front_api_key or client.key.proves(credentials.front_api_key, now))
        )

    async def _place(self, kind: Kind, client_id: str) -> None:
        """Install or remove an app, unless it is so already."""
        installation = self._installation
        client = await self._directory.client(self._mall_id, client_id)
        inside = client is not None and client.installed
        fresh = client is None or not client.identity.scopes
        if kind.state == "installed":
            install = client is None or not inside or client.identity.scopes != set(kind.scopes)
        else:
            # it must have been there to have been deleted
            install = kind.state == "deleted" and not inside and fresh
        if install:
            async with invalidating_transaction(
                installation.database, installation.counters, self._mall_id
            ) as db:
                await registered_apps.install(db, installation.clock, client_id, kind.scopes)
        if kind.state != "installed" and (install or inside):
            await registered_apps.uninstall(
                installation.database,
                installation.counters,
                installation.clock,
                mall_id=self._mall_id,
                client_id=client_id,
            )
