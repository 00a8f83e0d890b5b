"""The tables as they were printed, and the claims that their readers remember.

N. Brown, T. Sandholm, "Safe and nested subgame solving for imperfect-information games", NIPS 2017; numbers of arXiv
1705.02955, version 3, in thousandths of a big blind a hand (mbb/h). Other printings have ten times the numbers of
table 1; ratios between rows are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SOURCE = "Brown & Sandholm (2017), arXiv 1705.02955v3, mbb/h"
TRUNK = "trunk"
TRANSLATION = "translation"

# By table: its columns (buckets), and its rows.
BUCKETS = {1: (200, 2_000, 30_000), 2: (200, 2_000, 30_000), 3: (200, 2_000, 20_000)}
PRINTED: dict[int, dict[str, tuple[float, float, float]]] = {
    1: {
        TRUNK: (88.69, 37.374, 9.128),
        "unsafe": (14.68, 3.958, 0.5514),
        "resolve": (60.16, 17.79, 5.407),
        "maxmargin": (30.05, 13.99, 4.343),
        "reach-maxmargin": (29.88, 13.90, 4.147),
        "reach-maxmargin (not split)": (24.87, 9.807, 2.588),
        "estimate": (11.66, 6.261, 2.423),
        "estimate + distributional": (10.44, 6.245, 3.430),
        "reach-estimate + distributional": (10.21, 5.798, 2.258),
        "reach-estimate + distributional (not split)": (9.560, 4.924, 1.733),
    },
    2: {
        TRUNK: (283.7, 165.2, 41.41),
        "unsafe": (65.59, 38.22, 396.8),
        "resolve": (179.6, 101.7, 23.11),
        "maxmargin": (134.7, 77.89, 19.50),
        "reach-maxmargin": (134.0, 72.22, 18.80),
        "reach-maxmargin (not split)": (130.3, 66.79, 16.41),
        "estimate": (52.62, 41.93, 30.09),
        "estimate + distributional": (49.56, 38.98, 10.54),
        "reach-estimate + distributional": (49.33, 38.52, 9.840),
        "reach-estimate + distributional (not split)": (49.13, 37.22, 8.777),
    },
    3: {
        TRUNK: (684.6, 465.1, 345.5),
        "unsafe": (130.4, 85.95, 79.34),
        "resolve": (454.9, 321.5, 251.8),
        "maxmargin": (427.6, 299.6, 234.4),
        "reach-maxmargin": (424.4, 298.3, 233.5),
        "reach-maxmargin (not split)": (333.4, 229.4, 175.5),
        "estimate": (120.6, 89.43, 76.44),
        "estimate + distributional": (119.4, 87.83, 74.35),
        "reach-estimate + distributional": (116.8, 85.80, 72.59),
        "reach-estimate + distributional (not split)": (113.3, 83.24, 70.68),
    },
}

# Table 4: a small menu of bets against a larger one, without buckets.
NESTED_PRINTED = {
    TRANSLATION: 1465.0,
    "resolve (inexpensive)": 150.2,
    "maxmargin (inexpensive)": 122.0,
    "reach-maxmargin (inexpensive)": 119.1,
    "unsafe (expensive)": 148.3,
    "reach-maxmargin (expensive)": 149.2,
}
NESTED_CLAIMS = {
    "f": "every solve loses less than a third of what translation does",
    "g": "maxmargin (inexpensive) beats resolve (inexpensive)",
    "h": "reach-maxmargin (inexpensive) beats maxmargin (inexpensive)",
    "i": "reach-maxmargin (inexpensive) beats both expensive rows",
}
# Figure 8: Reach-Maxmargin when gifts are multiplied by a factor; read off the plot, whose unit is not named. Its first
# two points are a tenth of Maxmargin and Reach-Maxmargin in the last column of table 2, so that game it must be.
GIFT_SCALE = {
    0: 1.95, 1: 1.87, 10: 1.84, 100: 1.78, 1_000: 1.46, 10_000: 1.47, 100_000: 2.37, 1_000_000: 2.97,
}  # fmt: skip

CLAIMS = {
    "a": "trunk > resolve > maxmargin >= reach-maxmargin > reach-maxmargin (not split)",
    "b": "estimate beats maxmargin",
    "c": "distributional payoffs improve on estimates",
    "d": "unsafe beats every safe row that uses full CBVs",
    "e": "reach-estimate + distributional (not split) is the best safe row",
}
FULL_CBV = ("resolve", "maxmargin", "reach-maxmargin", "reach-maxmargin (not split)")
BEST = "reach-estimate + distributional (not split)"


def holds(means: Mapping[str, float]) -> dict[str, bool | None]:
    """Which claims a column bears out; None where it lacks a row for it. means: technique → loss, both seats' mean.

    >>> printed = {row: numbers[2] for row, numbers in PRINTED[2].items()}
    >>> holds(printed)  # the column with the exceptions: Estimate is worse than Maxmargin, Unsafe a catastrophe
    {'a': True, 'b': False, 'c': True, 'd': False, 'e': True}
    """
    chain = [TRUNK, *FULL_CBV]
    safe = [row for row in PRINTED[1] if row not in (TRUNK, "unsafe")]
    needs: dict[str, Sequence[str]] = {
        "a": chain, "b": ("estimate", "maxmargin"), "c": ("estimate", "estimate + distributional"),
        "d": ("unsafe", *FULL_CBV), "e": safe,
    }  # fmt: skip
    found: dict[str, bool | None] = {}
    for claim, rows in needs.items():
        if any(row not in means for row in rows):
            found[claim] = None
            continue
        m = [means[row] for row in rows]
        found[claim] = {
            "a": lambda m=m: m[0] > m[1] > m[2] >= m[3] > m[4],
            "b": lambda m=m: m[0] < m[1],
            "c": lambda m=m: m[1] < m[0],
            "d": lambda m=m: m[0] < min(m[1:]),
            "e": lambda m=m: means[BEST] <= min(m),
        }[claim]()
    return found


def nested_holds(means: Mapping[str, float]) -> dict[str, bool | None]:
    """Which claims about table 4 the rows bear out; None where a row is missing.

    >>> nested_holds(NESTED_PRINTED)
    {'f': True, 'g': True, 'h': True, 'i': True}
    """
    first, resolve, margin, reach, *expensive = (means.get(row) for row in NESTED_PRINTED)
    solves = [resolve, margin, reach, *expensive]

    def less(left: float | None, right: Sequence[float | None]) -> bool | None:
        known = [x for x in right if x is not None]
        return None if left is None or len(known) < len(right) else left < min(known)

    worst = None if None in solves else 3 * max(x for x in solves if x is not None)
    return {
        "f": less(worst, [first]), "g": less(margin, [resolve]), "h": less(reach, [margin]),
        "i": less(reach, expensive),
    }  # fmt: skip
