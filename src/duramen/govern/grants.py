"""Reads permissions as they are written on the command line: "health.*: generation=off, retrieval=off" (B19).

In: one line. Out: grants in order, or an InputError that names what is wrong.
"""

from __future__ import annotations

from duramen.errors import InputError
from duramen.govern.paths import is_legal
from duramen.govern.permissions import Grant, Permission

_NAMES = {permission.value: permission for permission in Permission} | {
    "view": Permission.VISIBLE,
    "edit": Permission.EDITABLE,
    "可见": Permission.VISIBLE,
    "可编辑": Permission.EDITABLE,
    "生成": Permission.GENERATION,
    "检索": Permission.RETRIEVAL,
    "不存储": Permission.NEVER_STORE,
}
_SWITCHES = {"on": True, "yes": True, "true": True, "开": True, "off": False, "no": False, "false": False, "关": False}
MAX_LINE_CHARS = 1_000
_WIDE = str.maketrans("：，＝＊．", ":,=*.")


def parse_grants(text: str) -> tuple[Grant, ...]:
    """Return the grants of one line such as "health.*: generation=off, retrieval=off", in order.

    A path means the leaf or all below it, with or without ".*"; "*" is the whole tree. Names: visible, editable,
    generation, retrieval, never-store (可见, 可编辑, 生成, 检索, 不存储); on or off (开, 关). `str` of a grant is the
    inverse. Raises InputError that names what is wrong.
    """
    if len(text) > MAX_LINE_CHARS:
        raise InputError(f"a line of {len(text):,} characters is no permission; write it as 'health.*: generation=off'")
    place, colon, settings = text.translate(_WIDE).partition(":")
    path = place.strip()
    if not colon or not settings.strip():
        raise InputError(f"{text!r} sets nothing; write PATH: NAME=on or NAME=off, such as 'health.*: generation=off'")
    path = "" if path == "*" else path.removesuffix(".*")
    if (path and not is_legal(path)) or (not path and place.strip() != "*"):
        raise InputError(f"{place.strip()!r} is no path; write a leaf, a branch such as health.*, or * for the tree")
    grants = tuple(_grant(path, setting) for setting in settings.split(","))
    names = [grant.permission.value for grant in grants]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InputError(f"{twice} stands twice in one line; say once whether it is on or off")
    return grants


def _grant(path: str, setting: str) -> Grant:
    name, _, switch = (part.strip().casefold() for part in setting.partition("="))
    permission = _NAMES.get(name.replace("_", "-").replace(" ", "-"))
    if permission is None:
        raise InputError(f"{name!r} is no permission; there are {', '.join(Permission)}")
    if switch not in _SWITCHES:
        raise InputError(f"{name} cannot be {switch!r}; write {name}=on or {name}=off")
    return Grant(path=path, permission=permission, on=_SWITCHES[switch])
