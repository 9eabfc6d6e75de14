from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.errors import ResolveError, SourceError, Span
from ruleengine.resolve.files import library
from ruleengine.resolve.files.library import find, roots_of, shipped_names, shown_name

Project = Callable[[dict[str, str]], Path]

AT = Span("child.yaml", 3, 10, 3, 14)


def test_a_name_is_found_beside_the_file_first(project: Project) -> None:
    root = project({"variants/base": "", "rulesets/base": ""})
    assert find("base", root / "variants/child.yaml") == root / "variants/base.yaml"


@pytest.mark.parametrize("place", ["rulesets/base", "rulesets/classics/base", "variants/base"])
@pytest.mark.parametrize(
    "child", ["child", "rulesets/child", "rulesets/old/child", "variants/child"]
)
def test_a_name_is_found_from_anywhere_in_the_project(
    project: Project, place: str, child: str
) -> None:
    root = project({place: "", child: ""})
    assert find("base", root / f"{child}.yaml") == root / f"{place}.yaml"


def test_a_top_level_name_is_found_from_the_current_directory(project: Project) -> None:
    root = project({"variants/club": ""})
    assert find("club") == root / "variants/club.yaml"


def test_a_path_is_relative_to_the_file_that_refers_to_it(project: Project) -> None:
    root = project({"rulesets/base": "", "variants/child": ""})
    found = find("../rulesets/base.yaml", root / "variants/child.yaml")
    assert found == root / "rulesets/base.yaml"


def test_an_unknown_top_level_name_is_not_found_and_near_ones_are_named(project: Project) -> None:
    project({"rulesets/skirmish": ""})
    with pytest.raises(SourceError) as caught:
        find("skirmsh")
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "source/not-found"
    assert diagnostic.hint == "did you mean `skirmish`?"


@pytest.mark.parametrize("name", ["nowhere", "nowhere.yaml", "sub/nowhere.yaml", "a\0b", "x" * 999])
def test_an_unknown_parent_is_reported_at_its_place(project: Project, name: str) -> None:
    root = project({"child": ""})
    with pytest.raises(ResolveError) as caught:
        find(name, root / "child.yaml", [root], at=AT)
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span) == ("resolve/unknown-parent", AT)


@pytest.mark.parametrize("path", ["../out/base.yaml", "../out/missing.yaml", "/etc/base.yaml"])
def test_a_path_outside_the_roots_is_refused_whether_it_exists_or_not(
    project: Project, path: str
) -> None:
    root = project({"out/base": "", "mine/child": ""})
    child = root / "mine/child.yaml"
    with pytest.raises(SourceError) as caught:
        find(path, child, roots_of(child), at=AT)
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span) == ("source/outside-roots", AT)


def test_an_absolute_path_is_refused_even_inside_the_roots(project: Project) -> None:
    root = project({"base": "", "child": ""})
    with pytest.raises(SourceError, match="outside-roots"):
        find(str(root / "base.yaml"), root / "child.yaml", [root], at=AT)


def test_a_symlink_that_leads_outside_is_refused(project: Project) -> None:
    root = project({"out/base": "", "mine/child": ""})
    (root / "mine/base.yaml").symlink_to(root / "out/base.yaml")
    child = root / "mine/child.yaml"
    with pytest.raises(SourceError, match="outside-roots"):
        find("base", child, roots_of(child), at=AT)


def test_the_roots_of_a_variant_are_its_project_and_what_is_shipped(project: Project) -> None:
    root = project({"variants/child": "", "rulesets/classics/old": "", "plain": ""})
    assert roots_of(root / "variants/child.yaml")[0] == root
    assert roots_of(root / "rulesets/classics/old.yaml")[0] == root
    assert roots_of(root / "plain.yaml")[0] == root


def test_shipped_files_are_found_by_name_and_shown_short(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = project({"home/rulesets/chain": "", "home/rulesets/classics/old": "", "mine/x": ""})
    monkeypatch.setattr(library, "_SHIPPED_HOMES", (tmp_path / "absent", root / "home"))
    assert list(shipped_names()) == ["chain", "old"]
    path = find("old", root / "mine/x.yaml", roots_of(root / "mine/x.yaml"))
    assert shown_name(path) == "rulesets/classics/old.yaml"


def test_nothing_is_shipped_when_there_is_no_such_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(library, "_SHIPPED_HOMES", (tmp_path / "absent",))
    assert shipped_names() == {}


def test_a_file_is_shown_as_given_or_relative_to_here(project: Project) -> None:
    root = project({"variants/child": ""})
    path = root / "variants/child.yaml"
    assert shown_name(path, "./variants/child.yaml") == "./variants/child.yaml"
    assert shown_name(path, "child") == "variants/child.yaml"


def test_a_file_beside_the_current_directory_is_shown_relative(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project({"one/a": "", "two/b": ""})
    monkeypatch.chdir(root / "one")
    assert shown_name(root / "two/b.yaml") == "../two/b.yaml"
