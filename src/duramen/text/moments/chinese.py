"""Chinese words for days as seen from another day: 昨天, 上周五, 三天前, 去年夏天, 下个月5号, 今晚.

In: nothing but the rules below, which `mentions` runs. Out: `RULES`.

The arithmetic. 上周五 is Friday of the previous Monday-based week, 上上周 one week further, 下周 and 这周 likewise; 上个月,
去年, 前年 and N个月前 are whole units of the calendar; 前几天 and 几天前 are two to six days back. Chinese has no word
borders, so the patterns exclude the words that only look alike (以前天天, 晚上周围, 先天后天).
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from duramen.text.moments import calendar
from duramen.text.moments.calendar import AUTUMN, SPRING, SUMMER, WINTER, Days
from duramen.text.moments.english import edge_of
from duramen.text.moments.numerals import CHINESE_NUMBER, FEW, chinese_number, vague_number
from duramen.text.moments.rules import Rule, Seen, rule

WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 7,
            "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6}  # fmt: skip
SEASONS = {"春": SPRING, "夏": SUMMER, "秋": AUTUMN, "冬": WINTER}
PART = "(?:一早|一大早|大清早|清早|清晨|凌晨|早上|早晨|上午|中午|午后|下午|傍晚|晚上|夜里|深夜|半夜|晚|早|夜)?"
_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2, "大后": 3}
_YEARS = {"大前": -3, "前": -2, "去": -1, "上": -1, "今": 0, "本": 0, "明": 1, "下": 1, "后": 2}
_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
_COUNT = f"(?P<n>{CHINESE_NUMBER}|好几|几|数)"
_WEEK = "(?:周|个?星期|个?礼拜)"
_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2, "前": -1}


def _day_word(match: re.Match[str], seen: Seen) -> Days:
    return calendar.day(seen.day, _DAYS[match["word"]])


def _week_word(match: re.Match[str], seen: Seen) -> Days:
    step = _STEPS[match["way"]]
    named = match["weekday"]
    if not named:
        return calendar.week(seen.day, step)
    weekday = WEEKDAYS[named]
    return calendar.weekend(seen.day, step) if weekday == 7 else calendar.weekday_in_week(seen.day, weekday, step)


def _weekend_word(match: re.Match[str], seen: Seen) -> Days:
    return calendar.weekend(seen.day, _STEPS[match["way"]])


def _month_word(match: re.Match[str], seen: Seen) -> Days:
    step = _STEPS[match["way"]]
    whole = calendar.month(seen.day.year, seen.day.month + step)
    return _inside(whole, match)


def _year_word(match: re.Match[str], seen: Seen) -> Days | None:
    return year_part(seen.day.year + _YEARS[match["word"]], match)


def year_part(year: int, match: re.Match[str]) -> Days | None:
    """Return what follows a year: a month with its day or part, a season, a half, an edge, or the year itself."""
    if match["month"]:
        return _inside(calendar.month(year, _month_number(match["month"])), match)
    if match["season"]:
        return calendar.season(year, SEASONS[match["season"]])
    if match["half"]:
        first = 1 if match["half"] == "上" else 7
        return calendar.join(calendar.month(year, first), calendar.month(year, first + 5))
    if match["edge"]:
        return edge_of(calendar.year(year), _EDGES[match["edge"]])
    return calendar.year(year)


_EDGES = {"初": "start", "头": "start", "中": "middle", "底": "end", "末": "end", "尾": "end"}


def _month_number(words: str) -> int:
    number = chinese_number(words)
    if not 1 <= number <= 12:
        raise ValueError(f"no month {number}")
    return number


def _inside(whole: Days, match: re.Match[str]) -> Days:
    """Return the day or the part of a month that `match` names, the whole month when it names none."""
    if match["day"]:
        return calendar.day(date(whole.first.year, whole.first.month, chinese_number(match["day"])))
    part = match["part"]
    if not part:
        return whole
    return edge_of(whole, {"上旬": "start", "中旬": "middle", "下旬": "end"}.get(part) or _EDGES[part[-1]])


def _ago(match: re.Match[str], seen: Seen) -> Days | None:
    """Read N units before or after; two numerals beside each other (三四天前, 2-3天前) are a range."""
    low, high = _count(match["n"])
    if match["m"]:
        high = chinese_number(match["m"])
    unit = _UNITS[match["unit"]]
    if unit == "year" and high >= 200:  # 2019年前: before 2019
        return None
    if match["half"]:
        return _halves(seen.day, unit, low, 1 if match["way"] == "前" else -1)
    sign = 1 if match["way"] == "前" else -1
    return calendar.join(
        calendar.unit_back(seen.day, unit, sign * low), calendar.unit_back(seen.day, unit, sign * high)
    )


def _count(words: str) -> tuple[int, int]:
    vague = vague_number(words)
    if vague:
        return vague
    digits = "一二三四五六七八九"
    if len(words) == 2 and words[0] in "一两二三四五六七八" and words[1] in digits:
        return chinese_number(words[0]), chinese_number(words[1])
    return (chinese_number(words),) * 2


def _halves(base: date, unit: str, whole: int, sign: int) -> Days:
    if unit == "year":
        return calendar.unit_back(base, "month", sign * (12 * whole + 6))
    length = 30 if unit == "month" else 7 if unit == "week" else 1
    middle = -sign * (length * whole + length // 2)
    slack = 3 if unit == "month" else 0
    return calendar.days_between(base, middle - slack, middle + slack)


def _half_ago(match: re.Match[str], seen: Seen) -> Days:
    sign = 1 if match["way"] == "前" else -1
    return _halves(seen.day, "year" if match["unit"] == "年" else "month", 0, sign)


def _hours_ago(match: re.Match[str], seen: Seen) -> Days:
    low, high = _count(match["n"]) if match["n"] != "半" else (1, 1)
    hours = match["unit"] in ("小时", "钟头")
    if seen.at is None:  # the hour is not known: a few hours back may be the day before
        return calendar.days_between(seen.day, -1 if hours else 0, 0)
    step = timedelta(hours=1) if hours else timedelta(minutes=1)
    return Days(first=(seen.at - high * step).date(), last=(seen.at - low * step).date())


def _span(match: re.Match[str], seen: Seen) -> Days:
    """Read 最近三天, 过去两个月, 这几年: from that many units back to the day itself."""
    _, high = _count(match["n"])
    unit = _UNITS[match["unit"]]
    if unit in ("day", "week"):
        return calendar.days_between(seen.day, -high * (1 if unit == "day" else 7), 0)
    whole = calendar.month(seen.day.year, seen.day.month - high * (12 if unit == "year" else 1))
    return Days(first=min(whole.first + timedelta(days=seen.day.day - 1), whole.last), last=seen.day)


_IN_MONTH = rf"(?:的?(?P<day>{CHINESE_NUMBER})[日号](?!线|楼|门|店)|的?(?P<part>月?[初底末]|[上中下]旬))?"
IN_YEAR = (
    rf"(?:的?(?P<month>{CHINESE_NUMBER})月份?{_IN_MONTH}|的?(?P<season>[春夏秋冬])[天季日]?(?!节|游|令营|装|运|招)|"
    rf"(?P<half>[上下])半年|年?(?P<edge>[初中底末头尾])(?!级|学|中))?"
)
_UNIT = "天|日|周|个?星期|个?礼拜|个?月|年"
_WHOLE = "(?P<unit>天|周|(?<=个)星期|星期|(?<=个)礼拜|礼拜|(?<=个)月|年)"
RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:(?P<word>大前|(?<![以目之从天年月周期拜生面提眼先空史])前|昨|今|明|大后|(?<![先之以然天年月周期拜最背今])后)[天日](?![天气赋性才份])|"
        rf"(?P<short>昨|今|明)(?=[晚早晨夜儿](?!上好|安)))(?:儿个?)?{PART}",
        lambda m, s: calendar.day(s.day, _DAYS[m["word"] or m["short"]]),
    ),
    rule(r"刚才|方才|(?<![一])刚刚(?!好|开始|满)", lambda _, s: calendar.day(s.day)),
    rule(rf"(?<![早晚马天一以])(?P<way>上上|上|这|本|下下|下)(?:一|个)?(?:周|星期|礼拜)(?![围边密全到转期折刊岁年])(?P<weekday>[一二三四五六日天末1-7](?![0-9年月日岁]))?{PART}", _week_word),
    rule(rf"(?P<way>上上|上|这|本|下下|下)一?个周末{PART}", _weekend_word),
    rule(rf"(?<![早晚马天一以])(?P<way>上上|上|这|本|下下|下)(?:一?个|一)?月(?![亮球光薪饼季底初末色经票])(?:份)?{_IN_MONTH}{PART}", _month_word),
    rule(r"(?P<way>上上|上|这|本|下下|下)(?:一?个|一)?月(?P<day>)(?P<part>[初底末])", _month_word),
    rule(rf"(?P<word>大前|(?<![以目之从天年月周期拜生面提眼])前|(?<![过失死离])去|今|(?<![光鲜聪])明|(?<![先之以然天年月周期拜最今])后)年(?![轻龄纪代级薪会货味终度夜]){IN_YEAR}{PART}", _year_word),
    rule(rf"(?<![第\d.]){_COUNT}(?:[-~到至、或](?P<m>{CHINESE_NUMBER}))?个?(?P<half>)(?P<unit>天|日|周|星期|礼拜|(?<=个)月|年)(?:多)?(?:以|之)?(?P<way>前)(?![后前方途往进])", _ago),
    # 三天后 looks ahead at the head of a clause, after 再过, or before a word of intention; elsewhere it tells a story.
    rule(rf"(?:(?:^|(?<=[，。！？；、\s,])|(?<=[我们在于将会就等]))(?:再?过)?|再过|过){_COUNT}(?P<m>)个?(?P<half>)(?P<unit>天|周|星期|礼拜|(?<=个)月|年)(?P<way>(?:以|之)?后)(?=[，,]?我?们?[要将会就是有准打考去出开])", _ago),
    rule(rf"(?<![第\d.])(?P<n>{CHINESE_NUMBER})(?P<m>)个?(?P<half>半)(?P<unit>星期|礼拜|月)(?:以|之)?(?P<way>前)", _ago),
    rule(rf"(?<![第\d.])(?P<n>{CHINESE_NUMBER})(?P<m>)(?P<unit>[天年周])(?P<half>半)(?:以|之)?(?P<way>前)", _ago),
    rule(r"(?<![一二两三四五六七八九十\d个])(?:大)?半个?(?P<unit>年|月)多?(?:以|之)?(?P<way>前|后)", _half_ago),
    rule(rf"(?P<n>{CHINESE_NUMBER}|几|半)个?(?P<unit>小时|钟头|分钟)(?:以|之)?前", _hours_ago),
    rule(r"(?:前些天|(?<![以之目])前几[天日]|前些日子)", lambda _, s: calendar.days_between(s.day, -FEW[1], -FEW[0])),
    rule(r"(?<![以之目])前[两二](?:天|日)", lambda _, s: calendar.days_between(s.day, -3, -1)),
    rule(r"(?:这几天|这两天|近几天|最近几天|近日)", lambda _, s: calendar.days_between(s.day, -FEW[1], 0)),
    rule(rf"(?:最近|过去|近)(?:的|这)?{_COUNT}个?(?P<unit>天|日|周|星期|礼拜|(?<=个)月|年)", _span),
    rule(r"(?:今年)?年初(?![一二三四五六七八])", lambda _, s: edge_of(calendar.year(s.day.year), "start")),
)  # fmt: skip
