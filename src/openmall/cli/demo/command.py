"""`openmall demo`: a filled mall in one command."""

import fcntl
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click
import msgspec

from openmall.cli import setting_options
from openmall.configuration import Configuration
from openmall.running.server.listen_addresses import reachable_host

if TYPE_CHECKING:
    from openmall.cli.demo.file import DemoFile
    from openmall.cli.installation import Installation

MALL_ID: Final = "demo"
LARGEST_SEED: Final = 2**63 - 1
WORTH_A_BAR: Final = 500
"""Missing products from which a progress bar is shown."""


@click.command()
@setting_options.options("data_dir", "database", "host", "port", "http_port", "workers")
@click.option(
    "--products",
    type=click.IntRange(0, 100_000_000),
    default=0,
    metavar="N",
    help="Add generated products until there are N beside the catalogue's.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    default=1,
    show_default=True,
    metavar="S",
    help="Which world they are of: the same seed makes the same products.",
)
@click.option("--no-limits", is_flag=True, help="Count limits but refuse nothing: for load tests.")
@click.option("--no-serve", is_flag=True, help="Only make the mall and demo.json.")
@click.option("--json", "as_json", is_flag=True, help="Print what is in demo.json, for programs.")
def demo(
    products: int, seed: int, no_limits: bool, no_serve: bool, as_json: bool, **options: Any
) -> None:
    """Make a filled mall, say what to try with it, and serve it.

    What is there from an earlier start stays; every start issues fresh access tokens. Programs
    read the addresses and credentials from demo.json in the data folder.

    \b
    Examples:
      openmall demo
      openmall demo --products 10000 --seed 7
      openmall demo --port 0 --http-port 0 --data-dir /tmp/mall --no-limits
    """
    from openmall.cli import installation, key_check
    from openmall.cli.demo import file, instructions, ports
    from openmall.cli.operating.serve import certified, run

    configuration = setting_options.configuration_from(**options)
    installation.require_files(configuration)
    changes: dict[str, Any] = {"sample_shop": True}
    if not configuration.default_mall:
        changes["default_mall"] = MALL_ID
    if no_limits:
        changes["limits"] = "count"
    configuration = msgspec.structs.replace(configuration, **changes)
    if no_serve:
        reservation: AbstractContextManager[list[int]] = nullcontext(
            _ports_of_other_server(configuration, options)
        )
    else:
        reservation = ports.reserve_ports(
            configuration.host, configuration.port, configuration.http_port
        )
    with reservation as (port, http_port):
        configuration = msgspec.structs.replace(configuration, port=port, http_port=http_port)
        with _fill_lock(configuration.data_dir):
            installation.prepare(configuration)
            key_check.require_key(configuration)
            files = certified(configuration)
            ca_file = None if files.ca_file is None else str(files.ca_file.resolve())
            content = _prepare_mall(configuration, ca_file, products=products, seed=seed)
            file.write(configuration.data_dir, content)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(content), indent=2))
    else:
        place = str(configuration.data_dir / file.NAME)
        limited = configuration.limits == "enforce"
        click.echo(instructions.render_instructions(content, file=place, limited=limited))
    sys.stdout.flush()
    if no_serve:
        return
    sys.exit(run(configuration, files))


def _ports_of_other_server(configuration: Configuration, options: Mapping[str, Any]) -> list[int]:
    """Return the ports at which another process serves the mall, now or later.

    The requested ports, else those in its file: the server that wrote it may be running.
    """
    from openmall.cli.demo import file

    previous = file.read(configuration.data_dir)
    urls = {"port": previous.local_url, "http_port": previous.http_url} if previous else {}
    ports = []
    for name in ("port", "http_port"):
        configured: int = getattr(configuration, name)
        recorded_port = urlsplit(urls.get(name, "")).port
        port = configured if options[name] is not None else recorded_port
        ports.append(port or recorded_port or configured or getattr(Configuration(), name))
    return ports


@contextmanager
def _fill_lock(data_dir: Path) -> Iterator[None]:
    """Hold a lock, so that one process at a time fills the mall."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(data_dir / ".demo.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise click.ClickException(f"cannot use {data_dir}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _prepare_mall(
    configuration: Configuration, ca_file: str | None, *, products: int, seed: int
) -> "DemoFile":
    from openmall.cli import installation
    from openmall.cli.demo import file
    from openmall.cli.demo.apps import Access

    previous = file.read(configuration.data_dir)

    async def work(opened: "Installation") -> "DemoFile":
        await _open_mall(opened)
        await _fill(opened, products=products, seed=seed)
        await _create_shipping(opened)
        await _join_partner_programme(opened)
        await _create_people(opened)
        await _create_history(opened)
        access = Access(opened, MALL_ID, previous)
        domain, port = configuration.domain, configuration.port
        address = _url_host(configuration.host)
        return file.DemoFile(
            base_url=f"https://{MALL_ID}.{domain}:{port}",
            staff_url=configuration.staff_address(MALL_ID),
            local_url=f"https://{address}:{port}",
            http_url=f"http://{address}:{configuration.http_port}",
            collection_url=f"https://collection.{domain}:{port}",
            analytics_url=f"https://analytics.{domain}:{port}",
            developers_url=f"https://developers.{domain}:{port}",
            ca_file=ca_file,
            mall_id=MALL_ID,
            partner=await access.partner(),
            admin=await access.admin(),
            customer=await access.customer(),
            apps=await access.apps(),
        )

    return installation.run(configuration, work)


def _url_host(host: str) -> str:
    address = reachable_host(host)
    return f"[{address}]" if ":" in address else address


async def _open_mall(opened: "Installation") -> None:
    from openmall.access.malls import rules as mall_rules
    from openmall.access.malls.possible import Language

    if any(each.mall_id == MALL_ID for each in await mall_rules.every(opened.database)):
        return
    from openmall.contract.undo import DAYS_OF_NEW_MALLS
    from openmall.demo.catalogue import catalogue

    shop = catalogue().shop
    languages = [
        Language(shop.ko, "ko_KR", "KRW"),
        Language(shop.en, "en_US", "USD"),
    ]
    await mall_rules.create(
        opened.database,
        opened.clock,
        MALL_ID,
        shop.en,
        "KR",
        languages,
        undo_days=DAYS_OF_NEW_MALLS,
    )
    await _give_sender_key(opened)
    await opened.counters.invalidate_caches()


async def _give_sender_key(opened: "Installation") -> None:
    from openmall.access.oauth import secrets
    from openmall.commerce.store.chatapp_profile import ChatappProfile
    from openmall.contract.crud.settings import write_setting
    from openmall.database.seal import configured_seal

    async with opened.database.writing(MALL_ID) as db:
        profile = ChatappProfile(shop_no=1, chatapp_senderkey=secrets.generate())
        await write_setting(db, configured_seal(opened.configuration), profile)


async def _fill(opened: "Installation", *, products: int, seed: int) -> None:
    from openmall.demo import load_progress

    if await load_progress.everything(opened.database, MALL_ID, products=products, seed=seed):
        return
    # what writes products takes half as long to import as the whole start
    from openmall.demo.loader import Loader
    from openmall.media.store_factory import open_store

    mall = await opened.mall(MALL_ID)
    files = open_store(opened.configuration)
    loader = Loader(opened.database, opened.clock, mall, files)
    missing = await loader.missing(products=products, seed=seed)
    with _progress(missing) as progress:
        await loader.load(products=products, seed=seed, progress=progress)


async def _join_partner_programme(opened: "Installation") -> None:
    """Let the mall's shops join the partner programme.

    Once: a shop that left stays away.
    """
    from openmall.database import sequences
    from openmall.demo import load_progress

    async with opened.database.reading(MALL_ID) as db:
        if await sequences.allocated(db, load_progress.PROGRAMME):
            return
    # as above: what reads products is long to import
    from openmall.demo import partner_enrolment

    await partner_enrolment.join(opened.database, opened.clock, opened.counters, MALL_ID)


async def _create_shipping(opened: "Installation") -> None:
    """Create suppliers, carriers and fees, once: later changes are kept."""
    from openmall.database import sequences
    from openmall.demo import load_progress

    async with opened.database.reading(MALL_ID) as db:
        if await sequences.allocated(db, load_progress.SHIPPING):
            return
    # as above: what knows products is long to import
    from openmall.database.seal import configured_seal
    from openmall.demo import shipping

    mall = await opened.mall(MALL_ID)
    await shipping.set_up(
        opened.database, opened.clock, configured_seal(opened.configuration), mall
    )


async def _create_people(opened: "Installation") -> None:
    from openmall.database.seal import configured_seal
    from openmall.demo import company, customers, gateway_activation, promotion

    mall = await opened.mall(MALL_ID)
    seal = configured_seal(opened.configuration)
    await customers.fill(opened.database, opened.clock, seal, mall)
    await promotion.fill(opened.database, opened.clock, seal, mall)
    await company.fill(opened.database, mall)
    await gateway_activation.open_(opened.database, seal, mall)


async def _create_history(opened: "Installation") -> None:
    """Create the history of the mall, once."""
    from openmall.database import sequences
    from openmall.demo import load_progress

    async with opened.database.reading(MALL_ID) as db:
        if await sequences.allocated(db, load_progress.WORLD):
            return
    # as above: what places orders is long to import
    from openmall.analytics.engine import fact_shipment
    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.database.seal import configured_seal
    from openmall.demo import demo_history

    mall = await opened.mall(MALL_ID)
    await demo_history.write(
        opened.database, opened.clock, configured_seal(opened.configuration), mall
    )
    # a worker would do so soon, but users of a demo look at the reports first
    engine = engine_for_command(opened.configuration)
    with suppress(EngineAway):
        await fact_shipment.ship(opened.database, engine, MALL_ID)
    await engine.close()


@contextmanager
def _progress(missing: int) -> Iterator[Callable[[int], None]]:
    if missing < WORTH_A_BAR or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Filling the mall", total=missing)
        yield lambda count: bar.advance(task, count)
