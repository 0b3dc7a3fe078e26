"""Small PDFs written byte by byte, so that a test states every place and size of its text."""

from __future__ import annotations

import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class T:
    """A piece of text at x, y in points from the lower left; `size` in points."""

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False


def pdf(pages: list[list[T]], encrypt: bool = False) -> bytes:
    """A PDF of A4 pages; `encrypt` gives it a password that nobody knows."""
    objects: list[bytes] = [b"", b""]
    fonts = b"<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> "
    fonts += b"/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >> >>"
    kids = []
    for page in pages:
        content = b"\n".join(
            b"BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET"
            % (
                b"F2" if t.bold else b"F1",
                t.size,
                t.x,
                t.y,
                t.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)"),
            )
            for t in page
        )
        packed = zlib.compress(content)
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
        stream = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font %s >> >>"
            % (stream, fonts)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    trailer = b"/Root 1 0 R"
    if encrypt:
        objects.append(b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (b"ab" * 32, b"cd" * 32))
        trailer += b" /Encrypt %d 0 R /ID [<00><00>]" % len(objects)
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer << /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, table)


def lines(top: float, *texts: str, x: float = 63, step: float = 14, size: float = 10, bold: bool = False) -> list[T]:
    """Lines one under the other; an empty text leaves a gap."""
    return [T(x, top - step * i, text, size, bold) for i, text in enumerate(texts) if text]
