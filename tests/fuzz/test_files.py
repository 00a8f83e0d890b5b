"""Crafted files with right checksums: a value or a sentence, never a crash, never all the memory."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tianji as tj
from fuzz import files
from fuzz.readers import quotes_little
from tianji.errors import TianjiError

KINDS = {kind.name: kind for kind in files.kinds()}


def test_every_kind_of_file_is_crafted():
    """A kind is the word after the path wherever something is saved, or a name that ends in KIND."""
    known = set()
    for path in Path(tj.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("KIND"):
                known.add(ast.literal_eval(node.value))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "storage.save",
                "storage.open_file",
            ):
                known |= {word.value for word in node.args[1:2] if isinstance(word, ast.Constant)}
    assert known | {"checkpoint"} == {kind.kind for kind in KINDS.values()}


@pytest.mark.parametrize("name", KINDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(rng=st.randoms(use_true_random=False))
def test_a_crafted_file_is_a_value_or_a_sentence(name, rng, tmp_path):
    kind, path = KINDS[name], files.at_a_long_path(tmp_path, "file.safetensors")
    original = tmp_path / "original.safetensors"
    if not original.exists():
        kind.write(original)
        kind.use(original)
    path.write_bytes(original.read_bytes())
    files.crafted(rng, path, kind.kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kind.use(path)
    except TianjiError as error:
        assert len(str(error)) < 1200 and quotes_little(str(error), str(path)), error
