"""Print how the work of lists and counts grows with a shop, on both stores.

python -m tests.growth [--sizes N ...] [--store sqlite|postgresql] [--only NAME] [--pairs] [--plans]
"""

import argparse
import sys
import time

from tests.every_operation.registry_rows import named
from tests.growth import sweep
from tests.growth.shop import GrowingShop, open_shop

Curves = dict[tuple[str, str], list[int]]


def main() -> None:
    """Measure each store and print a table of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.growth", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--store", choices=("sqlite", "postgresql"))
    parser.add_argument("--only", default="", help="lists whose name has this")
    parser.add_argument("--pairs", action="store_true", help="combine filters of large lists too")
    parser.add_argument("--plans", action="store_true", help="print plans of what grows")
    options = parser.parse_args()
    for store in (options.store,) if options.store else ("sqlite", "postgresql"):
        with open_shop(store) as shop:
            curves = measure(shop, options)
        unit = "steps" if store == "sqlite" else "pages"
        print(f"{store}: {unit} of a call in a shop with so many products, orders and customers")
        print("".join(f"{size:>12,}" for size in options.sizes) + "  call")
        for (call, filters), works in sorted(curves.items(), key=lambda each: -each[1][-1]):
            print("".join(f"{work:>12,}" for work in works) + f"  {call} {filters}")


def measure(shop: GrowingShop, options: argparse.Namespace) -> Curves:
    """Return the work of each call at each size."""
    curves: Curves = {}
    for at, size in enumerate(options.sizes):
        began = time.monotonic()
        shop.grow(size)
        print(f"{size:,}: filled in {time.monotonic() - began:.0f} s", file=sys.stderr)
        for listed in shop.lists:
            if options.only not in named(listed.row):
                continue
            seen = sweep.first_of(listed.row, shop.call(listed, listed.values).answer)
            for asked in sweep.trials(listed.row, listed.values, seen, pairs=options.pairs):
                worked = shop.call(listed, asked.values)
                if worked.answer.status_code != 200:
                    continue
                works = curves.setdefault((named(listed.row), asked.names), [])
                if len(works) == at:
                    works.append(worked.total)
                grows = at and worked.total > 3 * works[0]
                if options.plans and grows and worked.largest is not None:
                    print(named(listed.row), asked.names, works, file=sys.stderr)
                    for step in shop.plan(worked.largest):
                        print("   ", step, file=sys.stderr)
    return {call: works for call, works in curves.items() if len(works) == len(options.sizes)}


if __name__ == "__main__":
    main()
