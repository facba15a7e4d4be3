"""A call that takes more of the processor than in the last release is named."""

import pytest

from bench import last_release

LAST = {"version": "1.0", "products": 100, "cpu_ratios": {"read": 0.1, "list": 0.05, "gone": 0.2}}


def report(**ratios: float) -> dict[str, object]:
    rows = [{"call": call, "cpu_ratio": ratio} for call, ratio in ratios.items()]
    return {"products": 100, "rows": rows}


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        (
            {"read": 0.05, "list": 0.05, "new": 0.3},
            ["REGRESSION: read: 0.0500 of the bare server, 0.1000 in 1.0 (-50%)"],
        ),
        ({"list": 0.1}, ["faster: list: 0.1000 of the bare server, 0.0500 in 1.0 (+100%)"]),
        ({"read": 0.095, "list": 0.052}, ["no call differs by a tenth from 1.0"]),
    ],
)
def test_ratios_that_moved_by_more_than_a_tenth_are_named(
    ratios: dict[str, float], said: list[str]
) -> None:
    assert last_release.compare(report(**ratios), LAST) == said


def test_shops_of_other_sizes_are_compared_with_a_note() -> None:
    other = {**report(read=0.1), "products": 7}

    assert last_release.compare(other, LAST) == [
        "no call differs by a tenth from 1.0",
        "1.0 was measured with 100 products",
    ]


def test_what_is_kept_of_the_last_release_can_be_compared() -> None:
    kept = last_release.read()
    rows = [{"call": call, "cpu_ratio": each / 2} for call, each in kept["cpu_ratios"].items()]

    said = last_release.compare({"products": kept["products"], "rows": rows}, kept)

    assert len(said) == len(kept["cpu_ratios"]) > 10
    assert all(line.startswith("REGRESSION") for line in said)
