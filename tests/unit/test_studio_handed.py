"""Results handed to a studio: the run that is kept is the result, and the address leads to its page."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

import tianji as tj
from tianji.errors import FileAccessError, ParameterError, TianjiError
from tianji.studio import handed
from tianji.studio.command import serve, sort_places


def where(address):
    return parse_qs(urlsplit(address).query)["to"][0]


@pytest.fixture(scope="module")
def river():
    spot = tj.holdem.Spot(
        board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises=""
    )
    return spot.solve(iterations=20)


def test_a_solve_is_a_run_that_is_done(studio):
    solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=50, curve=True)
    address = tj.studio.open(solution, workspace=studio.workspace, browser=False)
    assert address.startswith(f"{studio.address}/open?to=%2Fruns%2F") and "#" in address
    status, run = studio.ask(where(address))
    assert (status, run["state"], run["body"]["game"]) == (200, "done", "kuhn")
    assert run["result"]["exploitability"] == solution.exploitability
    assert [p["exploitability"] for p in run["points"]] == [c.exploitability for c in solution.history]
    rows = studio.ask(f"{where(address)}/infosets")[1]
    assert rows["total"] == len(solution.to_dict(1000)["infosets"])
    assert where(address).rpartition("/")[2] in {item["id"] for item in studio.ask("/runs")[1]["items"]}


def test_a_spot_is_opened_after_a_line_from_python_and_from_a_file(studio, river, tmp_path):
    address = tj.studio.open(river, "check", workspace=studio.workspace, browser=False)
    path, _, line = where(address).partition("?")
    name = path.rpartition("/")[2]
    assert line == "line=check"
    node = studio.ask(f"/solves/{name}/node?line=check")[1]
    assert node["of"]["exploitability"] == river.exploitability
    river.save(tmp_path / "river.tianji")
    found = []
    serve(str(studio.workspace), 0, found.append, open_page=False, files=(str(tmp_path / "river.tianji"),))
    second = where(found[0]).rpartition("/")[2]
    assert second != name and studio.ask(f"/runs/{second}")[1]["state"] == "done"


def test_games_and_payoffs_lead_to_their_pages(studio):
    def page(x):
        return where(tj.studio.open(x, workspace=studio.workspace, browser=False))

    assert page(tj.load("leduc(ranks=4)")) == "/games/leduc%28ranks%3D4%29"
    assert page(tj.matrix.chicken()).startswith("/matrix?g=")


def test_what_cannot_be_opened_is_told(studio, river, tmp_path):
    given = {"workspace": studio.workspace, "browser": False}
    for x, line in ((tj.load("kuhn"), "check"), (river, "limp"), (str(tmp_path / "none.tianji"), "")):
        with pytest.raises(TianjiError):
            tj.studio.open(x, line, **given)
    with pytest.raises(ParameterError, match="one workspace"):
        sort_places(["one", "two"])
    with pytest.raises(ParameterError, match="readonly"):
        serve(None, 0, print, is_readonly=True, files=("x.tianji",))
    with pytest.raises(TianjiError, match=r"none\.tianji"):
        serve(str(studio.workspace), 0, print, open_page=False, files=(str(tmp_path / "none.tianji"),))


def test_where_no_studio_runs_one_is_started_that_ends_with_this_python(tmp_path):
    try:
        address = tj.studio.open(tj.load("kuhn"), workspace=tmp_path / "space", browser=False)
        assert address.startswith("http://127.0.0.1:") and where(address) == "/games/kuhn"
        assert len(handed.STARTED) == 1
    finally:
        handed.end_started()
    (tmp_path / "file").write_text("")
    with pytest.raises(FileAccessError):
        tj.studio.open(tj.load("kuhn"), workspace=tmp_path / "file", browser=False)
