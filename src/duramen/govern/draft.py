"""What has been read of a text so far: the readers of calls, lines and objects write into one `Draft`.

Out: an `OperationList`, in which NO_OP stands alone and nothing is passed over in silence.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from duramen.domain.operations import NO_OP, Kind, Operation, OperationList, Refused
from duramen.govern.paths import MAX_PATH_CHARS, is_legal, mended, shown_path


@dataclass(slots=True)
class Draft:
    """Operations and refused pieces in the order in which they stand, repairs each once.

    `empty_list`: the text says outright that there are no operations, by an empty list.
    """

    operations: list[Operation] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    repairs: dict[str, None] = field(default_factory=dict)
    partial: bool = False
    empty_list: bool = False

    def note(self, *repairs: str) -> None:
        """Take down that something had to be mended."""
        self.repairs.update(dict.fromkeys(repairs))

    def refuse(self, piece: str, code: str, reason: str) -> None:
        """Take down a piece that cannot be read; code "cut-off" also says that the text broke off."""
        self.refused.append(Refused(text=piece.strip(), code=code, reason=reason))
        self.partial = self.partial or code == "cut-off"

    def write(self, kind: Kind, path: str, value: str | None, piece: str) -> None:
        """Take down an operation whose path is mended first; `piece` is the text it stood in, for a refusal."""
        plain, repairs = mended(path) if len(path) <= 2 * MAX_PATH_CHARS else (path, ())
        self.note(*repairs)
        if not plain:
            self.refuse(piece, "no-path", f"{kind.value} names no path; write {kind.value}(path, …)")
        elif not is_legal(plain):
            reason = f"{shown_path(plain)} is no path: segments joined by dots, without brackets, commas, quotes"
            reason += f", of at most {MAX_PATH_CHARS} characters" if len(plain) > MAX_PATH_CHARS else ""
            self.refuse(piece, "bad-path", reason)
        elif kind is Kind.DELETE and value is not None:
            self.note("delete-with-value")
            self.operations.append(Operation(kind=kind, path=plain))
        else:
            self.operations.append(Operation(kind=kind, path=plain, value=value))

    def settled(self, text: str) -> OperationList:
        """Return what was read of `text`, the whole output; NO_OP beside other operations goes, with a note."""
        acts = [operation for operation in self.operations if operation.kind is not Kind.NO_OP]
        if acts and len(acts) < len(self.operations):
            self.note("no-op-beside-others")
        elif not acts and len(self.operations) > 1:
            self.note("repeated-no-op")
        kept = acts or self.operations[:1]
        if not kept and not self.refused:
            if self.empty_list:
                self.note("empty-list")
                kept = [NO_OP]
            else:
                said = "no operation stands in the output" if text.strip() else "the output is empty"
                self.refuse(text, "nothing-readable", f"{said}; NO_OP() says that there is nothing to write")
        return OperationList(
            operations=tuple(kept), refused=tuple(self.refused), repairs=tuple(self.repairs), partial=self.partial
        )
