from __future__ import annotations

import pytest

from ruleengine.expressions.check import Checked, check
from ruleengine.expressions.parser import parse
from ruleengine.expressions.resolved import (
    CellOf,
    Comparison,
    Group,
    Inside,
    Invocation,
    MemberOf,
    OneOf,
    Reference,
    Resolved,
    Word,
    walk_resolved,
)
from ruleengine.expressions.types import Scope, Type


def checked(text: str, scope: Scope, expected: Type | tuple[Type, ...] = "truth") -> Checked:
    return check(parse(text), scope, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("die == 6 and count(owner=defender, in=moat) < 3", "truth"),
        ("not can(die=any)", "truth"),
        ("can(march, strike, side=opponent)", "truth"),
        ("hits_to_win - hits > count(owner=attacker)", "truth"),
        ("unit.owner == mover", "truth"),
        ("unit.owner.opponent == mover", "truth"),
        ("to in moat", "truth"),
        ("unit in moat", "truth"),
        ("to not in garrison", "truth"),
        ("to in [moat, garrison]", "truth"),
        ("to in [unit.cell, unit.home]", "truth"),
        ("zone_of(to, garrison).owner == attacker", "truth"),
        ("zone_of(to, garrison) == nothing", "truth"),
        ("nothing != piece_at(to)", "truth"),
        ("arena.size / 2 - 1", "number"),
        ("a / arena.rings", "number"),
        ("min(a, b)", "number"),
        ("after(clear_enemies, can())", "truth"),
        ("-1", "number"),
        ("true", "truth"),
        ("strict", "truth"),
        ("strict == false", "truth"),
        ("unit.kind == scout or unit.kind in [scout, spy]", "truth"),
        ("unit.kind.rank > scout.rank", "truth"),
        ("count(kind=[scout, spy], in=[moat, garrison], at=to) > 1", "truth"),
        ("count(at=unit) > 0", "truth"),
        ("phase == siege", "truth"),
        ("directions == diagonal", "truth"),
        ("orthogonal != directions", "truth"),
        ("directions in [orthogonal, diagonal]", "truth"),
        ("directions == targets", "truth"),
        ("unit.mood == calm", "truth"),
        ("angry == unit.mood", "truth"),
        ("can(march, die=die - 1)", "truth"),
        ("distance(unit, to) > 1", "truth"),
        ("sum(hits, owner=mover) > 2", "truth"),
        ("unit", "piece"),
        ("scout", "kind"),
        ("march", "action"),
        ("red", "color"),
        ("nothing", "nothing"),
    ],
)
def test_what_fits_has_its_type(text: str, expected: Type, scope: Scope) -> None:
    assert checked(text, scope, expected).type == expected


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("die", 1, 6),
        ("die + die", 2, 12),
        ("die * 2 - 1", 1, 11),
        ("-die", -6, -1),
        ("die / 2", 0, 3),
        ("a % 4", 0, 3),
        ("count() + 1", 1, None),
        ("a", None, None),
        ("min(a, die)", None, 6),
        ("max(a, die)", 1, None),
        ("abs(die - 4)", 0, 3),
        ("arena.size / 2 - 1", 4, 4),
        ("left(throws)", 0, 3),
        ("used(throws)", 0, 3),
        ("unit.strength", 0, 10),
    ],
)
def test_numbers_have_bounds(text: str, low: int | None, high: int | None, scope: Scope) -> None:
    result = checked(text, scope, "number")
    assert (result.low, result.high) == (low, high)


def test_reads_tells_names_by_role(scope: Scope) -> None:
    result = checked(
        "can(march, die=any) and after(clear_enemies, die > hits) and unit in moat", scope
    )
    assert result.reads("local") == {"unit"}
    assert result.reads("die", "counter") == {"die", "hits"}
    assert result.reads("action") == {"march"}
    assert result.reads("procedure") == {"clear_enemies"}
    assert result.functions == {"can", "after"}


def test_die_that_can_sets_is_not_read(scope: Scope) -> None:
    assert checked("can(die=any)", scope).reads("die") == set()
    assert checked("can(die=die + 0)", scope).reads("die") == {"die"}


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("empty(to)", 0),
        ("can() and can()", 1),
        ("after(clear_enemies, empty(to) or can())", 2),
        ("after(clear_enemies, after(clear_enemies, empty(to)))", 2),
    ],
)
def test_questions_count_their_nesting(text: str, deep: int, scope: Scope) -> None:
    assert checked(text, scope).questions == deep


def test_several_types_may_be_expected(scope: Scope) -> None:
    assert checked("unit", scope, ("side", "piece")).type == "piece"
    assert checked("unit", scope, "any").type == "piece"


class TestResolvedTree:
    def root(self, text: str, scope: Scope, expected: Type = "truth") -> Resolved:
        return checked(text, scope, expected).root

    def test_name_is_its_symbol(self, scope: Scope) -> None:
        root = self.root("die", scope, "number")
        assert isinstance(root, Reference)
        assert root.symbol == scope.lookup("die")

    def test_dotted_name_is_its_symbol(self, scope: Scope) -> None:
        root = self.root("arena.size", scope, "number")
        assert isinstance(root, Reference)
        assert root.symbol.value == 10

    def test_attribute_names_its_member(self, scope: Scope) -> None:
        root = self.root("unit.strength", scope, "number")
        assert isinstance(root, MemberOf)
        assert (root.name, root.of.type, root.member.high) == ("strength", "piece", 10)

    def test_piece_stands_for_its_cell(self, scope: Scope) -> None:
        assert isinstance(self.root("unit", scope, "cell"), CellOf)
        inside = self.root("unit not in moat", scope)
        assert isinstance(inside, Inside)
        assert isinstance(inside.cell, CellOf)
        assert inside.negated

    def test_call_has_function_values_and_dice(self, scope: Scope) -> None:
        root = self.root("can(march, die=any, side=opponent)", scope)
        assert isinstance(root, Invocation)
        assert root.function.name == "can"
        assert [arg.type for arg in root.args] == ["action"]
        assert [(name, value.type) for name, value in root.keywords] == [("side", "side")]
        assert root.dice == ((scope.lookup("die"), None),)

    def test_face_of_a_die_may_be_a_number(self, scope: Scope) -> None:
        root = self.root("can(die=3)", scope)
        assert isinstance(root, Invocation)
        ((_, face),) = root.dice
        assert face is not None
        assert face.bounds == (3, 3)

    def test_list_given_to_a_function_is_a_group(self, scope: Scope) -> None:
        root = self.root("exists(kind=[scout, spy])", scope)
        assert isinstance(root, Invocation)
        ((_, group),) = root.keywords
        assert isinstance(group, Group)
        assert group.type == "kind"

    @pytest.mark.parametrize("text", ["directions == diagonal", "diagonal == directions"])
    def test_choice_beside_its_flag_is_a_word(self, text: str, scope: Scope) -> None:
        root = self.root(text, scope)
        assert isinstance(root, Comparison)
        assert {type(root.left), type(root.right)} == {Reference, Word}

    def test_list_of_values_is_one_of(self, scope: Scope) -> None:
        root = self.root("unit.kind in [scout, spy]", scope)
        assert isinstance(root, OneOf)
        assert not root.negated

    def test_walk_reaches_every_part(self, scope: Scope) -> None:
        text = (
            "not can(march, die=die, side=mover) and -a + 1 < 3 and unit in [moat] "
            "and directions in [diagonal] and exists(kind=[scout]) and true"
        )
        found = {type(node).__name__ for node in walk_resolved(self.root(text, scope))}
        assert found == {
            "Junction",
            "Inversion",
            "Invocation",
            "Reference",
            "Comparison",
            "Arithmetic",
            "Negation",
            "Literal",
            "Inside",
            "CellOf",
            "OneOf",
            "Word",
            "Group",
        }
