"""What words are about: the terms of a text without its grammar, with words of one meaning folded together.

In: text of either language. Out: keys for comparing a question with evidence, so that "live" meets "moved to" and 电影
meets "movie". A key is a search term, the name of a concept in angle brackets, or a label ("resort#A").
"""

from __future__ import annotations

import re
from functools import lru_cache

from duramen.text.segment import terms

# One concept a line: its name, then its words in both languages. A state is something of which one holds at a time.
_STATES = """
live: live lives living lived reside home hometown address apartment moved move moving relocate relocated settle settled | 住 住在 居住 搬 搬到 搬家 搬去 定居 家 我家 你家 家住 新家 老家 住址 地址 租
job: job work works working employer company profession occupation career hired position | 工作 上班 职业 公司 入职 跳槽 岗位 职位 就职 单位
favourite: favorite favourite favorites favourites | 最爱 最喜欢 最喜爱
partner: wife husband boyfriend girlfriend partner married marry wedding single divorced engaged dating | 妻子 丈夫 老公 老婆 男朋友 女朋友 男友 女友 结婚 离婚 单身 婚礼 对象
phone: phone telephone mobile | 电话 手机号 手机 号码
age: age aged birthday born | 年龄 岁 岁数 年纪 生日 出生
school: school university college studying major grade | 学校 大学 专业 年级 中学
"""
_TOPICS = """
like: like likes liked love loves loved enjoy enjoys prefer fond fan hobby hobbies interest interests interested | 喜欢 爱好 热爱 偏爱 喜爱 爱 兴趣 感兴趣 偏好
dislike: dislike hate hates hated dislikes | 讨厌 不喜欢 厌恶
recommend: recommend recommended recommendation recommendations suggest suggested suggestion suggestions advise advice advised propose | 推荐 建议 提议 推 荐
book: book books novel novels reading read title | 书 书籍 小说 读 阅读 书目 一本 看书 读书
film: movie movies film films cinema watched | 电影 影片 片子 科幻片 喜剧片 爱情片 文艺片 纪录片 动作片 看电影
scifi: scifi | 科幻
music: music song songs singer band concert | 音乐 歌 歌曲 歌手 乐队 演唱会 听歌
exhibition: exhibition exhibit exhibits museum gallery display | 展览 博物馆 展品 画展 美术馆 展
food: food dish dishes cuisine cook cooked cooking meal recipe ate eat eating | 菜 菜系 美食 吃 做菜 菜肴 烹饪 料理 食物 一道 厨艺 做饭
trip: trip travel travelled traveled travelling traveling vacation holiday tour tourist visit visited journey | 旅游 旅行 出游 度假 旅行计划 旅程 玩 玩儿 游玩
place: place places attraction attractions spot spots scenery sight sights | 地方 景点 景色 风景 地点 城市
mood: mood feel feeling felt emotion emotions emotional | 心情 情绪 感觉 感受
stress: stress stressed pressure anxiety anxious relax relaxing relaxed relieve relieving depression depressed tension | 压力 焦虑 放松 缓解 舒缓 压抑 减压 紧张 抑郁 烦躁
trouble: trouble troubles problem problems difficulty difficulties issue issues setback challenge challenges | 麻烦 问题 困难 烦恼 困扰 挫折 难题 挑战
exercise: exercise exercising workout fitness gym sport sports | 运动 健身 锻炼 健身房 体育
run: run running ran jog jogging race marathon | 跑 跑步 慢跑 马拉松
hike: hike hiking hiked climbing climb climbed mountain mountains mount | 徒步 爬山 登山 攀登 攀岩 远足
photo: photo photos photograph photography picture pictures shoot shooting camera | 摄影 照片 拍照 拍摄 拍 相机
paint: paint painting paintings painted painter painters drawing draw artist artists | 绘画 画 画画 画家 油画 水彩
learn: learn learned learning study studied studying class classes course courses lesson lessons workshop | 学 学习 学会 课 课程 培训
method: method methods way ways technique techniques tip tips skill skills step steps | 方法 方式 技巧 办法 步骤 做法 窍门
buy: buy bought purchase purchased shopping | 买 购买 买了 购物 购
gift: gift gifts present presents | 礼物 送 送给
game: game games gaming | 游戏
language: english language speaking listening vocabulary | 英语 口语 听力 外语 单词 语言
plan: plan plans planned planning going intend | 计划 打算 准备 安排 规划
start: start started begin began begun | 开始
kid: kid kids child children son daughter | 孩子 小孩 儿子 女儿
family: family parents mother father mom mum dad sister brother grandma grandmother | 家人 父母 妈妈 爸爸 母亲 父亲 姐姐 哥哥 弟弟 妹妹 奶奶 外婆
friend: friend friends | 朋友 好友 伙伴
pet: pet pets dog dogs cat cats puppy kitten | 宠物 狗 猫 小狗 小猫
health: health healthy sick ill illness injury injured hurt | 健康 身体 生病 受伤 病
sleep: sleep slept insomnia asleep | 睡 睡眠 失眠 睡觉
weather: weather rain raining sunny | 天气 下雨 晴 气温 阳光
software: app software program programs tool tools | 软件 应用 工具
show: show shows program programs series tv | 节目 电视 电视剧 综艺 剧
meet: meet met meeting | 见 见面 遇见 认识 遇到
animal: animal animals squirrel | 动物 松鼠
camp: camp camping camped | 露营 野营
speech: speech presentation | 演讲 演说 发言
adopt: adopt adoption adopting | 领养 收养
temper: temperature warm cold | 温暖 冷 炎热 暖和
price: cost costs price prices priced pricing fee fees quote quoted quotes | 价格 价钱 价 费用 收费 报价 多少钱
badminton: badminton | 羽毛球 打羽毛球
"""

# Of one concept, and yet not the same: what is told of one says nothing of another.
_ONES = """
kin#mother: mother mom mum parents | 妈妈 母亲 妈 父母
kin#father: father dad parents | 爸爸 父亲 爸 父母
kin#sister: sister | 姐姐 妹妹
kin#brother: brother | 哥哥 弟弟
kin#grandmother: grandma grandmother | 奶奶 外婆
kin#son: son kid kids child children | 儿子 孩子 小孩
kin#daughter: daughter kid kids child children | 女儿 孩子 小孩
pet#dog: dog dogs puppy pet pets | 狗 小狗 宠物
pet#cat: cat cats kitten pet pets | 猫 小猫 宠物
"""

_EN_STOP = """
a an the this that these those and or but if so of in on at to for from by with about as into over after before during
is am are was were be been being do does did doing done have has had having will would can could shall should may might
must i me my mine myself you your yours we us our they them their he him his she her it its who whom whose what which
when where why how there here then than too very just also not no nor never ever any some all each every both most more
much many other another such only own same again once up down out off yes right really please thank thanks hey hi hello
remember recall tell told mention mentioned say said saying know knew ask asked share shared discuss discussed chat talk
talked call called name names named kind kinds type types sort sorts thing things stuff something anything go goes went
going gone get got gets make made take took taken come came give gave given let want wanted happen happened happening
recent recently currently current now today time times day date long ago last yet still been ve re ll s t d m don doesn
didn isn wasn encounter encountered previously specific exact genre genres content contents topic topics conversation
lot one two first since see saw seen look looked find found use used consult consulted partake partook
"""
_ZH_STOP = """
我 你 您 他 她 它 我们 你们 他们 她们 它们 的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 哦 嗯 是 在 有 和 跟 与 及 或 对 给 把 被 让 使 从 到 向 往 为 于
曾 曾经 还 还是 记得 记 提到 提 提过 说 说过 告诉 告诉过 聊 聊过 聊天 谈 谈到 分享 分享过 问 问过 咨询 什么 啥 哪 哪些 哪个 哪里 哪儿 哪部 哪本 哪天 哪几 谁 多少 几
多久 怎么 怎样 怎么样 如何 为什么 为何 时候 时 什么时候 名字 名 名称 叫 叫做 这 那 这个 那个 这些 那些 这天 那天 一个 一部 一本 一些 一下 一点 一 个 部 本 次 天 号
月 日 年 里 上 中 下 关于 有关 方面 事情 事 内容 东西 话题 主题 好 会 要 想 能 可以 可 不 没 没有 很 都 也 就 最 最近 当时 具体 日期 之前 以前 前 后 后来
然后 现在 目前 今天 昨天 那么 所以 因为 但是 不过 而且 如果 的话 类型 种类 种 样 样子 讲 讲了 讲述 去 来 做 看 看过 用 其 其中 已经 正在 正 又 再 只 才 请 请问 知道 觉得
去过 看到 遇到过 两 三 二 一道 两部 一位 位 那里 这里 那一天 一天 第一次 对话 吧 对吗 感到 非常 特别 比较
"""


def _ones() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for line in filter(None, _ONES.splitlines()):
        name, words = line.split(":", 1)
        for word in words.replace("|", " ").split():
            for term in {word, *(terms(word) if word.isascii() else ())}:
                table.setdefault(term, []).append(f"={name}")
    return table


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in filter(None, (_STATES + _TOPICS).splitlines()):
        name, words = line.split(":", 1)
        for word in words.replace("|", " ").split():
            for term in (word, *terms(word)) if len(terms(word)) == 1 else (word,):
                table.setdefault(term, f"<{name}>")
    return table


_CONCEPTS, _ONE_OF = _table(), _ones()
_STOP = frozenset(
    term for word in (_EN_STOP + _ZH_STOP).split() for term in (word, *(terms(word) if word.isascii() else ()))
)
# 川菜 is a dish, 西班牙料理 too: the last characters of a Chinese word name its kind. The word itself stays a key.
_ENDINGS = tuple(
    (ending, f"<{name}>")
    for name, endings in (
        ("food", "菜 料理 肉 鱼 饭 汤"), ("film", "片 电影"), ("book", "书 小说 文学"), ("music", "歌 曲 音乐"), ("paint", "画 画家"),
        ("exhibition", "画展 博物馆"), ("exercise", "运动 羽毛球"), ("software", "软件"), ("game", "游戏"), ("trip", "游"),
    )
    for ending in endings.split()
)  # fmt: skip
STATES = frozenset(f"<{line.split(':', 1)[0]}>" for line in _STATES.strip().splitlines())
"""Concepts of which one value holds at a time: of two statements about one, the newer replaces the older."""


_CALLED = re.compile(r"(?=叫(?:做|作)?(?:什么|啥))")  # 猫叫什么: the cat, and what it is called
_WORKOUT = re.compile(r"\bwork(?:s|ed|ing)?[ -]?outs?\b", re.IGNORECASE)  # no work in it
_SCIFI = re.compile(r"\b(?:science[ -]fiction|sci[ -]?fi)\b", re.IGNORECASE)
# Meanings of two words together.
_PAIRS = (
    (frozenset((one, two) for one in ("最", "最为") for two in ("喜欢", "爱", "喜爱", "感兴趣")), "<favourite>"),
    (frozenset((("想", "去"), ("想要", "去"), ("想", "到"), ("want", "to"), ("hope", "to"))), "<plan>"),
)


# A sum of money, and "Resort A", "plan B", 方案A: things that only their letter tells apart.
MONEY = re.compile(
    r"[$€£¥￥]\s?\d|\d[\d,.]*\s?(?:(?:k|grand|bucks|dollars?|euros?|pounds|quid|yuan|rmb|usd|aud|nzd|cad|eur|gbp|cny|cents)\b|[万千百]?多?(?:块|元|美元|欧元|英镑|日元))"
    r"|\b(?:aud|usd|nzd|cad|eur|gbp|rmb|cny)\s?\$?\d|[一二两三四五六七八九十百千万]+多?(?:块|元|美元|欧元|英镑)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?P<word>[A-Za-z]{3,}?)s? (?P<letter>[A-HJ-Z])(?:(?:,| and| or| &) (?P<other>[A-HJ-Z]))?(?![\w'’])"
    r"|(?P<before>[\u4e00-\u9fff]{2}) ?(?P<behind>[A-Z])(?![A-Za-z])|(?<![A-Za-z])(?P<ahead>[A-Z]) ?(?P<after>[\u4e00-\u9fff]{2})"
)


_MONTHS = {
    name: f"<month {place}>"
    for place, names in enumerate(
        ("January 1 一", "February 2 二", "March 3 三", "April 4 四", "May 5 五", "June 6 六", "July 7 七", "August 8 八", "September 9 九", "October 10 十", "November 11 十一", "December 12 十二"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
# "May" and "March" are months behind a word that leads to one, or beside a number.
_MONTH = re.compile(
    r"\b(?P<plain>January|February|April|June|July|August|September|October|November|December)\b"
    r"|\b(?:in|for|of|by|until|since|this|next|last|early|late|about|during|\d{1,2}(?:st|nd|rd|th)?)[ -](?P<led>May|March)\b"
    r"|\b(?P<dated>May|March) \d|\b[Mm]id-(?P<mid>May|March)\b|(?P<zh>\d{1,2}|十?[一二三四五六七八九]|十)月"
)


def keys(text: str) -> list[str]:
    """Return the keys of `text` in order, repeats kept; no grammar.

    A word of a concept gives the concept and, behind "=", the word, so that the same word still counts more than
    another of its meaning. Other words give their term. A sum of money is about a price, and labels come last.
    """
    return list(_keys(text))


@lru_cache(maxsize=8192)
def _keys(text: str) -> tuple[str, ...]:
    found = []
    before, previous = "", ""
    for term in terms(_CALLED.sub(" ", _SCIFI.sub("scifi", _WORKOUT.sub("exercise", text)))):
        if len(term) > 2 and term == before + previous:  # 科幻电影 behind 科幻 and 电影 says nothing new
            continue
        concept = _CONCEPTS.get(term)
        found += [concept for pair, concept in _PAIRS if (previous, term) in pair]
        before, previous = previous, term
        if concept:
            found += [concept, f"={term}", *_ONE_OF.get(term, ())]
            found += ["<like>"] if concept == "<dislike>" else []  # the same matter, the other way round
        elif term not in _STOP:
            found.append(term)
            found += [concept for ending, concept in _ENDINGS if len(term) > len(ending) and term.endswith(ending)]
    if "<price>" not in found and MONEY.search(text):
        found.append("<price>")
    months = (match[match.lastgroup or 0] for match in _MONTH.finditer(text))
    found += dict.fromkeys(_MONTHS[month] for month in months if month in _MONTHS)
    return (*found, *_labels(text))


def _labels(text: str) -> list[str]:
    found = []
    for match in _LABEL.finditer(text):
        word = (match["word"] or match["before"] or match["after"]).casefold()
        letters = (match["letter"], match["other"], match["behind"], match["ahead"])
        found += [f"{word}#{letter}" for letter in letters if letter]
    return found


def weight(key: str) -> float:
    """Return how much a key says by itself: names of things most, concepts that fit everywhere and lone digits least."""
    if key in ("<recommend>", "<method>", "<plan>", "<place>", "<start>", "<like>"):
        return 0.5
    if key.startswith("<"):
        return 0.8
    if key.startswith("="):
        return 0.25
    if len(key) == 1:
        return 0.4
    return 1.0
