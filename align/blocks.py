"""The sources of a corpus judged block by block, in processes: each holds the whole corpus and judges what it is given."""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pyarrow as pa

from align.candidate_file import candidate_table
from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.edge_rows import Row, Searched, aligned_rows, find_ids, silent_row
from align.judging import Judge
from align.silence import UNVERIFIED
from kg.processes import process_pool

SOURCES_A_BLOCK = 2000
"""Some seconds of work, so that no process waits long for the other at the end."""
ALONE = 4000
"""Up to so many sources one process is done before others have started."""


@dataclass(frozen=True, slots=True)
class Task:
    """The demands `first` to `last` of `source`, judged against `target`."""

    source: str
    target: str
    first: int
    last: int

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


class BlockJudge:
    """Judges tasks over one corpus; keeps what the last pair of sides needed, so tasks should come pair by pair."""

    def __init__(self, corpus: AlignCorpus, run: str) -> None:
        self._corpus, self._run = corpus, run
        self._sources = {j: side.stating() for j, side in corpus.sides.items()}
        self._pair: PairIndex | None = None
        self._judges: dict[str, Judge] = {}
        self._searched = {
            j: Searched(len(side.targets), len({side.passages[r].document for r in side.targets}))
            for j, side in corpus.sides.items()
        }

    def tasks(self) -> list[Task]:
        """Every direction in blocks, both directions of a pair next to each other."""
        out: list[Task] = []
        for a, b in combinations(sorted(self._sources), 2):
            for source, target in ((a, b), (b, a)):
                n = len(self._sources[source])
                out.extend(Task(source, target, at, min(at + SOURCES_A_BLOCK, n)) for at in range(0, n, SOURCES_A_BLOCK))
        return out

    def block(self, task: Task) -> Block:
        pair = self._pair_of(task)
        source, target = self._corpus.sides[task.source], self._corpus.sides[task.target]
        if task.direction not in self._judges:
            self._judges[task.direction] = Judge(pair, source, target, find_ids)
        rows = self._sources[task.source][task.first : task.last]
        verdicts = [v for hits in pair.search(source, rows) for v in self._judges[task.direction].judge(hits)]
        return Block(
            direction=task.direction,
            labels=Counter(v.label if v.state == UNVERIFIED else v.state for v in verdicts),
            candidates=candidate_table(verdicts),
            aligned=[row for v in verdicts if v.label != "SILENT" for row in aligned_rows(v, self._run)],
            silent=[silent_row(v, self._searched, self._run) for v in verdicts if v.label == "SILENT"],
        )

    def _pair_of(self, task: Task) -> PairIndex:
        a, b = sorted((task.source, task.target))
        if self._pair is None or (self._pair.a.jurisdiction, self._pair.b.jurisdiction) != (a, b):
            self._judges.clear()
            self._pair = PairIndex.build(self._corpus, self._corpus.sides[a], self._corpus.sides[b])
        return self._pair


_judge: BlockJudge | None = None


def _begin(path: Path, run: str) -> None:
    global _judge  # noqa: PLW0603 - each process has one
    with path.open("rb") as file:
        _judge = BlockJudge(pickle.load(file), run)


def _block(task: Task) -> Block:
    assert _judge is not None
    return _judge.block(task)


def judge_blocks(corpus: AlignCorpus, run: str, folder: Path, workers: int) -> Iterator[tuple[Block, float]]:
    """Every block in a fixed order, with the share of the work done.

    The corpus goes to the processes by a file in `folder`, and is let go here: what the caller does not hold is freed.
    """
    judge = BlockJudge(corpus, run)
    tasks = judge.tasks()
    if workers < 2 or sum(task.last - task.first for task in tasks) <= ALONE:
        for done, task in enumerate(tasks, 1):
            yield judge.block(task), done / len(tasks)
        return
    del judge
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "corpus.partial.pickle"
    try:
        with path.open("wb") as file:
            pickle.dump(corpus, file, protocol=pickle.HIGHEST_PROTOCOL)
        del corpus
        with process_pool(workers, _begin, (path, run)) as pool:
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
    finally:
        path.unlink(missing_ok=True)
