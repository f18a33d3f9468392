"""Documents: bytes of a file -> plain text with title and date -> spans of parent and child chunks (A1)."""

from duramen.documents.chunks import ChunkSizes, chunk
from duramen.documents.reading import SUPPORTED_SUFFIXES, read_document

__all__ = ["SUPPORTED_SUFFIXES", "ChunkSizes", "chunk", "read_document"]
