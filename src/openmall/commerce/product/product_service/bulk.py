"""Many products at once, created or updated by the merchant's own product codes.

Gives the same results as creating and updating them one by one, in a handful of statements:
unchanged products cost one lookup, and fields that are not mentioned stay as they are.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final

import msgspec
from msgspec import UNSET

from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service import consistency, refusals
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.product_service.bulk_shape import (
    REQUIRED,
    SETTABLE,
    BulkProduct,
    BulkVariant,
    Outcome,
    Refusal,
)
from openmall.commerce.product.product_service.bulk_store import (
    PendingWrites,
    StoredProduct,
    Values,
)
from openmall.commerce.product.products import code_references
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductCreated, ProductUpdated
from openmall.commerce.product.products.pricing import priced
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.refusals import VARIANT_BELOW_ZERO
from openmall.commerce.product.stock import lowest_cost_store
from openmall.commerce.product.stock.availability_store import with_stock
from openmall.commerce.product.stock.store import ChangeReason
from openmall.commerce.product.variant_service import combinations
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import OptionDraft
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call, Mall
from openmall.contract.change import differences, is_trimmed, merged, sent_fields
from openmall.contract.errors import Invalid
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, moment
from openmall.contract.money import hundredths, rounded
from openmall.contract.refusal import Cause, Phrase, Reason
from openmall.contract.refusals import MISSING, NO_SHOP, NO_SUCH
from openmall.database import sequences
from openmall.database.session import Session

_HIDDEN: Final = {"display": "F", "selling": "F"}


async def write(
    db: Session,
    mall: Mall,
    clock: Clock,
    products: Sequence[BulkProduct],
    *,
    dry_run: bool = False,
    why: ChangeReason = "import",
    by_product_code: bool = False,
) -> Outcome:
    """Create or update products in the session's transaction, and announce the changes.

    `dry_run`: only report what would happen; a read session suffices. `why`: the reason of
    quantities in the stock ledger. `by_product_code`: as of `find`. Raises ValueError
    for an empty code or one that is given twice.
    """
    named = [product.code for product in products]
    if not all(named) or len(set(named)) != len(named):
        raise ValueError("every product needs a code of its own")
    if not dry_run:
        # two writers of the same new product take turns: what one creates, the other finds
        await sequences.allocate(db, "product", count=0)
    call = Call(clock, db, mall)
    missing = await code_references.unknown(call, itertools.chain(*map(_field_values, products)))
    found = await product_bulk_store.find(db, named, by_product_code=by_product_code)
    refused = await _refusals(call, products, found, missing)
    # A refused product does not stop the others.
    left_out = {refusal.code for refusal in refused}
    accepted = [product for product in products if product.code not in left_out]
    new = [product for product in accepted if product.code not in found]
    known = [product for product in accepted if product.code in found]
    work = PendingWrites()
    # Rows are collected first and written together: statements do not grow with the products.
    nos = {code: next(iter(each.here.values()))[0].product_no for code, each in found.items()}
    outcomes = dict.fromkeys((each.code for each in new), "new")
    for each in known:
        changed = _update(mall, clock, each, found[each.code], work)
        outcomes[each.code] = "changed" if changed else "unchanged"
    updated = sum(outcome == "changed" for outcome in outcomes.values())
    if new and not dry_run:
        # One allocation for all: consecutive numbers in the order of the file.
        first = await sequences.allocate(db, "product", count=len(new))
        for number, product in enumerate(new, first):
            nos[product.code] = number
            _create(mall, clock, product, number, work)
    if not dry_run:
        await product_bulk_store.carry_out(call, work, why=why)
        if new or updated:
            content = f"{len(new)} products created, {updated} updated"
            await journal_batch.write_activity(db, clock, "products", "Import products", content)
    return Outcome(
        created=len(new),
        updated=updated,
        unchanged=len(known) - updated,
        refused=tuple(refused),
        outcomes=outcomes,
        product_nos=nos,
    )


async def _refusals(
    call: Call,
    products: Iterable[BulkProduct],
    found: dict[str, StoredProduct],
    missing: code_references.Unknown,
) -> list[Refusal]:
    category_nos = {place.category_no for each in products for place in each.categories}
    categories = set(await tree.existing(call, sorted(category_nos))) if category_nos else set()
    refused = []
    for product in products:
        here = found.get(product.code)
        before = [each for each, _ in here.here.values()] if here else []
        wrong = _wrong(call.mall, product, categories, here)
        wrong = wrong or code_references.first_refusal(missing, _field_values(product), before)
        refused += [Refusal(product.code, wrong[0], Cause(wrong[1]))] if wrong else []
    return refused


def _field_values(product: BulkProduct) -> list[Values]:
    return [product.everywhere, *product.texts.values()]


def _wrong(
    mall: Mall, product: BulkProduct, categories: set[int], found: StoredProduct | None
) -> tuple[str, Reason] | None:
    if not (product.texts.keys() | (product.options or {}).keys()) <= mall.shops.keys():
        return "shop_no", Reason(NO_SHOP, {})
    # The parts of a bundle decide its stock and price; a file has no columns for them.
    if found is not None and any(each.set_product_type for each, _ in found.here.values()):
        return "custom_product_code", Reason(refusals.BUNDLE_NOT_IMPORTED, {})
    if found is None:
        # Required fields are asked of new products only: a file may have columns of a part.
        values = _values(product, min(product.texts or mall.shops))
        for name in REQUIRED:
            if name not in values:
                return name, Reason(MISSING, {})
    if any(place.category_no not in categories for place in product.categories):
        return "category", Reason(NO_SUCH, {"resource": Phrase("category")})
    options = list((product.options or {}).values())
    # Options are translated by position, so that all shops need the same counts.
    if len({tuple(len(option.values) for option in each) for each in options}) > 1:
        return "options", Reason(refusals.OPTIONS_DIFFER_BY_LANGUAGE, {})
    fields = {shop_no: _values(product, shop_no) for shop_no in mall.shops}
    try:
        consistency.require(fields, found.here if found else {})
        for each in options:
            variant_rules.names(OptionDraft(name=o.name, value=o.values) for o in each)
    except Invalid as error:
        return error.parameter or "options", error.reason
    # Variants are named in the language of the first shop: by the options of the file, else by
    # the stored ones.
    known = found if product.options is None else None
    names = known.here[min(known.here)][1] if known else _first_options(product)
    values_of = [option.values for option in names]
    for variant in product.variants:
        if len(variant.choice) != len(values_of) or not all(
            value in values for value, values in zip(variant.choice, values_of, strict=True)
        ):
            choice = ", ".join(variant.choice)
            return "options", Reason(refusals.NO_COMBINATION_OF_OPTIONS, {"choice": choice})
    if _is_below_zero(mall, product, found):
        sent = any(each.additional_amount is not UNSET for each in product.variants)
        return "additional_amount" if sent else "price", Reason(VARIANT_BELOW_ZERO, {})
    return None


def _is_below_zero(mall: Mall, bulk: BulkProduct, found: StoredProduct | None) -> bool:
    """Return whether a variant would newly cost less than nothing in one of the shops."""
    before: dict[int, Product] = {}
    if found is None:
        stock = _stock(mall, 1, _first_options(bulk), bulk, {})
        base = min(bulk.texts or mall.shops)
        first = _values(bulk, base)
        sent = {no: first | (_values(bulk, no) if no in bulk.texts else {}) for no in mall.shops}
    else:
        before = {no: product for no, (product, _) in found.here.items()}
        stock = _restocked(mall, bulk, found, before[min(before)])[1]
        sent = {no: _values(bulk, no) for no in before}
    if not any(row["additional_amount"] < 0 or "-" in row["shop_amounts"] for row in stock):
        return False
    for shop_no, values in sent.items():
        product = before.get(shop_no, Product(shop_no=shop_no))
        after = priced(merged(product, values), values.keys(), mall.shops, new=found is None)
        if lowest_cost_store.is_below_zero(after, stock) and not (
            found is not None and lowest_cost_store.is_below_zero(product, found.stock)
        ):
            return True
    return False


def _first_options(product: BulkProduct) -> list[OptionNames]:
    return product.options[min(product.options)] if product.options else []


def _values(product: BulkProduct, shop_no: int) -> Values:
    values = product.everywhere | product.texts.get(shop_no, {})
    known = {name: value for name, value in values.items() if name in SETTABLE}
    return {n: rounded(v) if isinstance(v, Decimal) else v for n, v in known.items()}


def _create(mall: Mall, clock: Clock, bulk: BulkProduct, number: int, work: PendingWrites) -> None:
    options = _first_options(bulk)
    stock = _stock(mall, number, options, bulk, {})
    now = moment(clock.now())
    base_shop = min(bulk.texts or mall.shops)
    values = _values(bulk, base_shop)
    facts: Values = {
        "product_no": number,
        "product_code": codes.of_product(number),
        "custom_product_code": bulk.code,
        "created_date": now,
        "updated_date": now,
        "has_option": "T" if options else "F",
        "option_type": "T" if options else "F",
        "list_icon": product_rules.icon(list(bulk.categories)),
    }
    new = merged(Product(**facts, shop_no=base_shop), values)
    base = with_stock(priced(new, values.keys(), mall.shops, new=True), stock, now.date())
    row = product_store.row_of(base, options)
    for shop_no in mall.shops:
        here, names = base, (bulk.options or {}).get(shop_no, options)
        if shop_no == base_shop:
            work.rows[PRODUCT].append(row)
        elif shop_no in bulk.texts:
            own = {**values, **_values(bulk, shop_no)}
            here = merged(Product(**facts, shop_no=shop_no), own)
            here = with_stock(priced(here, own.keys(), mall.shops, new=True), stock, now.date())
            work.rows[PRODUCT].append(product_store.row_of(here, names))
        else:
            here = product_rules.elsewhere(base, shop_no)
            option_column = (
                {"options": msgspec.json.encode(names).decode()} if names is not options else {}
            )
            work.rows[PRODUCT].append({**row, **_HIDDEN, **option_column, "shop_no": shop_no})
        if here.product_tag or here.additional_information:
            work.words(here)
    work.new_variants += stock
    places = {place.category_no: msgspec.to_builtins(place) for place in bulk.categories}
    work.rows[category_placements.PLACE] += [
        {**place, "product_no": number} for place in places.values()
    ]
    work.events.append(ProductCreated.of(base))


def _update(
    mall: Mall, clock: Clock, bulk: BulkProduct, found: StoredProduct, work: PendingWrites
) -> bool:
    """Collect the changes of an existing product; return whether there are any."""
    here = found.here
    base, base_options = here[min(here)]
    touched = False
    for shop_no in mall.shops.keys() - here.keys():  # a language the mall got since
        hidden = product_rules.elsewhere(base, shop_no)
        here[shop_no] = hidden, base_options
        work.rows[PRODUCT].append(product_store.row_of(hidden, base_options))
        work.words(hidden)
        touched = True
    options, stock = _restocked(mall, bulk, found, base)
    shared: Values = {}
    if bulk.options is not None:
        has_option = "T" if any(options.values()) else "F"
        shared |= {"has_option": has_option, "option_type": has_option}
    if stock != found.stock:
        touched = True
        work.variants.note(found.stock, stock)
    filed_in = {place.category_no: place for place in found.places}
    for each in bulk.categories:
        # Without marks in the file, a place keeps its marks ("new", "recommended").
        filed_in[each.category_no] = each if bulk.marked else filed_in.get(each.category_no, each)
    places = [filed_in[number] for number in sorted(filed_in)]
    if places != found.places:
        touched = True
        put = [msgspec.to_builtins(place) for place in places if place not in found.places]
        work.places.append((base.product_no, put))
    for shop_no, (before, names) in here.items():
        after = msgspec.structs.replace(before, category=places, **shared)
        values = _values(bulk, shop_no)
        # Cells have no blanks around their values: a stored text that has some is not changed.
        values = {n: v for n, v in values.items() if not is_trimmed(getattr(before, n), v)}
        if values:
            # Price without tax and margin follow only where the file names one of these amounts.
            after = priced(merged(after, values), values.keys(), mall.shops, new=False)
        if after == before and names == options[shop_no]:
            continue
        changed = set(differences(before, after))
        # Differences in representation alone (order of keys, spaces) are no change.
        if not changed and names == options[shop_no]:
            continue
        touched = True
        after = msgspec.structs.replace(
            after, updated_date=moment(clock.now()), list_icon=product_rules.icon(places)
        )
        changed |= {"list_icon"} if "category" in changed else set()
        work.changed.append((after, changed))
        work.events.append(ProductUpdated.of(after))
        if names != options[shop_no]:
            work.options.append(
                {"shop": shop_no, "product": base.product_no, "names": options[shop_no]}
            )
    return touched


def _restocked(
    mall: Mall, bulk: BulkProduct, found: StoredProduct, base: Product
) -> tuple[dict[int, list[OptionNames]], list[Values]]:
    """Return a product's options in each language and its variants after the write."""
    options = {shop_no: names for shop_no, (_, names) in found.here.items()}
    first = min(bulk.options or options)
    before = options[first]
    after = before if bulk.options is None else _first_options(bulk)
    same_shape = [len(each.values) for each in before] == [len(each.values) for each in after]
    # another language than the first may call the same values by other names
    if same_shape and first != min(options):
        before = after
    if [each.values for each in before] != [each.values for each in after]:
        for shop_no, names in options.items():
            options[shop_no] = variant_rules.translated(after, before, names)
    options |= bulk.options or ({first: after} if bulk.options is not None else {})
    known = combinations.values_of(before)
    existing = combinations.extended(
        combinations.choices(found.stock, known),
        before,
        after,
        named={each.choice for each in bulk.variants},
    )
    stock = _stock(mall, base.product_no, after, bulk, existing, known=known, found=found)
    return options, stock


def _stock(
    mall: Mall,
    number: int,
    options: list[OptionNames],
    bulk: BulkProduct,
    existing: Mapping[combinations.Choice, Values],
    *,
    known: list[list[str]] | None = None,
    found: StoredProduct | None = None,
) -> list[Values]:
    rows = combinations.combined(
        number,
        combinations.values_of(options),
        existing=existing,
        known=known,
        data={each.choice: _column_values(each) for each in bulk.variants},
        unnamed=_HIDDEN if bulk.only_named and options else {},
        tracking=combinations.tracking(found.stock) if found else {},
        removed=found.removed if found else (),
    )
    amounts = {
        each.choice: {"additional_amount": hundredths(each.additional_amount)}
        for each in bulk.variants
        if each.additional_amount is not UNSET
    }
    values, shop_nos = combinations.values_of(options), bulk.texts or mall.shops
    return combinations.with_amounts(rows, values, amounts, shop_nos=shop_nos, shops=mall.shops)


def _column_values(variant: BulkVariant) -> Values:
    # an amount is one of the shops that are imported
    left_out = {"choice", "additional_amount"}
    return {name: each for name, each in sent_fields(variant).items() if name not in left_out}
