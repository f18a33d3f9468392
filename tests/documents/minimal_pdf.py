"""Write small PDF files by hand, so that tests of reading need no program that makes them."""

from __future__ import annotations

_UNICODE = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def\n"
    b"1 begincodespacerange <0000> <FFFF> endcodespacerange\n1 beginbfrange <0000> <FFFF> <0000> endbfrange\n"
    b"endcmap end end"
)


def pdf_of(pages: list[list[str]], *, info: str = "") -> bytes:
    """Return a PDF whose pages show the given lines, from top to bottom; character codes are UTF-16 units."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{7 + 2 * n} 0 R' for n in range(len(pages)))}] >>".encode(),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (A) /Ordering (I) /Supplement 0 >> >>",
        _stream(_UNICODE),
        f"<< {info} >>".encode("latin-1"),
    ]
    for number, lines in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {8 + 2 * number} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        shown = [f"<{line.encode('utf-16-be').hex()}> Tj 0 -14 Td" for line in lines]
        objects.append(_stream(f"BT /F 11 Tf 50 800 Td {' '.join(shown)} ET".encode() if lines else b""))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer << /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)
