"""Dates and times of day that a reply claims and nothing shown says (A20).

In: claimed sentences, grounds. Out: findings. Every relative word counts from its own place: of a passage from the day on
which it was said, of the reply from now. A coarser date is supported by a finer one ("in May" by "6 May"), not the other
way; the day on which something was said is not the day of a "yesterday" in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from duramen.checking.grounds import Grounds, Passage
from duramen.checking.sentences import QUOTED, Claimed
from duramen.checking.wording import reason
from duramen.domain.checks import Finding, Flaw
from duramen.domain.time import Moment, Precision
from duramen.text.moments import Resolved, dates_in
from duramen.text.moments.numerals import chinese_number, english_number
from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import STOP_WORDS

_FOUR_DIGITS = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)|[一二][九〇零][〇零一二三四五六七八九]{2}年")
_DAY_NUMBER = re.compile(
    r"\d{1,2}|[一二三四五六七八九十]{1,3}[日号]|\b(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten|eleven|twel|thirteen|twent)\w*",
    re.I,
)
_WEEKDAY_ONLY = re.compile(r"^(?:on (?:a )?)?\w+day\w*$|^(?:周|星期|礼拜).$", re.IGNORECASE)
_RELATIVE = re.compile(
    r"yesterday|tomorrow|today|tonight|\b(?:ago|last|next|this|past|previous|coming|earlier|later|now|other)\b|\bin (?:an?|the|\w+) (?:day|week|month|year)s?|[昨今明前后去上下这本]|刚|近",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^in \w|today|tonight|this |just now|right now|tomorrow|next|coming|from now|later|the other|今|这|刚|明[天早晚]|明年|下|后天|后年|近|前几|前些|earlier|本",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:said|told|mentioned|wrote|talked|spoke|spoken|asked|noted|shared|came up|brought up|discussed|chat\w*|conversation|message\w*|record\w*|say|says|since|as of|before|after|prior to|following)\b|说|提|聊|告诉|讲|写|记|谈|问|截至|当时",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?P<h>\d{1,2})(?::(?P<m>\d\d))?\s?(?P<half>[ap])\.?m\b|(?<![\d:])(?P<h24>[01]?\d|2[0-3]):(?P<m24>[0-5]\d)(?![\d:])|\b(?P<word>\w+) o['’]clock|\b(?P<noon>noon|midday|midnight)\b"
    r"|\b(?P<to>half|quarter) (?P<way>past|to) (?P<wordh>\w+)"
    r"|(?P<zpart>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|今晚|明晚)?(?<![\d第])(?P<zh>\d{1,2}|[一二两三四五六七八九十]{1,3})[点时](?!儿|间|候|钟头|评|[子心都也不])(?P<zmin>半|[一三]刻|(?:\d{1,2}|[一二三四五六七八九十]{1,3})分?(?!个))?(?:钟|整)?",
    re.IGNORECASE,
)  # fmt: skip
_AFTERNOON = frozenset(("下午", "傍晚", "晚上", "夜里", "今晚", "明晚"))
# Most sentences name no day; looking for each way of naming one takes a hundred times as long as this.
_MAY_BE_DATED = re.compile(
    r"\d|[年月日号周天昨今明季]|星期|礼拜|小时|钟头|分钟|刚才|刚刚|方才|前[些几]|近日"
    r"|day|week|month|year|decade|night|morning|hour|minute|now|ago|spring|summer|autumn|fall|winter|christmas|halloween|ary\b|march|april|valentine|\b(?:last|next|this|past|coming|mon|tues?|weds?|thu|thurs?|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|\bmay\b|june|july|august|ember|october|tomorrow",
    re.IGNORECASE,
)
_TO = re.compile(r"\s*(?:[–—~～-]|to|through|until|till|至|到)\s*(?:the )?")
_DAY_TO = re.compile(r"(?<![\d.,:/-])(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s*(?:[–—-]|to|and)\s*(?:the )?$")
_TO_DAY = re.compile(r"\s*(?:[–—~～-]|至|到)\s*(?P<day>[0-3]?\d)[日号]")
# A weekend, or "a few days ago": a day of it may be named for the whole.
_NEAR_DAYS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class _Days:
    """Days that a passage is of (`said`) or speaks of, and the words of the sentence that does."""

    passage: Passage
    first: date
    last: date
    said: bool
    words: frozenset[str]
    year: bool = True


def wrong_dates(sentences: Sequence[Claimed], grounds: Grounds) -> list[Finding]:
    """Return the dates and times of day of claimed sentences that nothing shown supports."""
    found = []
    dated = [(sentence, one) for sentence in sentences for one in _own_dates(sentence, grounds.now)]
    told = list(_told(grounds)) if dated else []
    for sentence, one in dated:
        against = _denied_by(one, sentence, told, grounds)
        if against is not None:
            found.append(_finding(sentence, one.start, one.end, against, grounds))
    timed = [(sentence, time) for sentence in sentences for time in clock_times(sentence.text)]
    clocks = set(_known_clocks(grounds)) if timed else set()
    for sentence, (start, end, minutes, sure) in timed:
        if clocks and not any(_same_time(minutes, sure, *known) for known in clocks):
            found.append(_finding(sentence, start, end, "", grounds))
    return found


def _own_dates(sentence: Claimed, now: Moment) -> Iterator[Resolved]:
    """Yield the dates that a sentence claims in its own words.

    Quoted relative words count from the day of the quotation; and what a bracket resolves is claimed there.
    """
    quotes = [match.span() for match in QUOTED.finditer(sentence.text)]
    for one in dates_said(sentence.text, now):
        quoted = any(first < one.start < last for first, last in quotes)
        if _is_absolute(one) or not (quoted or sentence.text[one.end :].lstrip()[:1] in ("(", "（")):
            yield one


def dates_said(text: str, now: Moment) -> list[Resolved]:
    """Return the dates in a text as `dates_in` does, but a stretch from one to another as one ("15–16 July", 4月24日至30日)."""
    found: list[Resolved] = []
    if not _MAY_BE_DATED.search(text):
        return found
    for one in dates_in(text, now):
        between = text[found[-1].end : one.start] if found else ""
        if found and _TO.fullmatch(between):
            last = found.pop()
            first = (
                last.first if _FOUR_DIGITS.search(last.phrase) else _moved(last.first, one.first.year - last.first.year)
            )
            one = _joined(text, last.start, one.end, (min(first, one.first), one.last))
        elif before := _DAY_TO.search(text[: one.start]):
            day = int(before["day"])
            if 0 < day <= one.first.day:
                one = _joined(text, before.start("day"), one.end, (one.first.replace(day=day), one.last))
        if after := _TO_DAY.match(text, one.end):
            day = int(after["day"])
            if one.last.day <= day <= _month_end(one.last).day:
                one = _joined(text, one.start, after.end(), (one.first, one.last.replace(day=day)))
        found.append(one)
    return found


def _joined(text: str, start: int, end: int, days: tuple[date, date]) -> Resolved:
    return Resolved(start=start, end=end, phrase=text[start:end], first=days[0], last=days[1])


def _finding(sentence: Claimed, start: int, end: int, against: str, grounds: Grounds) -> Finding:
    why = reason(Flaw.DATE, against, grounds.language)
    return Finding(kind=Flaw.DATE, start=sentence.start + start, end=sentence.start + end, against=against, reason=why)


def _told(grounds: Grounds) -> Iterator[_Days]:
    for passage in (*grounds.passages, Passage(id="", text=grounds.question, said_at=grounds.now)):
        for start, end in sentence_spans(passage.text) if passage.id else [(0, len(passage.text))]:
            words = _words(passage.text[start:end])
            for one in dates_said(passage.text[start:end], passage.said_at):
                open_year = not _FOUR_DIGITS.search(one.phrase) and not _RELATIVE.search(one.phrase)
                yield _Days(
                    passage=passage, first=one.first, last=one.last, said=False, words=words, year=not open_year
                )
        if passage.id and passage.said_at.known:
            first = passage.said_at.local().date()
            whole = passage.said_at.precision is Precision.MONTH
            last = _month_end(first) if whole else first
            yield _Days(passage=passage, first=first, last=last, said=True, words=_words(passage.text))


def _month_end(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in terms(text) if word not in STOP_WORDS and not word.isdigit())


def _denied_by(one: Resolved, sentence: Claimed, told: Sequence[_Days], grounds: Grounds) -> str | None:
    """Return the id that a date is held against, "" for all that was shown, None where it is no wrong one."""
    words = _words(sentence.text)
    fitting = [days for days in told if _supports(days, one)]
    if not fitting:
        return _unsupported(one, sentence, words, told, grounds)
    if any(not days.said or not days.passage.id for days in fitting) or _SAYS.search(sentence.text):
        return None
    # Only days on which something was said: wrong where what was said names another day for the same thing.
    for days in fitting:
        own = [
            other
            for other in told
            if other.passage.id == days.passage.id and not other.said and len(words & other.words) >= 2
        ]
        if own and not any(_supports(other, one) for other in own) and _is_absolute(one):
            return days.passage.id
    return None


def _is_day_named(one: Resolved, told: Sequence[_Days]) -> bool:
    """Tell whether a passage names the day by its number alone ("on the 12th", 12号), of whatever month it may be."""
    if one.first != one.last:
        return False
    day = one.first.day
    alone = re.compile(rf"\bthe {day}(?:st|nd|rd|th)\b(?! of)|(?<![\d月]){day}[号日]", re.IGNORECASE)
    return any(alone.search(days.passage.text) for days in told)


def _unsupported(
    one: Resolved, sentence: Claimed, words: frozenset[str], told: Sequence[_Days], grounds: Grounds
) -> str | None:
    if _WEEKDAY_ONLY.match(one.phrase.strip()):
        if any(_some_weekday(days, one) for days in told):
            return None
    elif not _is_absolute(one):
        repeated = any(one.phrase.casefold() in days.passage.text.casefold() for days in told)
        if _OPEN.search(one.phrase) or (repeated and (sentence.cites or _names_day(sentence, grounds))):
            return _same_thing(words, told, one) if not repeated and _OPEN.search(one.phrase) else None
        if any(_near(days, one) for days in told):
            return None
    elif _is_day_named(one, told) or (not any(days.passage.id for days in told) and not sentence.cites):
        return None
    rivals = [days for days in told if days.passage.id and words & days.words]
    rivals.sort(key=lambda days: (len(words & days.words), not days.said, days.passage.bound))
    if rivals:
        return rivals[-1].passage.id
    return next((days.passage.id for days in told if days.passage.bound), "")


def _same_thing(words: frozenset[str], told: Sequence[_Days], one: Resolved) -> str | None:
    """Return the passage that gives the same thing another day, where it is plainly the same; None otherwise."""
    for days in told:
        if not days.said and days.passage.id and days.passage.bound and len(words & days.words) >= 3:
            return days.passage.id if not _near(days, one) else None
    return None


def _names_day(sentence: Claimed, grounds: Grounds) -> bool:
    return any(_is_absolute(other) for other in dates_in(sentence.text, grounds.now))


def _is_absolute(one: Resolved) -> bool:
    return bool(_FOUR_DIGITS.search(one.phrase) or not _RELATIVE.search(one.phrase))


def _supports(days: _Days, one: Resolved) -> bool:
    """Tell whether days that were told support a date: it holds them, or is held by a stretch that is as short."""
    if days.year is False or (_is_absolute(one) and not _FOUR_DIGITS.search(one.phrase)):
        return _supports_yearless(days, one)
    if one.first <= days.first and days.last <= one.last:
        return True
    touching = one.first <= days.last and days.first <= one.last
    length = (days.last - days.first).days
    claimed = (one.last - one.first).days
    return touching and (length <= _NEAR_DAYS or claimed * 2 >= length or not _is_absolute(one))


def _supports_yearless(days: _Days, one: Resolved) -> bool:
    """Tell the same of a date without a year, in whatever year."""
    for year in {days.first.year, days.last.year, one.first.year}:
        moved = _in_year(one, year)
        own = days if days.year else None
        if own is None:
            shifted = _in_year(Resolved(start=0, end=0, phrase="", first=days.first, last=days.last), year)
            first, last = shifted
        else:
            first, last = own.first, own.last
        if moved[0] <= first and last <= moved[1]:
            return True
        if moved[0] <= last and first <= moved[1] and (last - first).days <= _NEAR_DAYS:
            return True
    return False


def _in_year(one: Resolved, year: int) -> tuple[date, date]:
    shift = year - one.first.year
    return _moved(one.first, shift), _moved(one.last, shift)


def _moved(day: date, years: int) -> date:
    try:
        return day.replace(year=min(max(day.year + years, 1), 9999))
    except ValueError:
        return day.replace(year=min(max(day.year + years, 1), 9999), day=28)


def _near(days: _Days, one: Resolved) -> bool:
    """Tell whether days lie by a relative date: as far off as the date is long, or a tenth of how long ago it is."""
    slack = timedelta(days=max((one.last - one.first).days, 1))
    return one.first - slack <= days.last and days.first <= one.last + slack


def _some_weekday(days: _Days, one: Resolved) -> bool:
    length = (days.last - days.first).days
    return length >= 6 or any(
        (days.first + timedelta(days=step)).weekday() == one.first.weekday() for step in range(length + 1)
    )


def _known_clocks(grounds: Grounds) -> Iterator[tuple[int, bool]]:
    for text in (*(passage.text for passage in grounds.passages), grounds.question, grounds.about):
        for _, _, minutes, sure in clock_times(text):
            yield minutes, sure
    for moment in (*(passage.said_at for passage in grounds.passages), grounds.now):
        if moment.known and moment.precision is Precision.SECOND:
            yield moment.local().hour * 60 + moment.local().minute, True


def _same_time(minutes: int, sure: bool, known: int, known_sure: bool) -> bool:
    return minutes == known or (not (sure and known_sure) and minutes % 720 == known % 720)


def clock_times(text: str) -> list[tuple[int, int, int, bool]]:
    """Return the times of day in a text as (start, end, minutes after midnight, whether the half of the day is said)."""
    found = []
    for match in _CLOCK.finditer(text):
        time = _minutes(match)
        if time is not None:
            found.append((match.start(), match.end(), *time))
    return found


def _minutes(match: re.Match[str]) -> tuple[int, bool] | None:
    try:
        if match["h"]:
            hour = int(match["h"]) % 12 + (12 if match["half"].casefold() == "p" else 0)
            return (hour * 60 + int(match["m"] or 0), True) if int(match["h"]) <= 24 else None
        if match["h24"]:
            return int(match["h24"]) * 60 + int(match["m24"]), int(match["h24"]) > 12
        if match["noon"]:
            return (0 if match["noon"].casefold() == "midnight" else 720), True
        if match["word"]:
            return english_number(match["word"]) * 60, False
        if match["wordh"]:
            part = 30 if match["to"].casefold() == "half" else 15
            return english_number(match["wordh"]) * 60 + (part if match["way"].casefold() == "past" else -part), False
        return _chinese_minutes(match)
    except ValueError:
        return None


def _chinese_minutes(match: re.Match[str]) -> tuple[int, bool] | None:
    hour, part, rest = chinese_number(match["zh"]), match["zpart"] or "", match["zmin"] or ""
    if hour > 24 or (not part and not rest and hour < 3 and match["zh"] in "一两"):  # 一点 is also "a little"
        return None
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(rest, 0) or (
        chinese_number(rest.rstrip("分")) if rest.rstrip("分半刻") else 0
    )
    if part in _AFTERNOON and hour < 12:
        hour += 12
    return hour * 60 + minute, bool(part) or hour > 12
