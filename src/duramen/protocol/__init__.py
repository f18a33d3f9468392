"""The analysis/response protocol: write, parse, mend, re-ask, hold back in a stream, count (features A8-A10)."""

from duramen.protocol.grammar import compact_grammar
from duramen.protocol.parsing import mark, parse, visible_text
from duramen.protocol.reading import read_analysis
from duramen.protocol.reask import needs_reask, reask_message, settle
from duramen.protocol.render import render_analysis, wrap
from duramen.protocol.statistics import ProtocolFigures, ProtocolRow, protocol_statistics
from duramen.protocol.stream import ResponseStream

__all__ = [
    "ProtocolFigures",
    "ProtocolRow",
    "ResponseStream",
    "compact_grammar",
    "mark",
    "needs_reask",
    "parse",
    "protocol_statistics",
    "read_analysis",
    "reask_message",
    "render_analysis",
    "settle",
    "visible_text",
    "wrap",
]
