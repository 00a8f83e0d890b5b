"""Files with right checksums whose parts contradict each other: what one part determines is held against it."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tianji as tj
from fuzz import files
from tianji.core import storage
from tianji.errors import FileFormatError, ParameterError, TianjiError

KINDS = {kind.name: kind for kind in files.kinds()}
WRITTEN: dict[str, bytes] = {}
RUN = "contradict each other or the run"


def field(*path, to):
    """Set a field, or what a function makes of it."""

    def change(tensors, fields):
        at = fields
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to(at[path[-1]]) if callable(to) else to

    return change


def tensor(name, make):
    return lambda tensors, fields: tensors.__setitem__(name, make(tensors[name].copy()))


def put(array, at, value):
    array.reshape(-1)[at] = value
    return array


def packed(make):
    def change(array):
        return storage.pack_zlib(
            make(np.frombuffer(__import__("zlib").decompress(array.tobytes()), np.int32).copy())
        )

    return change


# a run's evaluations: in order, not of iterations to come, NashConv = players × exploitability
EVALUATIONS = [
    (field("checks", to=[[3, 0.0, 0.5, 0.7]]), RUN),
    (field("checks", to=[[3, 0.0, 0.5, 1.0], [2, 0.0, 0.4, 0.8]]), RUN),
    (field("checks", to=[[10**9, 0.0, 0.5, 1.0]]), RUN),
    (field("checks", to=[[1, 1e6, 0.5, 1.0]]), RUN),
]
MENU = "its betting is not that of its menu"
AGREEMENTS = {
    "strategy": [(field("players", to=3), "lacks")],
    "checkpoint of dcfr on kuhn": EVALUATIONS,
    "checkpoint of pcfr+ on coin_toss": EVALUATIONS,
    "checkpoint of fp on kuhn": EVALUATIONS,
    "checkpoint of external on kuhn": EVALUATIONS[2:],
    "checkpoint of vr on kuhn": EVALUATIONS[2:],
    "learning": EVALUATIONS[1:],
    "training, external": EVALUATIONS[2:],
    "training, public": [(tensor("average", lambda a: -1 - a), "holds other than numbers from 0"), *EVALUATIONS[2:]],
    "solve of rounds": EVALUATIONS[2:],
    "holdem run": EVALUATIONS,
    "holdem solve": [
        *EVALUATIONS[2:],
        (lambda tensors, fields: fields.update(exploitability=1e-6), "says 1e-06 where its strategies give"),
        (lambda tensors, fields: fields.update(values=[9.0, 1.0]), "says 9 where its strategies give"),
        (lambda tensors, fields: fields.update(values=[9.0]), "which no strategy has"),
        (lambda tensors, fields: fields.update(values=[9.0, 2.0]), "which no strategy has"),
        (lambda tensors, fields: fields.update(values=[-21.0, 31.0]), "which no strategy has"),
        (lambda tensors, fields: fields.update(exploitability=51.0), "which no strategy has"),
    ],
    "holdem solve behind a gate": EVALUATIONS,
    "holdem report": [
        (field("runner", "columns", to=lambda names: ["x", *names[1:]]), "contradict"),
        (field("runner", "rows", 0, -1, to=55.0), "contradict"),
        (field("runner", "rows", 0, 2, to=float("nan")), "contradict"),
        (tensor("reach", lambda a: -a - 1), "contradict"),
        (tensor("strategy", lambda a: a * 0 + 2), "contradict"),
    ],
    "blueprint": [
        (field("menu", "bets", to=["100,a|a", "a|a", "a|a", "a|a"]), MENU),
        (field("menu", "bets", 1, to="50,75,100,a|50,a|50,a|a"), MENU),
        (field("menu", "stack", to=500), MENU),
        (field("menu", "blinds", to=[25, 100]), MENU),
        (field("menu", "limp", to=False), MENU),
        (tensor("tree.total", lambda a: put(a, 1, int(a[1]) + 1)), MENU),
        (tensor("tree.player", lambda a: 1 - a), MENU),
        (field("digest", to="0" * 64), "its digest is not that of what it holds"),
        (field("menu", "name", to="another"), "its digest"),
        (tensor("shares", lambda a: put(a, 0, 0)), "its digest"),
        (field("bucket_digest", to="0" * 64), "not those it names"),
    ],
    "buckets": [(field("seed", to=lambda seed: seed), ""), (field("ranks", to=[0, 1, 2, 3, 5]), "do not fit")],
    "bucket table": [],  # one that is wrong is made anew: below
    "book": [(field("size", to=1), "of them")],
    "tablebase": [
        (tensor("codes", packed(lambda a: -a)), "does not follow"),
        (tensor("codes", packed(lambda a: put(a, a.argmax(), 1))), "does not follow"),
        (tensor("codes", packed(lambda a: a * 0)), "does not follow"),
    ],
    "ending": [(field("size", to=7), "holds 7 positions")],
    "probcut": [
        (tensor("pairs", lambda a: put(a, 0, 1.5)), "expected 1 <= shallow"),
        (tensor("pairs", lambda a: put(a, 4, -1.0)), "expected 1 <= shallow"),
    ],
    "nested": [(field("config", to={"iterations": 4}), "iterations")],
    "row of a table": [(field("done", to=4), "4 of 3 flops"), (field("flops", to=9), "of 9 flops")],
    "value of a game": [(field("gap", to=-1.0), "'gap' is"), (field("config", "iterations", to=9), "iterations")],
    "item of a batch": [],  # one that is wrong is made anew: below
}  # fmt: skip


def test_every_kind_of_file_is_held_against_itself():
    assert set(AGREEMENTS) == set(KINDS)


@pytest.mark.parametrize(
    ("name", "number"), [(name, k) for name, table in AGREEMENTS.items() for k in range(len(table))]
)
def test_parts_that_contradict_each_other_are_refused(tmp_path, name, number):
    kind, path = KINDS[name], tmp_path / "file.safetensors"
    change, says = AGREEMENTS[name][number]
    if name not in WRITTEN:
        kind.write(path)
        WRITTEN[name] = path.read_bytes()
    path.write_bytes(WRITTEN[name])
    tensors, fields = storage.load(path, kind.kind)
    change(tensors, fields)
    storage.save(path, kind.kind, tensors, json.loads(json.dumps(fields)))
    if not says:
        kind.use(path)
        return
    with pytest.raises((FileFormatError, ParameterError), match=says):
        kind.use(path)


def test_a_blueprint_with_branches_is_that_of_its_menu_and_them(tmp_path):
    from tianji.holdem.blueprint.extend import branch_tree, extended, menu_build, quantised
    from tianji.holdem.blueprint.menu import Menu
    from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped_buckets

    menu = Menu(("a|a", "a|a", "a|a", "a|a"), name="small")
    plain = blueprint_of(menu, shipped_buckets())
    branch = branch_tree(menu_build(menu), plain.tree, 0, 300, 100)
    steps = quantised(branch, plain.counts, np.zeros(int(branch.offsets(plain.counts)[-1])), 15)
    extended(plain, 0, 300, branch, steps, (2.0, 1.0)).save(path := tmp_path / "b")
    assert Blueprint.load(path).undo().digest == plain.digest
    tensors, fields = storage.load(path, "blueprint")
    fields["branches"] = []
    storage.save(path, "blueprint", tensors, fields)
    with pytest.raises(FileFormatError, match=MENU):
        Blueprint.load(path)


def test_a_table_of_other_buckets_is_made_anew(tmp_path, caplog):
    """Kernels add to the places that a table names: one too large would be memory of something else."""
    kind, path = KINDS["bucket table"], tmp_path / "file.safetensors"
    kind.write(path)
    tensors, fields = storage.load(path, kind.kind)
    live = np.flatnonzero(tensors["buckets"][0] < 8)
    changes = [
        lambda a: put(a, live[0], 60000),
        lambda a: put(a, live[0], 65535),
        lambda a: np.where(a < 8, 7 - a, a),
    ]
    for change in changes:
        caplog.clear()
        table = change(tensors["buckets"].copy()).astype(np.uint16)
        storage.save(path, kind.kind, {"buckets": table}, fields)
        kind.use(path)
        assert "made anew" in caplog.text


def test_what_another_item_gave_is_made_again(tmp_path, caplog):
    from tianji.parallel import run_batch
    from tianji.parallel.batch import item_file

    batch = run_batch(tmp_path, "tianji.parallel.examples:square", [{"x": 2}, {"x": 3}])
    two, three = (item_file(tmp_path, item.key) for item in batch.items)
    two.write_bytes(three.read_bytes())
    again = run_batch(tmp_path, "tianji.parallel.examples:square", [{"x": 2}, {"x": 3}])
    assert [outcome.fields["square"] for outcome in again.outcomes()] == [4, 9]
    assert "what another item gave" in caplog.text


def test_a_goal_that_a_checkpoint_says_is_reached_is_measured(tmp_path):
    """A resumed run ended with "until" on the word of the file."""
    path = str(tmp_path / "run")
    found = tj.solve(tj.load("kuhn"), "cfr", iterations=10, checkpoint=path)
    tensors, fields = storage.load(path, "checkpoint")
    fields["checks"] = [[10, 0.0, 1e-9, 2e-9]]
    storage.save(path, "checkpoint", tensors, fields)
    again = tj.solve(tj.load("kuhn"), "cfr", until=1e-6, iterations=12, checkpoint=path, resume=True)
    assert found.exploitability > 1e-3 and again.stopped == "iterations" and again.iterations == 12


def test_a_tablebase_of_rules_that_have_changed_is_refused(tmp_path):
    from tianji.games.nim import Nim
    from tianji.search.retrograde import Tablebase, retrograde

    class Misere(Nim):
        """The same name, and the last to take loses."""

        registered_name = "nim"

        def utility(self, s):
            return tuple(-u for u in super().utility(s))

    retrograde(Nim("1,2")).save(path := tmp_path / "t")
    with pytest.raises(TianjiError, match="its keys are of 'native rules'"):
        Tablebase.load(path, Misere("1,2"))
    retrograde(Nim("1,2"), native=False).save(path)
    Tablebase.load(path, Nim("1,2"))
    with pytest.raises(TianjiError, match="by the rules as they are now"):
        Tablebase.load(path, Misere("1,2"))


def test_a_large_solve_says_what_is_not_measured_and_refuses_what_cannot_be(tmp_path, monkeypatch):
    """Measuring a large solve takes long: its figures are those of the file, within what the chips allow."""
    from tianji.holdem.engine import backend

    path, again = tmp_path / "x.tianji", tmp_path / "y.tianji"
    solve = KINDS["holdem solve"]
    solve.write(path)
    assert backend.TOLD not in tj.holdem.Solution.load(path).note
    monkeypatch.setattr(backend, "MEASURED", 0)
    found = tj.holdem.Solution.load(path)
    assert found.note.endswith(backend.TOLD)
    found.save(again)
    assert storage.load(again, solve.kind)[1]["note"] == storage.load(path, solve.kind)[1].get("note", "")
    tensors, fields = storage.load(path, solve.kind)
    storage.save(path, solve.kind, tensors, {**fields, "values": [60.0, -50.0]})
    with pytest.raises(FileFormatError, match="which no strategy has with a pot of 10 and a stack of 20"):
        tj.holdem.Solution.load(path)
