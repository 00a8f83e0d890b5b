"""Estimate: a mean with its standard error and interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, nan, sqrt
from typing import Any, ClassVar

from tianji.core.result import Result


@dataclass(frozen=True)
class Estimate(Result):
    """The mean of independent numbers and how far off it may be.

    stderr: s / √count, with s² the sum of squares about the mean over count − 1. low, high: the 95 % interval by
    Student's t. None where there are fewer than two numbers; without any the mean is nan.

    >>> found = Estimate.of([1, 2, 3, 4])
    >>> found.mean, round(found.stderr, 4), round(found.low, 4), found.count
    (2.5, 0.6455, 0.4457, 4)
    """

    mean: float
    stderr: float | None
    low: float | None
    high: float | None
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate:
        """The estimate from numbers in any order: the same, bit for bit."""
        numbers = sorted(float(v) for v in values)
        count = len(numbers)
        mean = fsum(numbers) / count if count else nan
        if count < 2:
            return cls(mean, None, None, None, count)
        from scipy.special import stdtrit

        stderr = sqrt(fsum((v - mean) ** 2 for v in numbers) / (count - 1) / count)
        width = float(stdtrit(count - 1, 0.975)) * stderr
        return cls(mean, stderr, mean - width, mean + width, count)

    def scaled(self, factor: float) -> Estimate:
        """The same in other units: `factor` > 0 of them make one of ours."""
        stderr, low, high = (None if v is None else v * factor for v in (self.stderr, self.low, self.high))
        return Estimate(self.mean * factor, stderr, low, high, self.count)


class Scored(Result):
    """A result whose figure is an estimate, its field `score`: one flat record, the mean under the name `unit`.

    A field `aivat`, the same with the luck taken out, follows it; both its figures are None where there is none.
    """

    unit: ClassVar[str] = "mean"

    def to_dict(self) -> dict[str, Any]:
        """One flat record: the mean, its error and interval in place of `score`."""
        record: dict[str, Any] = {}
        given = super().to_dict()
        for name, value in given.items():
            if name == "score":
                record |= {self.unit: value["mean"], **{k: value[k] for k in ("stderr", "low", "high")}}
                if "aivat" in given:
                    aivat = given["aivat"] or {"mean": None, "stderr": None}
                    record |= {"aivat": aivat["mean"], "aivat_stderr": aivat["stderr"]}
            elif name != "aivat":
                record[name] = value
        return record
