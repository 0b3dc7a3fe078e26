"""A spaCy user can add, swap and draw our components; what they give is what the plain functions give."""

from __future__ import annotations

from spacy import displacy

from ingest.obligations import find_obligations
from ingest.quantities import find_quantities
from ingest.spacy_components import pipeline

TEXT = "If the drug is used, the sponsor shall notify FDA within 5 days. It may be sold unless it is banned."


def test_the_document_holds_what_the_functions_find() -> None:
    doc = pipeline("en")(TEXT)
    assert doc._.obligations == find_obligations(TEXT, "en")
    assert doc._.quantities == find_quantities(TEXT, "en")
    assert [span.label_ for span in doc.spans["obligations"]] == ["MANDATORY", "PERMITTED"]
    assert doc.spans["obligations"][0]._.record is doc._.obligations[0]
    assert [sentence.text for sentence in doc.sents] == [TEXT[:64], TEXT[65:]]


def test_displacy_draws_the_parts() -> None:
    doc = pipeline("en")(TEXT)
    parts = {(span.text, span.label_) for span in doc.spans["parts"]}
    assert {("the sponsor", "SUBJECT"), ("shall", "CUE"), ("unless it is banned", "EXCEPTION")} <= parts
    assert "CONDITION" in displacy.render(doc, style="span", options={"spans_key": "parts"}, jupyter=False)


def test_a_component_can_be_left_out_and_another_added() -> None:
    nlp = pipeline("en", ["regkg_quantities"])
    nlp.add_pipe("sentencizer")
    doc = nlp(TEXT)
    assert doc._.quantities
    assert doc._.obligations == ()


def test_chinese_pipeline() -> None:
    doc = pipeline("zh")("企业应当在十五日内报告。")
    assert [span.text for span in doc.spans["obligations"]]
    assert doc._.quantities[0].value == 15
