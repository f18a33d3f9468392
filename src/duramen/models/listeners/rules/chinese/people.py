"""Chinese clauses about the people around the person: whom they name, and what is said of them."""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.words import ILLNESS, KIN, NUMBER

_WHICH = r"(?:的|里|那个?|有个|有一个|这个|有一?位|最好的|最铁的|最要好的|大学的?|高中的?|初中的?|小学的?|研究生|现在的?|以前的?|现任|公司的?|单位的?|部门的?|组里的?|带的|教的|手下的|新来的|隔壁的?|楼下的?|楼上的?|对门的?|亲|远房|一个|一位|几个|家)*"
_MUST = rf"(?:我|俺|咱|我们|咱们)(?:家|们家|屋头|们)?{_WHICH}"
_NAME = r"(?:[小老阿大][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}|[A-Z][a-z]{1,9})"
_SCHOOL = r"(?:小学|初中|高中|中学|大学|幼儿园|学前班|托班|[小中大]班|[一二三四五六初高大研博][一二三四五六]?年?级?(?![点些天])|研究生|本科|专科|大专|中专|技校|职高|夜班|白班|早班|班|补习班)"
_STATIVE = re.compile(
    rf"^(?P<adv>(?:也|都|还|又|现在|今年|去年|最近|上[^，]{{1,3}}|昨天|前天|从小|一直|特别|超级?|很|非常|最|比较|挺|马上|快|刚|已经|才|以前|之前|下个?月|月底|年底|常年|平时|就|真的|算是|属于|只|可|前年|年轻时|\d+月|[一二三四五六七八九十]+月|明年|下[^，]{{1,3}}|退休前|退休后|每[^，]{{1,2}}|本来|其实|目前|总共|老)*)"
    rf"(?:早就?离了|{ILLNESS}|是(?!不是|你|说|让|想|来)|在(?!说|问|催|打电话|旁边|这|家等|叫|生气|吃饭|睡|等|看|找)|叫(?!我|你)|姓|属|有(?!空|事|时|点|人)|没有?(?!空|说|来|事)|喜欢|爱|讨厌|恨|会(?!来|去|不会)|能(?!不能)|不(?:喜欢|爱|吃|喝|会|能|住|抽|上班|工作|识字)|怕|对[^，]+过敏|[^，]{{1,6}}过敏|得了?(?!到|罪|意|奖)|查出|确诊|患|去世|过世|走了$|没了$|退休|高考|中考|考研|考(?:上|起|入|研)|毕业|结婚|离婚|怀孕|怀了|生了|生(?:孩子|娃|二胎)|当|做(?!梦|错|了$)|开(?!心|始|玩笑|学|会|门|口)|教(?!我)|读|念(?!叨)|上{_SCHOOL}|住(?!我)|养|{NUMBER}(?:多|个|周)?(?:岁|了|多|月)|[二三四五六七八九]十|满月|周岁|断奶|(?:预产期|生日|忌日)|严|抠|凶|调走|辞职|升|退伍|搬|跑(?!了|来|去)|做饭|打(?!电话|我|你|来)|玩|练|学(?!校)|信(?!我|你)|钢琴|比我|大我|小我|性格|脾气|身体|腿脚|眼睛|耳朵|记性|血压|血糖|糖尿|高血压|脑梗|住院|中风|瘫|摔|一个人|常|天天|每天|每周|经常|老是|年纪|内向|外向|细心|很?照顾|爱好|也是|种|卖|修|送(?!我)|摆|跳|唱|画|拉|弹|吹|半夜|总是|厨艺|手艺|工作|成绩|(?:跟|和|与)我们?(?:一起)?(?:住|过|同岁|同龄|是)|(?:跟|和)(?!我说|你)[^，]{{1,6}}(?:住|过|离|结婚|分)|嫁|娶|打工|留学|创业|失业|下岗|破产|戒|抽烟|喝酒|吃素|手术|化疗|带了我|带(?:孩子|娃|队|毕业班)|管(?!我)|死活不|从来不|不在了|认识我?|支持|[\u4e00-\u9fff]{{1,6}}(?:一口不|从来不|死活不|都不|一点不)(?:吃|碰|沾|喝))"
)
_DEGREE = re.compile(
    r"^(?:也|都|这人|人)?(?:特别|超级?|很|非常|挺|比较|有点|巨|贼)(?!想|要|气|担心|生气|急|忙|累|烦|开心|高兴|难过|失望|伤心|喜欢这|喜欢我|满意|好$)[^，]{1,5}$"
)
_REFUSED = re.compile(
    r"^(?:也|都|还|又|老|总|今天|刚|刚刚|昨天|非|就|总是|老是|经常)*(?:说|问|让|叫我|喊我|催|嫌|要我|给我|给他|想(?!当)|觉得|不让|劝|骂|送我|打电话|发(?!福|际|烧)|来了|回来|推荐|告诉|以为|答应|同意|不同意|请我|找我|陪我|帮我|在(?:说|问|催|打电话|旁边|这|家等|叫)|是不是|会不会|能不能|要过生日|要来|在不在|生气|(?:经常|老是?|总是?)?对我|不喜欢(?:总|我|这)|喜欢(?:我|这|欺负|取笑)|带我们做|的(?!生日|名字))|.*(?:让|叫|催|逼|骂|劝|给|帮|找|陪|问|教)(?:着|过|会)?我"
)
# The clause only says when, or speaks of what is between the two.
_HALF = re.compile("(?:以后|之后|的时候|时候?|之前|以前|的话)$|我的|你|总是盯|自己的?错")
_PATTERNS = {path: (re.compile(rf"^{_MUST}(?P<kin>{words})(?:，|他|她|呢|嘛)?(?P<rest>[^，].*)$"), re.compile(rf"{_MUST}(?P<kin>{words})(?P<name>{_NAME}(?=$|[，,。]))?")) for path, words in KIN.items()}  # fmt: skip
_SETTLED = (
    rf"(?P<rest>(?:今年|才|也|都|快|马上|已经|刚|现在|还|又|，|去年|从小|一直)*(?:(?:是(?!不是|你|他|她|这|那|谁|说|让)|姓|叫(?!我|你)|属)[^，]+|在(?!家|这|那|旁|看|吃|睡|等|找|说)[^，]{{1,10}}(?:上班|工作|上学|读书|读[^，]{{1,4}}|念[^，]{{1,4}}|当[^，]{{1,5}}|做[^，]{{1,6}}|教书|打工|开[^，]{{1,5}}|卖[^，]{{1,5}})"
    rf"|(?:有|得了|查出)?{ILLNESS}[^，]{{0,6}}|(?:常年|一直|平时)[^，]{{2,10}}|{NUMBER}(?:岁|个月|周岁)[^，]{{0,5}}|满月|满{NUMBER}(?:岁|个月)|对[^，]{{1,8}}过敏|[^，]{{1,4}}过敏|(?:上|读|念)?(?:{_SCHOOL})[^，]{{0,4}}|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|(?:高考|中考|考研|考公|毕业|结婚|离婚|升[^，]{{1,3}}|上岸)完?了|退休[^，]{{0,6}}|(?:前年|去年|{NUMBER}年前)?(?:走了|去世|过世)[^，]{{0,4}}|(?:下个?月|月底|年底)(?:生|要生|结婚|预产期)[^，]{{0,4}}|不(?:吃|喝|抽)[^，]{{1,4}}|开(?!心|始|玩笑|学|会|门)[^，]{{1,6}}(?:店|公司|馆|厂)|当[^，]{{1,5}}))$"
)
_BARE = {
    path: re.compile(rf"^(?P<kin>{words}){_SETTLED}")
    for path, words in (
        (
            "family.partner",
            "老公|老婆|媳妇儿?|爱人|对象|男朋友|女朋友|男友|女友|未婚[夫妻]|老伴儿?|前夫|前妻|前男友|前女友",
        ),
        (
            "family.children",
            "(?:[大小二俩两])?(?:个)?(?:儿子|女儿|闺女|孩子)|老大|老二|老三|大宝|二宝|小宝|俩?娃|宝宝|崽崽?",
        ),
        ("family.parents", "爸妈|父母|爸爸妈妈|老爸|老妈|我?爹|姥姥|姥爷|外婆|外公|爷爷|奶奶"),
        ("family.relatives", "婆婆|公公|公婆|岳父|岳母|丈母娘|老丈人|[大二小]姑子|小姨子|嫂子|姐夫|妹夫"),
        ("social.friends", "闺蜜|发小|室友|舍友|房东|邻居"),
        ("social.colleagues", "导师|班主任|同桌|(?:新|顶头|直属|新来的)?(?:老板|领导|主管|经理|总监|组长|上司)"),
    )
}
_NEIGHBOUR = re.compile(
    r"^(?:我们?|我家|俺|咱)?(?P<kin>(?:楼上|楼下|隔壁|对门|邻居)(?:的|邻居)?(?:[老小][\u4e00-\u9fff]|[\u4e00-\u9fff](?:阿姨|大爷|大妈|大叔|叔|婶|姐|哥|奶奶|爷爷|老师)))(?P<rest>.+)$"
)
_SPOKEN_OF = {
    path: re.compile(rf"^(?:想)?(?:给|和|跟|送|帮|陪|带|去看|看望|接)?(?P<kin>{words})(?!节|会|班|级|们)")
    for path, words in KIN.items()
    if path != "social.colleagues"
}
_POINTS = re.compile("那边|那里|那儿|这边|这里|这儿|这样|那样")
_PRONOUN = re.compile(r"^(?:他们?|她们?|人)(?P<rest>.+)$")
_MY_COLLEGE = re.compile(r"^(?:我|咱)们?(?:家)?(?:老师|同学|领导|老板)们?都")
_NO_NAME = re.compile(
    "[到为这那没也都还又就很不在有了的我你他她它们是对给把被让和跟去来说想要会能上下每从才刚老太最挺个一两三天年月岁做当开打]"
)


def about(text: str) -> tuple[str, str, str] | None:
    """Return (path, kin, value) of a clause that says something lasting of a relation: 姐姐在上海当老师."""
    if _MY_COLLEGE.match(text):
        return None
    if (near := _NEIGHBOUR.match(text)) is not None and told(near["rest"].lstrip("，")):
        return "social.friends", near["kin"], f"{near['kin']}，{near['rest'].lstrip('，')}"
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
            if named and (path == "family.parents" or (name[0] not in "小阿老" and _NO_NAME.search(name))):
                continue
            if told(rest):
                return path, found["kin"] + name, f"{found['kin']}{name}{'，' if name else ''}{rest}"
        return None
    return _bare(text)


def _bare(text: str) -> tuple[str, str, str] | None:
    """Return what a clause says of a relation that everybody has one of: 老公在铁路上班, 女儿上小学三年级."""
    for path, pattern in _BARE.items():
        if (found := pattern.match(text)) is not None and len(text) <= 24 and "我" not in found["rest"]:
            return path, found["kin"], found["kin"] + found["rest"]
    return None


def _name(words: str | None) -> str:
    """Return words behind a relation if they can be a name, else ""."""
    return "" if not words or (words[0] not in "小阿老" and _NO_NAME.search(words)) else words


def of_another(text: str) -> bool:
    """Tell whether a clause has a relation as its subject: what it says is not said of the person."""
    return any(pattern.match(text) for _, pattern in _PATTERNS.values())


def alone(text: str) -> tuple[str, str] | None:
    """Return (path, kin with name) of a clause that names a relation and says no more: 我闺蜜柳柳."""
    for path, (_, pattern) in _PATTERNS.items():
        if (found := pattern.fullmatch(text)) is not None:
            return path, found["kin"] + (found["name"] or "")
    return None


def told(rest: str) -> bool:
    """Tell whether a predicate says something that lasts."""
    return (
        len(rest) <= 40
        and not _REFUSED.search(rest)
        and not _HALF.search(rest)
        and bool(_STATIVE.match(rest) or _DEGREE.match(rest))
    )


def mention(text: str) -> tuple[str, str] | None:
    """Return (path, kin) of the relation named last in a clause."""
    found = [
        (match.start(), path, match["kin"] + (_name(match["name"])))
        for path, (_, pattern) in _PATTERNS.items()
        for match in pattern.finditer(text)
    ]
    if found:
        return max(found)[1:]
    return next(
        ((path, bare["kin"]) for path, pattern in _SPOKEN_OF.items() if (bare := pattern.match(text)) is not None), None
    )


_ASKED = {
    path: re.compile(rf"(?P<kin>{words})[^？?，。]{{0,4}}(?:多大|几岁|叫什么|叫啥|几年级|做什么|干什么|什么工作|在哪)")
    for path, words in KIN.items()
}
_ASKED_PRONOUN = re.compile(
    "(?:他|她|TA|ta)[^？?，。]{0,4}(?:多大|几岁|叫什么|叫啥|几年级|做什么|干什么|什么工作|在哪)"
)


def asked_about(question: str, relation: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return (path, kin) of the relation whose name, age or work a question asks for; 她 is the relation named last."""
    for path, pattern in _ASKED.items():
        if (found := pattern.search(question)) is not None:
            return path, found["kin"]
    return relation if relation and _ASKED_PRONOUN.search(question) else None


def of_pronoun(text: str) -> str | None:
    """Return what a clause says of 他 or 她; None when it says nothing lasting."""
    found = _PRONOUN.match(text)
    return found["rest"] if found and told(found["rest"]) and not _POINTS.search(found["rest"]) else None
