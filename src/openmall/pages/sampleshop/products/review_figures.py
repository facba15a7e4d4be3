"""The figures of the reviews of a product."""

from collections.abc import Mapping
from typing import Any

_MOST_STARS = 5


def of(ratings: Mapping[int, int]) -> dict[str, Any] | None:
    """Return the figures of ratings, number of stars -> how many; None without a rating.

    `count`, `average` with one decimal, `rounded` to whole stars, and `stars`: `stars`, `count` and
    whole `percent` of each number of stars, the highest first.
    """
    count = sum(ratings.values())
    if not count:
        return None
    average = sum(stars * number for stars, number in ratings.items()) / count
    return {
        "count": count,
        "average": f"{average:.1f}",
        "rounded": round(average),
        "stars": [
            {"stars": each, "count": number, "percent": round(number * 100 / count)}
            for each in range(_MOST_STARS, 0, -1)
            for number in (ratings.get(each, 0),)
        ],
    }
