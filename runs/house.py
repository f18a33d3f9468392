"""Write the list of files in ARCHITECTURE.md anew, from the first line of each module's docstring.

Run it after adding, moving or renaming a module: `python runs/house.py`. A test fails while the list is not true.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- files:begin -->", "<!-- files:end -->"


def file_list(source: Path) -> str:
    """Return one line a module, grouped by package, each with the first line of its docstring."""
    lines: list[str] = []
    for path in sorted(
        source.rglob("*.py"), key=lambda p: (p.parent.relative_to(source).parts, p.name != "__init__.py", p.name)
    ):
        if "versions" in path.parts:
            continue
        place = path.parent.relative_to(source)
        about = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]
        if path.name == "__init__.py":
            lines += ["", f"**{'duramen' if place == Path() else place.as_posix()}/** {about}", ""]
        else:
            lines.append(f"- `{path.name}` {about}")
    return "\n".join(lines).strip()


def main() -> None:
    """Replace the list between the two marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{file_list(ROOT / 'src' / 'duramen')}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
