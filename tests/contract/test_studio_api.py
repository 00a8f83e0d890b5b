"""The studio's API v1 is pinned: a script that asks today may ask tomorrow; what is new is added, on purpose.

`python tests/contract/test_studio_api.py` writes the list anew, from the app.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from tianji.studio.app import make_inner
from tianji.studio.workspace import Keys, Workspace

PINNED = Path(__file__).resolve().parents[1] / "data" / "studio_api.json"


def kind(schema: dict[str, Any]) -> str:
    """A type in a word or two, whatever the generator's version calls it."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    parts = schema.get("anyOf") or schema.get("oneOf")
    if parts:
        return " | ".join(sorted(kind(part) for part in parts))
    if "enum" in schema:
        return " | ".join(map(repr, schema["enum"]))
    if "const" in schema:
        return repr(schema["const"])
    name = str(schema.get("type", "any"))
    return f"{name} of {kind(schema.get('items', {}))}" if name == "array" else name


def told(folder: Path) -> dict[str, Any]:
    """Every way to ask, with the query it takes and its body; every body with its fields, those needed with a !."""
    workspace = Workspace(folder / "space")
    document = make_inner(workspace, Keys(workspace)).openapi()
    workspace.close()
    ways = {}
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            query = {
                row["name"]: kind(row["schema"])
                for row in about.get("parameters", [])
                if row["in"] == "query"
            }
            content = about.get("requestBody", {}).get("content", {}).get("application/json", {})
            ways[f"{method.upper()} {path}"] = {
                **({"query": query} if query else {}),
                **({"body": kind(content["schema"])} if content else {}),
            }
    bodies = {
        name: {
            f"{field}{'!' if field in schema.get('required', []) else ''}": kind(each)
            for field, each in schema.get("properties", {}).items()
        }
        for name, schema in document["components"]["schemas"].items()
        if "ValidationError" not in name
    }
    return {"ways": ways, "bodies": bodies}


def test_the_api_is_the_one_that_is_pinned(tmp_path):
    pinned, found = json.loads(PINNED.read_text()), told(tmp_path)
    gone = sorted(set(pinned["ways"]) - set(found["ways"]))
    assert not gone, f"scripts ask these: {gone}"
    for name, fields in pinned["bodies"].items():
        now = found["bodies"].get(name, {})
        lost = {field.rstrip("!") for field in fields} - {field.rstrip("!") for field in now}
        needed = {field for field in now if field.endswith("!")} - set(fields)
        assert not lost and not needed, f"{name}: gone {lost}, newly needed {needed}"
    assert found == pinned, (
        "the API has grown: run python tests/contract/test_studio_api.py and commit the list"
    )


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        PINNED.write_text(json.dumps(told(Path(folder)), indent=1, sort_keys=True) + "\n")
    sys.exit(0)
