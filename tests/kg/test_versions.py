"""The arrangement of versions by itself: no store, every order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.versions import Member, Supersession, Version, arrangement

LONG = "a text that is long enough to be known again elsewhere"


def _version(date: str, **texts: str) -> Version:
    """A version with a provision for each keyword: its place and what it reads."""
    members = tuple(
        Member(f"{key}@{date}", f"{key}@{date}", key, "section", reads, reads, len(reads), i)
        for i, (key, reads) in enumerate(texts.items())
    )
    return Version(f"doc@{date}", date, members)


def test_a_text_that_comes_back_is_a_new_node() -> None:
    out = arrangement([_version("1", a="x"), _version("2", a="y"), _version("3", a="x")])
    assert out.node == {("doc@1", "a@1"): "a@1", ("doc@2", "a@2"): "a@2", ("doc@3", "a@3"): "a@3"}
    assert out.ends == {"a@1": "2", "a@2": "3"}


def test_removed_added_and_renumbered() -> None:
    out = arrangement([_version("1", a=LONG, b="x"), _version("2", c=LONG, b="x", d="new")])
    assert out.ends == {"a@1": "2"}
    assert out.since == {"c@2": "2", "d@2": "2"}
    assert out.supersedes == {Supersession("c@2", "a@1", "renumbered", "a")}
    assert out.holder["b@1"] == ("doc@2", 1)


def test_texts_that_recur_tell_no_renumbering() -> None:
    assert arrangement([_version("1", a=LONG, b=LONG), _version("2", c=LONG)]).supersedes == set()
    assert arrangement([_version("1", a="Reserved."), _version("2", b="Reserved.")]).supersedes == set()


def test_two_documents_of_one_day_are_not_versions_of_each_other() -> None:
    twin = Version("other@1", "1", (Member("a~@1", "a~@1", "a", "section", "y", "y", 1, 0),))
    out = arrangement([_version("1", a="x"), twin])
    assert out.ends == {}
    assert out.supersedes == set()
    assert set(out.node.values()) == {"a@1", "a~@1"}


TEXTS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["x", "y", LONG]), max_size=4)


@given(texts=st.lists(TEXTS, min_size=1, max_size=4), data=st.data())
def test_every_order_gives_one_arrangement(texts: list[dict[str, str]], data: st.DataObject) -> None:
    versions = [_version(str(i), **t) for i, t in enumerate(texts)]
    shuffled = data.draw(st.permutations(versions))
    out = arrangement(versions)
    assert arrangement(shuffled) == out
    for version in versions:
        for member in version.members:
            node = out.node[version.document, member.raw]
            start = node.rpartition("@")[2]
            assert start <= version.date
            assert node not in out.ends or version.date < out.ends[node], "a version holds a node that has ended"


def test_what_a_fragment_lacks_is_not_removed() -> None:
    part = Version("doc@2", "2", _version("2", a="y").members, partial=True)
    out = arrangement([_version("1", a="x", b="x"), part, _version("3", a="y", b="x", c="new")])
    assert out.ends == {"a@1": "2"}
    assert out.since == {"a@2": "2", "c@3": "3"}
    assert out.node["doc@3", "b@3"] == "b@1", "it stood unchanged all the time"
    assert out.document_ends == {"doc@1": "3", "doc@2": "3"}, "a fragment does not replace the whole"


def test_what_follows_a_fragment_is_not_added() -> None:
    part = Version("doc@1", "1", _version("1", a="x").members, partial=True)
    out = arrangement([part, _version("2", a="y", b="x")])
    assert out.since == {"a@2": "2"}, "amended, and b was not seen to be missing before"
    assert out.supersedes == {Supersession("a@2", "a@1", "amended")}


def test_the_date_may_stand_in_the_middle_of_an_id() -> None:
    """As in Chinese ids: each 条 is compared with itself, not with the last one of the law."""

    def law(date: str, **texts: str) -> Version:
        members = tuple(
            Member(f"CN:法@{date}/{key}", f"CN:法@{date}/{key}", key, "条", reads, reads, len(reads), i)
            for i, (key, reads) in enumerate(texts.items())
        )
        return Version(f"CN:法@{date}", date, members)

    out = arrangement(
        [law("2021-06-01", 第一条="x", 第二条="y", 第三条="z"), law("2024-12-06", 第一条="x", 第二条="Y", 第三条="z")]
    )
    assert out.supersedes == {Supersession("CN:法@2024-12-06/第二条", "CN:法@2021-06-01/第二条", "amended")}
    assert out.node["CN:法@2024-12-06", "CN:法@2024-12-06/第三条"] == "CN:法@2021-06-01/第三条"
