"""Sentences of legal text with their offsets: `split_sentences(text, lang)`."""

from ingest.sentences import en, zh


def split_sentences(text: str, lang: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of `text`, in order, without the white space around it."""
    if lang == "zh":
        marks = zh.Marks(text)
        return [(span.start, span.end) for span in marks.cut(zh.Span(0, len(text)), marks.sentence)]
    return en.split_sentences(text)


__all__ = ["split_sentences"]
