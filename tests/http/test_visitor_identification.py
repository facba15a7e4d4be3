"""The number of a browser: the same for ever, in one mall, and nobody's who has not the key."""

from openmall.database.seal import Seal
from openmall.http import visitor_identification

OLD, NEW = b"o" * 32, b"n" * 32


def test_a_further_key_of_the_installation_makes_no_new_visitors() -> None:
    before = visitor_identification.number(Seal(lambda: [OLD]), "mymall", "visitor-00001")

    after = visitor_identification.number(Seal(lambda: [NEW, OLD]), "mymall", "visitor-00001")

    assert before == after
    assert before != visitor_identification.number(Seal(lambda: [NEW]), "mymall", "visitor-00001")


def test_numbers_are_of_a_mall_and_fit_into_a_column() -> None:
    seal = Seal(lambda: [OLD])
    malls = [
        visitor_identification.number(seal, f"mall-{at}", "visitor-00001") for at in range(1_000)
    ]

    assert len(set(malls)) == 1_000
    assert min(malls) > 0
    assert max(malls) < 2**63


def test_parts_do_not_run_into_each_other() -> None:
    assert visitor_identification.keyed_hash(OLD, "ab", "c") != visitor_identification.keyed_hash(
        OLD, "a", "bc"
    )
