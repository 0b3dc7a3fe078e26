"""The sources of a corpus judged block by block, in processes that share the corpus on disk."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pyarrow as pa

from align.candidate_file import candidate_table
from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.edge_rows import Row, Searched, aligned_rows, silent_row
from align.frozen import Ranking
from align.judging import Judge
from align.prepared import read_corpus_from
from align.side import Ints
from align.silence import UNVERIFIED
from kg.processes import process_pool, release_memory

SOURCES_A_BLOCK = 500
"""A second or two of work: a few blocks wait to be written, and each holds some MB of edges in words."""
ALONE = 4000
"""Up to so many sources one process is done before others have started."""


@dataclass(frozen=True, slots=True)
class Task:
    """The passages `rows` of `source`, judged against `target`."""

    source: str
    target: str
    rows: Ints

    @property
    def direction(self) -> str:
        return f"{self.source}->{self.target}"


@dataclass(frozen=True, slots=True)
class Block:
    """The verdicts of one task as they are stored: candidate lists, ALIGNED_WITH rows, SILENT_IN rows."""

    direction: str
    labels: Counter[str]
    """Verdicts by label; silences that claim nothing by their state."""
    candidates: pa.Table
    aligned: list[Row]
    silent: list[Row]
    ranking: Ranking


def directions(corpus: AlignCorpus) -> list[tuple[str, str]]:
    """Every direction, both of a pair next to each other."""
    return [d for a, b in combinations(sorted(corpus.sides), 2) for d in ((a, b), (b, a))]


def tasks_of(source: str, target: str, rows: Ints) -> list[Task]:
    return [Task(source, target, rows[at : at + SOURCES_A_BLOCK]) for at in range(0, len(rows), SOURCES_A_BLOCK)]


def all_tasks(corpus: AlignCorpus) -> list[Task]:
    """Every source against every other side."""
    return [task for a, b in directions(corpus) for task in tasks_of(a, b, corpus.sides[a].stating())]


def searched(corpus: AlignCorpus) -> dict[str, Searched]:
    return {j: Searched(len(side.targets), len(side.searched())) for j, side in corpus.sides.items()}


class BlockJudge:
    """Judges tasks over one corpus; keeps what the last pair of sides needed, so tasks should come pair by pair."""

    def __init__(self, corpus: AlignCorpus, run: str) -> None:
        self._corpus, self._run = corpus, run
        self._pair: PairIndex | None = None
        self._judges: dict[str, Judge] = {}
        self._searched = searched(corpus)

    def block(self, task: Task) -> Block:
        pair = self._pair_of(task)
        source, target = self._corpus.sides[task.source], self._corpus.sides[task.target]
        if task.direction not in self._judges:
            self._judges[task.direction] = Judge(pair, source, target)
        hits = list(pair.search(source, task.rows))
        verdicts = [v for some in hits for v in self._judges[task.direction].judge(some)]
        return Block(
            direction=task.direction,
            labels=Counter(v.label if v.state == UNVERIFIED else v.state for v in verdicts),
            candidates=candidate_table(verdicts),
            aligned=[row for v in verdicts if v.label != "SILENT" for row in aligned_rows(v, self._run)],
            silent=[silent_row(v, self._searched, self._run) for v in verdicts if v.label == "SILENT"],
            ranking=Ranking.joined([Ranking.best_first(h.units, h.score, h.moments) for h in hits]),
        )

    def _pair_of(self, task: Task) -> PairIndex:
        a, b = sorted((task.source, task.target))
        if self._pair is None or (self._pair.a.jurisdiction, self._pair.b.jurisdiction) != (a, b):
            self._judges.clear()
            self._pair = PairIndex.build(self._corpus, self._corpus.sides[a], self._corpus.sides[b])
        return self._pair


_judge: BlockJudge | None = None


def _begin(folder: Path, run: str) -> None:
    global _judge  # noqa: PLW0603 - each process has one
    _judge = BlockJudge(read_corpus_from(folder), run)


def _block(task: Task) -> Block:
    assert _judge is not None
    block = _judge.block(task)
    release_memory()
    return block


def judge_blocks(
    folder: Path, run: str, workers: int, tasks: Sequence[Task], corpus: AlignCorpus | None = None
) -> Iterator[tuple[Block, float]]:
    """The blocks of `tasks` in their order, over the corpus in `folder`, with the share of the work done. `corpus` is the same,
    where it is at hand."""
    if workers < 2 or sum(len(task.rows) for task in tasks) <= ALONE:
        judge = BlockJudge(corpus or read_corpus_from(folder), run)
        for done, task in enumerate(tasks, 1):
            yield judge.block(task), done / len(tasks)
        return
    with process_pool(workers, _begin, (folder, run)) as pool:
        waiting: deque[Future[Block]] = deque()
        done = 0
        for task in tasks:
            waiting.append(pool.submit(_block, task))
            if len(waiting) > workers + 1:
                done += 1
                yield waiting.popleft().result(), done / len(tasks)
        while waiting:
            done += 1
            yield waiting.popleft().result(), done / len(tasks)
