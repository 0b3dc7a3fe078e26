"""`make bench`: how long each stage takes on Title 21 and the Chinese corpus, with rates and peak memory.

    python -m regkg.benchmark [--shared ../shared] [--quick]

Prints one table; writes docs/benchmark.json and docs/benchmark.md. Each stage runs in a process of its own, so that its
peak memory is its own.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import resource
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from lxml import etree

from align.run import align
from ingest.extraction import extract_document
from ingest.pipeline import ingest
from ingest.reading import list_files, read_file
from ingest.sentences import split_sentences
from kg.queries import list_queries, run_query
from kg.settings import settings
from regkg.opening import open_graph

FIGURES = Path("docs/benchmark.json")
PAGE = Path("docs/benchmark.md")
TITLE_21 = "us/ecfr/title-21_2026-01-29.xml"


@dataclass(frozen=True, slots=True)
class Timing:
    """One stage: seconds of wall time, how many of `unit` it did, and the peak memory of its processes in MiB."""

    stage: str
    seconds: float
    count: int
    unit: str
    peak_mib: int

    @property
    def rate(self) -> float:
        return self.count / self.seconds if self.seconds else 0.0


Work = Callable[[Path, Path], tuple[int, str]]
"""(corpus, folder of the graph) -> how many, of what."""


def bare_parse(corpus: Path, _: Path) -> tuple[int, str]:
    """A pass of lxml over Title 21 that does nothing: what `parse` is measured against."""
    return sum(1 for _ in etree.iterparse(str(corpus / TITLE_21))), "elements"


def parse(corpus: Path, _: Path) -> tuple[int, str]:
    reading = read_file(corpus / TITLE_21, TITLE_21)
    return sum(len(parsed.provisions) for parsed in reading.documents), "provisions"


def extract(corpus: Path, _: Path) -> tuple[int, str]:
    """Extraction over Title 21 on one core; its time has the parsing in it, which is subtracted by the caller."""
    reading = read_file(corpus / TITLE_21, TITLE_21)
    started = time.perf_counter()
    for parsed in reading.documents:
        extract_document(parsed)
    seconds = time.perf_counter() - started
    sentences = sum(len(split_sentences(p.text, "en")) for parsed in reading.documents for p in parsed.provisions)
    _extra["extract"] = seconds
    return sentences, "sentences"


_extra: dict[str, float] = {}


def parse_chinese(corpus: Path, _: Path) -> tuple[int, str]:
    readings = [read_file(path, name) for path, name in list_files([corpus / "cn"])]
    return len(readings), "files"


def load(corpus: Path, graph: Path) -> tuple[int, str]:
    """Reading, extracting and loading with all processes: what a first `regkg ingest` takes."""
    with open_graph(str(graph)) as store:
        return ingest([corpus / TITLE_21, corpus / "cn"], store, settings()).provisions, "provisions"


def load_again(corpus: Path, graph: Path) -> tuple[int, str]:
    with open_graph(str(graph)) as store:
        return ingest([corpus / TITLE_21, corpus / "cn"], store, settings()).unchanged, "unchanged files"


def embed_and_align(_: Path, graph: Path) -> tuple[int, str]:
    with open_graph(str(graph)) as store:
        return align(store, settings()).sources, "sources judged"


def align_again(_: Path, graph: Path) -> tuple[int, str]:
    """The same with the embeddings cached and everything judged anew."""
    with open_graph(str(graph)) as store:
        return align(store, settings(), again=True).sources, "sources judged"


def queries(_: Path, graph: Path) -> tuple[int, str]:
    """Every named query that has a default for each parameter."""
    done = 0
    with open_graph(str(graph)) as store:
        for query in list_queries():
            if not any(parameter.required for parameter in query.parameters):
                run_query(store, query.name)
                done += 1
    return done, "queries"


STAGES: tuple[tuple[str, Work], ...] = (
    ("bare XML pass over Title 21", bare_parse),
    ("parse Title 21", parse),
    ("extract Title 21, one core", extract),
    ("parse the Chinese corpus", parse_chinese),
    ("ingest Title 21 + China", load),
    ("ingest again, nothing changed", load_again),
    ("embed and align", embed_and_align),
    ("align again, embeddings cached", align_again),
    ("named queries", queries),
)

WITHOUT_GRAPH = 4
"""The first stages, which need no graph."""


def _peak_mib() -> int:
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(own, children) // (1024 if platform.system() == "Linux" else 1 << 20)


def _measure(name: str, work: Work, corpus: Path, graph: Path) -> Timing:
    started = time.perf_counter()
    count, unit = work(corpus, graph)
    seconds = _extra.get(work.__name__, time.perf_counter() - started)
    return Timing(name, round(seconds, 2), count, unit, _peak_mib())


def table(timings: list[Timing]) -> str:
    lines = ["| stage | seconds | done | a second | peak MiB |", "|---|---|---|---|---|"]
    lines += [f"| {t.stage} | {t.seconds:.1f} | {t.count:,} {t.unit} | {t.rate:,.0f} | {t.peak_mib:,} |" for t in timings]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="times every stage on Title 21 and the Chinese corpus")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--quick", action="store_true", help="reading and extraction only, without a graph")
    arguments = parser.parse_args()
    corpus: Path = arguments.shared / "corpus"
    if not (corpus / TITLE_21).exists():
        raise SystemExit(f"{corpus / TITLE_21} is not there; name the folder of the corpus with --shared")
    work = Path(tempfile.mkdtemp(prefix="regkg-bench-"))
    os.environ["REGKG_WORKSPACE"] = str(work)
    timings: list[Timing] = []
    try:
        for name, stage in STAGES[:WITHOUT_GRAPH] if arguments.quick else STAGES:
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                timings.append(pool.submit(_measure, name, stage, corpus, work / "graph").result())
            print(f"{timings[-1].stage}: {timings[-1].seconds:.1f} s", flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    FIGURES.write_text(
        json.dumps({"machine": machine, "timings": [asdict(t) | {"rate": round(t.rate, 1)} for t in timings]}, indent=1)
    )
    part = " Reading and extraction only (`--quick`)." if arguments.quick else ""
    page = f"# Timings\n\nWritten by `make bench` on {machine}.{part}\n\n{table(timings)}\n"
    PAGE.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
