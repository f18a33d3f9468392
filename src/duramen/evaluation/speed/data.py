"""What `bench speed` stores and asks: documents and rounds made from the novels, and questions in two languages.

In: a text of one sentence a line, numbers, a seed. Out: documents on disk, a dialogue over two years, questions. The
same numbers give the same data.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.time import Moment
from duramen.errors import InputError
from duramen.text.languages import is_cjk

PERSON, CHARACTER = "林溪", "Duramen"
DOCUMENTS = 12
SESSION_ROUNDS = 12
_FIRST_US = 1_672_531_200_000_000  # 2023-01-01 UTC
_SPAN_US = 730 * 86_400_000_000
_MINUTE_US = 60_000_000
_ENGLISH_SHARE = 5  # one round in so many is English

_OPENINGS = ("", "", "我刚读到：", "还记得吗，", "昨天有人对我说，", "我一直在想，")
_ANSWERS = ("", "我明白。", "原来如此，", "你上次也提过：", "这让我想起：")
_ENGLISH = (
    "I met {who} at the {where} {when}, and we talked about {what} for an hour.",
    "My {kin} has decided to study {what}; {who} thinks it is a mistake.",
    "Can you remind me what {who} said about {what} when we were at the {where}?",
    "We moved the meeting about {what} from the {where} to {who}'s place {when}.",
    "I lost my notes on {what} at the {where}, so {who} sent me hers {when}.",
)
_SLOTS = {
    "who": ("Anna", "Mei", "Tom", "Dr. Okafor", "Lucia", "my neighbour", "Grandfather", "Priya", "the landlord"),
    "where": ("library", "harbour", "clinic", "night market", "old bridge", "office", "tea house", "station"),
    "when": ("last Friday", "yesterday", "in early May", "two weeks ago", "this morning", "on her birthday"),
    "what": (
        "violin lessons",
        "the rent",
        "a trip to Lisbon",
        "tea",
        "her thesis",
        "the garden",
        "vaccination",
        "jazz",
    ),
    "kin": ("sister", "cousin", "daughter", "uncle", "best friend"),
}

QUESTIONS = (
    "贾宝玉和林黛玉第一次见面时说了什么？",
    "孙悟空为什么被压在五行山下？",
    "刘备三次去请诸葛亮，前两次为什么没有见到？",
    "武松打虎之前在酒店里喝了几碗酒？",
    "我上次说过的那个朋友后来怎么样了？",
    "范进中举以后他的岳父说了什么话？",
    "去年夏天我们聊过哪些关于搬家的事？",
    "王熙凤是怎么处理宁国府的事情的？",
    "曹操在华容道遇见关羽的时候是怎么脱身的？",
    "杜十娘为什么要把百宝箱沉到江里？",
    "你还记得我最喜欢喝什么茶吗？",
    "唐僧师徒过火焰山时借了谁的扇子？",
    "那位先生在信里提到了银子没有？",
    "宋江题反诗是在什么地方，被谁告发的？",
    "女儿国的国王想把谁留下来？",
    "老太太过生日那天都来了哪些客人？",
    "我什么时候说过要去看医生？",
    "卖油郎攒了多久的钱才见到花魁？",
    "安公子在能仁寺遇到的那个姑娘叫什么名字？",
    "薛宝钗的金锁上写着什么字？",
    "官场里送礼的规矩，我们谈过几次？",
    "张飞在长坂桥上大喝一声之后发生了什么？",
    "猫",
    "昨天夜里下雨，他说明天一早就要动身回乡，你觉得他为什么这么着急？",
    "When did I last meet Anna at the library?",
    "What did Dr. Okafor say about vaccination?",
    "Which instrument does my cousin want to learn?",
    "Where did I lose my notes?",
    "Who sent me her notes on the thesis two weeks ago?",
    "What does Priya think about the trip to Lisbon?",
    "Did we ever talk about the rent at the night market?",
    "How long did Tom and I talk about jazz?",
    "Has the meeting about the garden been moved, and where to?",
    "What was decided in early May?",
    "Tell me everything you know about my sister.",
    "What did Grandfather say when we were at the harbour?",
    "Why was it a mistake to study tea, according to Lucia?",
    "Who is Jia Baoyu and what did he give away?",
    "What happened at the old bridge on her birthday?",
    "Which day did the landlord come to the clinic?",
    "Do I like coffee or tea better?",
    "violin lessons",
    "What have I told you about my health over the last two years, and when did it begin?",
    "Did my neighbour and I meet this morning?",
    "Whose place did we go to after the station?",
    "What was the name of the monk who travelled to the west?",
    "How many times did I mention Mei last month?",
    "What should I bring to the tea house on Friday?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Which rounds to make: `count` of them over two years, with sessions named `name`-0, `name`-1, ..."""

    count: int
    name: str
    seed: int


def read_lines(path: Path, limit_chars: int = 0) -> list[str]:
    """Return the lines of a text file or .gz, the first that hold `limit_chars` Chinese characters; 0 takes all.

    Raises InputError when the file is not there.
    """
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}; name the novels' text with --novels")
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    lines: list[str] = []
    taken = 0
    for line in text.splitlines():
        if limit_chars and taken >= limit_chars:
            break
        taken += sum(map(is_cjk, line)) if limit_chars else 0
        lines.append(line)
    return lines


def chinese_characters(lines: Sequence[str]) -> int:
    """Return how many Han ideographs the lines hold."""
    return sum(is_cjk(char) for line in lines for char in line)


def write_documents(lines: Sequence[str], folder: Path) -> int:
    """Write the lines as up to DOCUMENTS text files; returns their bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    step = max(1, -(-len(lines) // DOCUMENTS))
    written = 0
    for number, at in enumerate(range(0, len(lines), step), start=1):
        data = ("\n".join(lines[at : at + step]) + "\n").encode()
        (folder / f"novels-{number:02}.txt").write_bytes(data)
        written += len(data)
    return written


def make_dialogue(lines: Sequence[str], talk: Talk) -> Dialogue:
    """Return rounds of two turns: sentences of the novels in Chinese, every fifth round made of English templates."""
    chance = random.Random(talk.seed)
    sentences = [line for line in lines if 8 <= len(line) <= 120] or list(lines)
    sessions = -(-talk.count // SESSION_ROUNDS)
    messages: list[Message] = []
    for number in range(talk.count):
        session = number // SESSION_ROUNDS
        at_us = _FIRST_US + session * (_SPAN_US // sessions) + (number % SESSION_ROUNDS) * 2 * _MINUTE_US
        said, answered = _words(chance, sentences, number)
        for place, (role, speaker, text) in enumerate(
            ((Role.PERSON, PERSON, said), (Role.CHARACTER, CHARACTER, answered))
        ):
            moment = Moment(at_us=at_us + place * _MINUTE_US // 2, zone="Asia/Shanghai", offset_minutes=480)
            messages.append(
                Message(
                    role=role,
                    speaker=speaker,
                    text=text,
                    happened_at=moment,
                    session=f"{talk.name}-{session}",
                    position=len(messages),
                )
            )
    return Dialogue(format="bench", messages=tuple(messages), person=PERSON, character=CHARACTER)


def _words(chance: random.Random, sentences: Sequence[str], number: int) -> tuple[str, str]:
    if number % _ENGLISH_SHARE == 0:
        said, answered = (" ".join(_english(chance) for _ in range(chance.randint(1, 2))) for _ in range(2))
        return said, answered
    said = chance.choice(_OPENINGS) + chance.choice(sentences)
    answered = chance.choice(_ANSWERS) + "".join(chance.choice(sentences) for _ in range(chance.randint(1, 3)))
    return said, answered


def _english(chance: random.Random) -> str:
    return chance.choice(_ENGLISH).format(**{slot: chance.choice(words) for slot, words in _SLOTS.items()})
