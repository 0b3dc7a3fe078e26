"""A bad file among good ones: told once with its remedy, never a traceback, never a network access, and the rest is built."""

from __future__ import annotations

import shutil
import socket
from importlib.resources import files
from pathlib import Path

import pytest

from ingest.pipeline import ingest
from ingest.reading import read_file
from kg.settings import Settings
from kg.stores import GraphStore

SAMPLE = Path(str(files("regkg"))) / "sample"

EXTERNAL = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/secret">]><ECFR><P>&e;</P></ECFR>"""
LOCAL = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><ECFR><P>&e;</P></ECFR>"""
LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;">]><ECFR>&c;</ECFR>"""
DTD = b"""<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><ECFR><P>text</P></ECFR>"""


def ecfr() -> bytes:
    return next((SAMPLE / "us").iterdir()).read_bytes()


BAD: list[tuple[str, bytes, str, str]] = [
    ("empty.xml", b"", "I002", "an empty file"),
    ("cut.xml", ecfr()[:3000], "I004", "XML that breaks off"),
    ("zeros.xml", b"\0" * 100_000, "I008", "zeros"),
    ("blank.txt", b" \n" * 50_000, "I008", "nothing but blanks"),
    ("external.xml", EXTERNAL, "I009", "an entity of another machine"),
    ("local.xml", LOCAL, "I009", "an entity of this machine"),
    ("laughs.xml", LAUGHS, "I009", "entities in entities"),
    ("dtd.xml", DTD, "I008", "a DTD of another machine, which is never opened, and no law under it"),
    ("cut.pdf", b"%PDF-1.7\n1 0 obj\n<<", "I017", "a PDF that breaks off"),
    ("program.bin", bytes(range(256)) * 40, "I003", "no text at all"),
]


@pytest.mark.parametrize(("name", "data", "code", "why"), BAD, ids=[bad[0] for bad in BAD])
def test_a_bad_file_is_one_finding_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, code: str, why: str
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError(f"{name} opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    path = tmp_path / name
    path.write_bytes(data)
    reading = read_file(path, name)
    assert [found.code for found in reading.findings] == [code], why
    assert reading.findings[0].file == name
    assert reading.findings[0].remedy
    assert not reading.documents


def test_a_missing_file_is_a_finding(tmp_path: Path) -> None:
    assert [found.code for found in read_file(tmp_path / "no.xml", "no.xml").findings] == ["I001"]


def test_300_megabytes_of_zeros_are_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "zeros.xml"
    with path.open("wb") as file:
        file.truncate(300 << 20)
    assert [found.code for found in read_file(path, "zeros.xml").findings] == ["I008"]


def test_gb18030_that_says_it_is_utf_8_is_read_and_told(tmp_path: Path) -> None:
    text = (SAMPLE / "cn" / "demo-gmp.html").read_text(encoding="utf-8")
    path = tmp_path / "law.html"
    path.write_bytes(text.encode("gb18030"))
    reading = read_file(path, "law.html")
    assert [found.code for found in reading.findings if found.code == "I005"] == ["I005"]
    assert any("质量管理部门" in provision.text for parsed in reading.documents for provision in parsed.provisions)


@pytest.mark.slow
def test_the_good_files_among_bad_ones_are_built(tmp_path: Path, embedded_store: GraphStore) -> None:
    folder = tmp_path / "law"
    shutil.copytree(SAMPLE / "us", folder / "us")
    for name, data, _, _ in BAD:
        (folder / name).write_bytes(data)
    report = ingest([folder, tmp_path / "missing"], embedded_store, Settings(workspace=tmp_path, jobs=1))
    told = {(Path(found.file).name, found.code) for found in report.findings}
    assert {(name, code) for name, _, code, _ in BAD} | {("missing", "I001")} <= told
    assert report.documents == 1
    again = ingest([folder], embedded_store, Settings(workspace=tmp_path, jobs=1))
    assert (again.read, again.unchanged) == (0, report.files), "a bad file is not read again while it stays as it is"
    assert {(found.code, found.file) for found in again.findings} == {
        (found.code, found.file) for found in report.findings if found.code != "I001"
    }, "and it is told again"
