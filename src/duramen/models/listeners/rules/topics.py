"""What a leaf is called when somebody speaks of it ("my phone number", 我的微信号): data only."""

from __future__ import annotations

import re

_WORDS = {
    "identity.name": (r"my (?:real |full )?name", r"名字|姓名|真名"),
    "identity.address": (r"nickname|what you call me|calling me|call me|titles?", r"称呼|昵称|外号|叫我"),
    "identity.gender": (r"my gender|pronouns", r"性别"),
    "identity.birthday": (r"my (?:birthday|age|date of birth)", r"生日|年龄|岁数|出生"),
    "identity.origin": (r"home ?town|where i(?:'m| am) from|nationality", r"老家|籍贯|家乡|国籍"),
    "home.city": (r"where i live|my city|my town", r"住的城市|我住哪|住哪儿|所在城市"),
    "home.dwelling": (r"my (?:flat|house|living situation|home)", r"住房|房子|合租"),
    "work.occupation": (r"my (?:job|work|employer|profession)|where i work", r"工作|职业|单位|公司"),
    "work.projects": (r"(?:the|my) project", r"项目"),
    "family.partner": (r"my (?:ex|partner|relationship|break-?up|divorce|marriage|wife|husband|boyfriend|girlfriend)|break-?up", r"前任|感情|对象|男朋友|女朋友|老公|老婆|分手"),
    "family.children": (r"my (?:kids?|children|son|daughter)", r"孩子|儿子|女儿|娃"),
    "family.parents": (r"my (?:parents|mother|father|mum|dad|mom)", r"爸|妈|父母|父亲|母亲"),
    "pets.animals": (r"my (?:pets?|dog|cat)|a dog|a cat|pets?", r"宠物|养猫|养狗|养的"),
    "health.conditions": (r"my (?:diagnosis|illness|condition|health|depression|pregnancy)", r"病|抑郁|怀孕|诊断"),
    "health.allergies": (r"allerg\w+", r"过敏"),
    "health.medication": (r"medication|meds|pills|tablets", r"吃药|药"),
    "health.fitness": (r"my (?:weight|height)", r"体重|身高"),
    "diet.habits": (r"my diet|vegetarian|vegan", r"饮食|忌口|吃素|素食"),
    "finance.situation": (r"my (?:salary|income|debts?|savings|finances|money|pay|mortgage|rent|wage)|what i (?:earn|make)", r"工资|收入|存款|欠|负债|贷款|房贷|月薪|薪水|财务"),
    "contact.details": (r"(?:phone|mobile|my) number|my (?:e-?mail|address|handle|phone)|e-?mail address|home address", r"电话|手机号|邮箱|地址|微信号?|号码|QQ|门牌"),
    "beliefs.values": (r"my (?:religion|faith|politics|beliefs)", r"信仰|宗教|政治"),
    "mood.current": (r"how i (?:felt|feel|was feeling)|my mood", r"心情|情绪"),
    "goals.plans": (r"the (?:trip|plan|appointment|flight)|my (?:trip|plans?|appointment|flight)", r"计划|行程|安排|预约"),
    "goals.longterm": (r"(?:that|my|the) (?:goal|dream|aim)", r"目标|梦想"),
    "communication.boundaries": (r"boundar\w+|may mention|can mention|talk about it again|can (?:bring|ask)", r"可以提|可以聊|不用避讳|禁忌|能提"),
    "communication.style": (r"emojis are (?:fine|ok|okay)|(?:short|long) answers", r"回答方式|语气|表情"),
    "routines.daily": (r"my routine|my schedule", r"作息|日程"),
    "likes.hobbies": (r"my hobby", r"爱好"),
}  # fmt: skip
TOPICS = {
    path: {"en": re.compile(rf"\b(?:{english})\b", re.IGNORECASE), "zh": re.compile(chinese)}
    for path, (english, chinese) in _WORDS.items()
}


def speaks_of(text: str, path: str, language: str) -> bool:
    """Tell whether a text names what a leaf is about."""
    return path in TOPICS and bool(TOPICS[path][language].search(text))
