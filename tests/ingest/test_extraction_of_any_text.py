"""Whatever a text repeats, extraction ends soon: one regex that tries again and again would hang a whole build."""

from __future__ import annotations

import random
import time

import pytest

from ingest.extraction import extract

PIECES = {
    "en": (
        *(
            "shall ",
            "may only ",
            "if ",
            "unless ",
            "which ",
            ", ",
            "; ",
            ": ",
            "(a) ",
            "(1)(i)",
            "((",
            "))",
            "“",
            "”",
            "§ ",
            "§§ 1.1",
        ),
        *(
            "section 505(b) of the ",
            "Act ",
            "Amendments ",
            "The ",
            "paragraphs (a) through (c), ",
            "21 CFR ",
            "21 U.S.C. 355",
            "ISO ",
        ),
        *(
            "and ",
            "or ",
            "10 ",
            "1,000",
            "no later than ",
            "days ",
            "means ",
            "the term ",
            "Directive 2001/83/EC",
            "Article 5(",
            "Annex I",
        ),
        *(
            "of Part ",
            "USP ",
            "guidance entitled “",
            "A",
            " ",
            "\n",
            "\u00a0",
            "-",
            "—",
            "e.g. ",
            "x",
            "0",
            ".",
            "/",
            "The term “device",
            "% ",
        ),
    ),
    "zh": (
        *(
            "应当",
            "不得",
            "的，",
            "，",
            "；",
            "。",
            "：",
            "（一）",
            "（",
            "《",
            "》",
            "第",
            "一",
            "条",
            "款",
            "本法所称",
            "是指",
            "以下简称",
        ),
        *(
            "十五日内",
            "自收到之日起",
            "处",
            "罚款",
            "万元",
            "至",
            "以上",
            "1",
            "除",
            "外",
            "依照",
            "、",
            "和",
            "药品",
            " ",
            "\n",
            "“",
            "每年",
        ),
    ),
}
PLACES = {"en": (("US", "21 CFR 211.5(a)"), ("EU", "Regulation (EU) 2099/1 Article 5")), "zh": (("CN", "《演示法》第五条"),)}
LENGTH = 40_000
SECONDS = 8.0


def seconds(text: str, lang: str, jurisdiction: str, citation: str) -> float:
    begin = time.process_time()
    extract(text, lang, jurisdiction=jurisdiction, citation=citation, title="t", lead_in=text[:2000])
    return time.process_time() - begin


@pytest.mark.parametrize("seed", range(24))
def test_no_repetition_makes_a_pattern_try_without_end(seed: int) -> None:
    """Some pieces in a random order, over and over: what makes a nested repetition explode."""
    draw = random.Random(seed)
    lang = draw.choice(("en", "en", "zh"))
    unit = "".join(draw.choices(PIECES[lang], k=draw.randint(1, 5)))
    text = unit * (LENGTH // len(unit) + 1) + draw.choice(PIECES[lang])
    for jurisdiction, citation in PLACES[lang]:
        assert seconds(text, lang, jurisdiction, citation) < SECONDS, (unit, jurisdiction)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "en",
            "Each maker shall keep records under section 505(b) of the Act for 2 years, as the label and the box are kept, ",
        ),
        ("zh", "经营企业发现问题的，应当在2日内依照《演示法》第五条向药品监督管理部门报告，并保存记录，"),
    ],
)
def test_a_paragraph_of_five_megabytes_takes_time_in_proportion(lang: str, sentence: str) -> None:
    jurisdiction, citation = PLACES[lang][0]

    def of(size: int) -> float:
        return seconds(sentence * (size // len(sentence)), lang, jurisdiction, citation)

    small = of(500_000)
    assert of(5_000_000) < 25 * small, "ten times the text, with room for a busy machine"
