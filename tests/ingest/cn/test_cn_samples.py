"""Golden files: a small text in each dialect and with each irregularity of real ones, with its reviewed tree beside it.

`python tests/ingest/cn/test_cn_samples.py` writes the expected files anew; read the difference before committing it.
"""

from __future__ import annotations

import json

import pytest
from cn_cases import SAMPLES, cases
from cn_reading import summary


@pytest.mark.parametrize("name", sorted(cases()))
def test_sample_reads_as_reviewed(name: str) -> None:
    expected = json.loads((SAMPLES / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert summary(f"cn/{name}", cases()[name]) == expected


if __name__ == "__main__":
    for sample, content in cases().items():
        text = json.dumps(summary(f"cn/{sample}", content), ensure_ascii=False, indent=1) + "\n"
        (SAMPLES / f"{sample}.expected.json").write_text(text, encoding="utf-8")
