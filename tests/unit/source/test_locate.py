"""From error paths to places."""

from __future__ import annotations

import pytest

from ruleengine.source.locate import locate, locate_key
from ruleengine.source.yaml_reader import read_text

ROOT = read_text(
    """\
size: {rows: 5}
actions:
  march:
    effects:
      - move: {piece: unit}
      - capture: to
'#odd': 1
""",
    "f.yaml",
).root


@pytest.mark.parametrize(
    ("loc", "place"),
    [
        ((), "f.yaml:1:1"),
        (("size",), "f.yaml:1:7"),
        (("size", "rows"), "f.yaml:1:14"),
        (("actions", "march", "effects", 0, "move", "piece"), "f.yaml:5:23"),
        (("actions", "march", "effects", 1), "f.yaml:6:9"),
        (("#odd",), "f.yaml:7:9"),
    ],
)
def test_value_is_found(loc: tuple[str | int, ...], place: str) -> None:
    assert str(locate(ROOT, loc)) == place


@pytest.mark.parametrize(
    ("loc", "place"),
    [
        (("#ruleset", "size", "#fixed", "rows"), "f.yaml:1:14"),
        (("actions", "march", "effects", 0, "#move", "move", "#int"), "f.yaml:5:15"),
    ],
)
def test_union_tags_are_passed_over(loc: tuple[str | int, ...], place: str) -> None:
    assert str(locate(ROOT, loc)) == place


@pytest.mark.parametrize(
    ("loc", "place"),
    [
        (("name",), "f.yaml:1:1"),
        (("size", "columns"), "f.yaml:1:7"),
        (("size", "rows", "deeper", "still"), "f.yaml:1:14"),
        (("size", 0), "f.yaml:1:7"),
        (("actions", "march", "effects", 9, "move"), "f.yaml:5:7"),
        (("actions", "march", "effects", -1), "f.yaml:5:7"),
        (("actions", "march", "effects", "0"), "f.yaml:5:7"),
    ],
)
def test_stops_at_the_deepest_container(loc: tuple[str | int, ...], place: str) -> None:
    assert str(locate(ROOT, loc)) == place


@pytest.mark.parametrize(
    ("loc", "place"),
    [
        (("size",), "f.yaml:1:1"),
        (("size", "rows"), "f.yaml:1:8"),
        (("size", "#fixed", "rows", "#int"), "f.yaml:1:8"),
        (("actions", "march", "effects", 1, "capture"), "f.yaml:6:9"),
        (("actions", "march", "effects", 1), "f.yaml:6:9"),
        (("size", "columns"), "f.yaml:1:7"),
        ((), "f.yaml:1:1"),
    ],
)
def test_key_is_found(loc: tuple[str | int, ...], place: str) -> None:
    assert str(locate_key(ROOT, loc)) == place


def test_key_mark_points_at_the_key() -> None:
    assert str(locate(ROOT, ("size", "rows", "[key]"))) == "f.yaml:1:8"
    assert str(locate_key(ROOT, ("size", "rows", "[key]"))) == "f.yaml:1:8"
    assert str(locate(ROOT, ("actions", "march", "effects", 1, "[key]"))) == "f.yaml:6:9"
