"""Whose side is the person: match a member loosely against a file's names, and give every speaker a role.

In: names as a file gives them, the member that the caller named ("" for none). Out: one of the names, or roles by
speaker; InputError that lists the names where the choice is needed and missing, or names somebody who is not there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from duramen.domain.dialogue import Role
from duramen.errors import InputError

_WORDS = {
    Role.PERSON: "user human person me self i prompter 用户 用戶 我 本人 人类 人類 使用者",
    Role.CHARACTER: (
        "assistant ai bot model gpt chatgpt character char agent chatbot companion"
        " 助手 助理 机器人 機器人 模型 角色 智能体 智能助手 人工智能 ai助手 ai伴侣 ai伴侶"
    ),
    Role.OTHER: "other 其他",
    Role.SYSTEM: "system developer 系统 系統 系统消息 系統消息",
    Role.TOOL: "tool function ipython 工具",
}
_ROLE_BY_WORD = {word: role for role, words in _WORDS.items() for word in words.split()}
_LISTED_NAMES = 40
# A bot says so at the end of its name: as a word of its own, as Telegram's rules want it, or in Chinese.
_BOT = re.compile(r"(?:^|[\s_.\-@(\[])(?i:bot)[)\]]?$|[a-z0-9]Bot$|机器人$|機器人$|(?:小|群|智能|AI ?)助手$", re.ASCII)


def loose(name: str) -> str:
    """Return a name as it is compared: width, case, underscores and stray spaces do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("_", " ").split())


def role_of_word(word: str) -> Role | None:
    """Return the role that a word such as "user", "assistant", "用户" or "助手" names, or None for any other word."""
    return _ROLE_BY_WORD.get(loose(word).strip("<>[]【】:： "))


def is_bot(name: str) -> bool:
    """Tell whether a name says that no human goes by it: "assistant", "Rose Bot", "GroupHelpBot", "dependabot[bot]", 群助手."""
    return role_of_word(name) in (Role.CHARACTER, Role.SYSTEM, Role.TOOL) or bool(_BOT.search(name.strip()))


def names_apart(named: Iterable[tuple[str, str]]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return a name for each (id, name), and a sentence for each name that several ids go by.

    An id keeps the first name that it is met with. Where several ids have one name, loosely, each has its id behind
    it: "小明 (wxid_2)". Ids or names that are "" are passed over.
    """
    first: dict[str, str] = {}
    for own_id, name in named:
        if own_id and name:
            first.setdefault(own_id, name)
    ids: dict[str, list[str]] = {}
    for own_id, name in first.items():
        ids.setdefault(loose(name), []).append(own_id)
    shared = {name: owners for name, owners in ids.items() if len(owners) > 1}
    names = {own_id: f"{name} ({own_id})" if loose(name) in shared else name for own_id, name in first.items()}
    notes = (
        f"{len(owners)} members are called {first[owners[0]]!r}; they are kept apart by their ids: "
        f"{', '.join(repr(names[own_id]) for own_id in owners[:_LISTED_NAMES])}"
        for owners in shared.values()
    )
    return names, tuple(notes)


def choose(member: str, names: Iterable[str], what: str) -> str:
    """Return the one of `names` that `member` means: exactly so, else loosely.

    `what` says in a message what the names are ("people", "chats"). Raises InputError that lists the names when
    `member` is "", fits none, or fits several loosely.
    """
    known = list(dict.fromkeys(names))
    if member in known and member:
        return member
    fitting = [name for name in known if loose(name) == loose(member)] if member else []
    if len(fitting) == 1:
        return fitting[0]
    listed = ", ".join(repr(name) for name in known[:_LISTED_NAMES]) or "none with a name"
    more = f" and {len(known) - _LISTED_NAMES} more" if len(known) > _LISTED_NAMES else ""
    if not member:
        which = "is meant" if what == "chats" else "is the person"
        raise InputError(
            f"the file has several {what}; say which {which} with --member NAME (member=… in Python): {listed}{more}"
        )
    if fitting:
        raise InputError(f"member {member!r} fits several {what}; write one exactly: {listed}{more}")
    raise InputError(f"there is no {member!r} in the file; its {what}: {listed}{more}")


def check_member(member: str, names: Sequence[str]) -> None:
    """Raise InputError when a member was named who is not the person of a file that knows its person."""
    if member:
        choose(member, [name for name in names if name], "people")


def assign_roles(speakers: Iterable[str], member: str, me: str = "") -> dict[str, Role]:
    """Return a role for each speaker of a file that has names but no roles.

    The person is `member`, else `me` (the side the file says it was exported from), else the speaker whose name is a
    word for it ("user", "我"), else the only one beside a speaker called "assistant" or the like, else the only
    speaker. The one other speaker is the character; among several, those called "assistant" or the like are, and the
    rest are OTHER. Raises InputError that lists the names when the person cannot be told.
    """
    names = list(dict.fromkeys(speakers))
    by_word = {name: role_of_word(name) or (Role.CHARACTER if is_bot(name) else None) for name in names}
    talking = [name for name in names if by_word[name] not in (Role.SYSTEM, Role.TOOL)]
    person = _person_of(talking, by_word, member, me)
    others = [name for name in talking if name != person]
    roles: dict[str, Role] = {}
    for name in names:
        word = by_word[name]
        if name == person:
            roles[name] = Role.PERSON
        elif word in (Role.SYSTEM, Role.TOOL):
            roles[name] = word
        else:
            roles[name] = Role.CHARACTER if len(others) == 1 or word is Role.CHARACTER else Role.OTHER
    return roles


def _person_of(names: list[str], by_word: dict[str, Role | None], member: str, me: str) -> str:
    if member:
        return choose(member, names, "speakers")
    if me in names:
        return me
    called_so = [name for name in names if by_word[name] is Role.PERSON]
    if called_so:
        return called_so[0]
    rest = [name for name in names if by_word[name] is not Role.CHARACTER]
    if len(rest) == 1:
        return rest[0]
    return choose("", names, "speakers") if rest else ""
