"""CSV of any tool: a header row, then a message a row, with a content column and a role or speaker column.

In: text with commas, tabs, semicolons or bars, column names in English or Chinese. Out: the messages in file order;
a broken row is reported with its line and the rest is kept.
"""

from __future__ import annotations

from duramen.domain.dialogue import Dialogue
from duramen.observe.collect import Collector
from duramen.observe.generic_fields import Spoken, finish_spoken, looks_spoken, speakers_to_choose, spoken_of
from duramen.observe.source import SourceFile
from duramen.observe.table import read_table, split_header


def sniff(source: SourceFile) -> bool:
    """Tell whether the first line names a content column and a role or speaker column."""
    if not source.first_lines or source.first_lines[0].lstrip()[:1] in ("{", "["):
        return False
    header = split_header(source.first_lines[0])
    return len(header) > 1 and looks_spoken(header)


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the speakers whose side the file does not tell, in order."""
    collector = Collector(source)
    return speakers_to_choose(_rows(source, collector), collector)


def read(source: SourceFile) -> Dialogue:
    """Read every row; InputError lists the speakers where the person cannot be told."""
    collector = Collector(source)
    return finish_spoken(_rows(source, collector), collector, "csv")


def _rows(source: SourceFile, collector: Collector) -> list[Spoken]:
    found = (spoken_of(row.cells, row.where, collector) for row in read_table(source.text, collector.report))
    return [spoken for spoken in found if spoken is not None]
