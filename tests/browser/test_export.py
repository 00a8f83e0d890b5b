"""What is drawn can be taken away: the table has the library's numbers, the pictures are whole."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

SPOT = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,KTs,AJs",
    "ip": "TT,AKs,88",
    "bets": "75%",
    "raises": "",
}
BOX = "{http://www.w3.org/2000/svg}"


def taken(page, kind):
    with page.expect_download() as found:
        page.get_by_role("group", name="Export").get_by_role("button", name=kind, exact=True).click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def test_a_curve_as_table_and_as_pictures(page, studio, solved):
    page.goto(f"{studio.address}/runs/{solved}")
    page.locator("path.series").wait_for()
    name, data = taken(page, "CSV")
    rows = list(csv.DictReader(data.decode().splitlines()))
    points = studio.ask(f"/runs/{solved}")[1]["points"]
    assert name == f"{solved}-curve.csv"
    assert [{key: float(value) for key, value in row.items()} for row in rows] == points
    drawing = ET.fromstring(taken(page, "SVG")[1])
    line = next(each for each in drawing.iter(f"{BOX}path") if "series" in each.get("class", ""))
    assert line.get("stroke", "").startswith(
        "rgb("
    )  # its colour is in the file, not in a style that stayed behind
    assert line.get("d").count("L") == sum(row["exploitability"] > 0 for row in points) - 1
    name, data = taken(page, "PNG")
    assert (name, data[:8]) == (f"{solved}-curve.png", b"\x89PNG\r\n\x1a\n")


def test_a_grid_as_table_and_as_pictures(page, studio):
    status, run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "iterations": 50}})
    assert status == 202, run
    assert studio.wait(run["id"])["state"] == "done"
    page.goto(f"{studio.address}/holdem/{run['id']}")
    page.locator(".grid13").first.wait_for()
    page.locator(".totals").first.wait_for()
    rows = {row["hand"]: row for row in csv.DictReader(taken(page, "CSV")[1].decode().splitlines())}
    assert len(rows) == 169
    table = studio.ask(f"/solves/{run['id']}/node")[1]
    assert list(rows["QQ"])[2 : 2 + len(table["actions"])] == table["actions"]
    assert float(rows["QQ"]["left"]) == 1
    assert sum(float(rows["QQ"][name]) for name in table["actions"]) == pytest.approx(1, abs=1e-6)
    drawing = ET.fromstring(taken(page, "SVG")[1])
    assert {"QQ", "AJs", "72o"} <= {each.text for each in drawing.iter(f"{BOX}text")}
    assert taken(page, "PNG")[1].startswith(b"\x89PNG")


def test_a_tree_as_a_picture(page, studio):
    page.goto(f"{studio.address}/tree/kuhn")
    page.locator("[data-node='']").wait_for()
    drawing = ET.fromstring(taken(page, "SVG")[1])
    assert len(list(drawing.iter(f"{BOX}path"))) > 5
    assert taken(page, "PNG")[1].startswith(b"\x89PNG")
