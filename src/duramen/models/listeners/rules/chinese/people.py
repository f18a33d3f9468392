"""Chinese clauses about the people around the person: whom they name, and what is said of them."""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.words import KIN, NUMBER

_OWNER = r"(?:我|俺|咱|我们|咱们)?(?:家|们家|屋头|们)?(?:的|里|那个?|有个|有一个|这个|有一?位)?"
_MUST = r"(?:我|俺|咱|我们|咱们)(?:家|们家|屋头|们)?(?:的|里|那个?|有个|有一个|这个|有一?位)?"
_NAME = r"(?:[小老阿大][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3})"
_STATIVE = re.compile(
    rf"^(?P<adv>(?:也|都|还|又|现在|今年|去年|最近|上[^，]{{1,3}}|昨天|前天|从小|一直|特别|超级?|很|非常|最|比较|挺|马上|快|刚|已经|才|以前|之前|常年|平时|就|真的|算是|属于|只|可|前年|年轻时|\d+月|明年|下[^，]{{1,3}})*)"
    rf"(?:是|在|叫|姓|属|有|没有?(?!空|说|来)|喜欢|爱|讨厌|恨|会|能|不(?:喜欢|爱|吃|喝|会|能|住)|怕|对[^，]+过敏|得了?|查出|确诊|患|去世|过世|走了|没了|退休|高考|中考|考研|考(?:上|起|了|入|研)|毕业|结婚|离婚|怀孕|怀了|生了|当|做|开|教|读|念|上(?:小学|初中|高中|大学|幼儿园|班|大|一年级|[一二三四五六]年级)|住|养|{NUMBER}(?:多)?(?:岁|了|多)|[二三四五六七八九]十|严|抠|凶|调走|辞职|升|退伍|搬|跑|做饭|打|玩|练|学|信|钢琴|比我|性格|脾气|身体|血压|糖尿|高血压|脑梗|住院|中风|瘫|摔|一个人|常|天天|每天|经常|老是|年纪|内向|外向|细心|很?照顾|爱好|也是|种|卖|修|送|摆|跳|唱|画|拉|弹)"
)
_DEGREE = re.compile(
    r"^(?:也|都|这人)?(?:特别|超级?|很|非常|挺|比较|有点|巨|贼)(?!想|要|气|担心|生气|急|忙|累|烦)[^，]{1,5}$"
)
_REFUSED = re.compile(
    r"^(?:也|都|还|又|老|总|今天|刚|刚刚|昨天|非|就)*(?:说|问|让|叫我|喊我|催|嫌|要我|给我|给他|想|觉得|不让|劝|骂|送我|打电话|发|来了|回来|推荐|告诉|以为|答应|同意|不同意|请我|找我|陪我|帮我|在(?:说|问|催|打电话|旁边|这|家等|叫)|是不是|会不会|能不能|要过生日|要来|在不在|生气|(?:经常|老是?|总是?)?对我)"
)
_PATTERNS = {path: (re.compile(rf"^{_MUST}(?P<kin>{words})(?:，|他|她|呢|嘛)?(?P<rest>[^，].*)$"), re.compile(rf"{_MUST}(?P<kin>{words})(?P<name>{_NAME}(?=$|[，,。]))?")) for path, words in KIN.items()}  # fmt: skip
_PRONOUN = re.compile(r"^(?:他|她|它|他们|她们|人)(?P<rest>.+)$")
_MY_COLLEGE = re.compile(r"^(?:我|咱)们?(?:家)?(?:老师|同学|领导|老板)们?都")
_DROP = re.compile(r"^(?:是个|是一个|是一名|是)")
_TAIL = re.compile(r"(?:了|的)$")


def about(text: str) -> tuple[str, str, str] | None:
    """Return (path, kin, value) of a clause that says something lasting of a relation: 姐姐在上海当老师."""
    if _MY_COLLEGE.match(text):
        return None
    for path in (
        "family.partner",
        "family.children",
        "family.relatives",
        "family.parents",
        "social.friends",
        "social.colleagues",
    ):
        found = _PATTERNS[path][0].match(text)
        if found is None:
            continue
        for named in (0, 2, 3):
            name, rest = found["rest"][:named], found["rest"][named:].lstrip("，")
            if told(rest):
                return path, found["kin"] + name, f"{found['kin']}{name}{'，' if name else ''}{rest}"
        return None
    return None
    return None


def alone(text: str) -> tuple[str, str] | None:
    """Return (path, kin with name) of a clause that names a relation and says no more: 我闺蜜柳柳."""
    for path, (_, pattern) in _PATTERNS.items():
        if (found := pattern.fullmatch(text)) is not None and found["name"]:
            return path, found["kin"] + found["name"]
    return None


def told(rest: str) -> bool:
    """Tell whether a predicate says something that lasts."""
    return not _REFUSED.match(rest) and bool(_STATIVE.match(rest) or _DEGREE.match(rest)) and len(rest) <= 40


def mention(text: str) -> tuple[str, str] | None:
    """Return (path, kin) of the relation named last in a clause."""
    found = [
        (match.start(), path, match["kin"] + (match["name"] or ""))
        for path, (_, pattern) in _PATTERNS.items()
        for match in pattern.finditer(text)
    ]
    return max(found)[1:] if found else None


def of_pronoun(text: str) -> str | None:
    """Return what a clause says of 他 or 她; None when it says nothing lasting."""
    found = _PRONOUN.match(text)
    return found["rest"] if found and told(found["rest"]) else None
