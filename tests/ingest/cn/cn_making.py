"""Small Word and PDF files written for the tests, byte by byte in the real formats."""

from __future__ import annotations

import io
import struct
import zipfile

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def docx(paragraphs: list[str], rows: list[list[str]] | None = None) -> bytes:
    """A DOCX with its text in paragraphs, and a table at the end."""
    body = "".join(f"<w:p><w:r><w:t>{p}</w:t></w:r></w:p>" for p in paragraphs)
    for row in rows or []:
        cells = "".join(f"<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>" for cell in row)
        body += f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    return _zip({"word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>".encode()})


def docx_alt_chunk(html: str) -> bytes:
    """A DOCX without a paragraph, whose text is an MHT part."""
    mht = (
        (
            b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
            b'Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
        )
        + html.encode()
        + b"\r\n--b--\r\n"
    )
    relation = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="c1" Type="aFChunk" Target="/word/afchunk.mht"/></Relationships>'
    )
    document = f'<w:document {_W} {_R}><w:body><w:altChunk r:id="c1"/><w:sectPr/></w:body></w:document>'
    return _zip(
        {"word/document.xml": document.encode(), "word/_rels/document.xml.rels": relation.encode(), "word/afchunk.mht": mht}
    )


def _zip(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def doc(text: str) -> bytes:
    """A DOC (OLE2) with one Unicode piece; `text` has \\r after each paragraph and \\x07 after each cell and row."""
    content = text.encode("utf-16-le")
    start = 2048
    word = bytearray(max(start + len(content), 8192))
    struct.pack_into("<HH", word, 0, 0xA5EC, 0x00C1)
    struct.pack_into("<H", word, 0x0A, 0x0200)  # the table stream is 1Table
    struct.pack_into("<i", word, 0x4C, len(text))
    pieces = struct.pack("<II", 0, len(text)) + struct.pack("<HIH", 0, start, 0)
    clx = b"\x02" + struct.pack("<I", len(pieces)) + pieces
    struct.pack_into("<II", word, 0x01A2, 0, len(clx))
    word[start : start + len(content)] = content
    return _compound({"WordDocument": bytes(word), "1Table": clx.ljust(4096, b"\0")})


def _compound(streams: dict[str, bytes]) -> bytes:
    """A compound file of 512-byte sectors: one FAT sector, one directory sector, streams of at least 4,096 bytes."""
    end, free, fat_sector = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    fat = [fat_sector, end]
    body = b""
    entries = [("Root Entry", 5, end, 0, 1)]
    for number, (name, content) in enumerate(streams.items(), 1):
        data = content.ljust(-(-len(content) // 512) * 512, b"\0")
        first = len(fat)
        sectors = len(data) // 512
        fat += [first + i + 1 for i in range(sectors - 1)] + [end]
        entries.append((name, 2, first, len(data), number + 1 if number < len(streams) else -1))
        body += data
    directory = b""
    for number, (name, kind, first, size, right) in enumerate(entries):
        encoded = name.encode("utf-16-le") + b"\0\0"
        child = 1 if number == 0 else -1
        sibling = -1 if number == 0 else right
        directory += encoded.ljust(64, b"\0") + struct.pack("<HBBiii", len(encoded), kind, 1, -1, sibling, child)
        directory += b"\0" * 36 + struct.pack("<IQ", first, size)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 10
    header += struct.pack("<IIIIIIII", 1, 1, 0, 4096, end, 0, end, 0)
    header += struct.pack("<I", 0) + struct.pack("<I", free) * 108
    fat += [free] * (128 - len(fat))
    return header + struct.pack("<128I", *fat) + directory.ljust(512, b"\0") + body


def pdf(pages: list[list[tuple[float, str]]]) -> bytes:
    """A PDF whose text layer has the given lines, each at its height in points, in a font that maps codes to Unicode."""
    characters = sorted({c for page in pages for _, line in page for c in line})
    codes = {c: number for number, c in enumerate(characters, 1)}
    mapping = "\n".join(f"<{code:04X}> <{ord(c):04X}>" for c, code in codes.items())
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <FFFF> endcodespacerange\n{len(codes)} beginbfchar\n{mapping}\nendbfchar\n"
        "endcmap end end"
    )
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{6 + 2 * i} 0 R' for i in range(len(pages)))}] >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /Demo /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Demo /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
        "/Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Demo /Flags 4 /FontBBox [0 0 1000 1000] "
        "/ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> /DW 1000 >>",
        f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream",
    ]
    for i, page in enumerate(pages):
        shown = "".join(
            f"BT /F 11 Tf 34 {height} Td <{''.join(f'{codes[c]:04X}' for c in line)}> Tj ET\n" for height, line in page
        )
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> "
            f"/Contents {7 + 2 * i} 0 R >>"
        )
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}endstream")
    out = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = len(out)
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}".encode()
    return out + f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
