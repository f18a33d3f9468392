"""Chinese questions that an assistant asks about the person: which leaf an answer belongs to, and how one reads as a statement."""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.words import PLACE

_ROWS = [
    ("identity.name", r"^(?!.*(?:它|他|她|猫|狗|宠物|孩子|宝宝|女儿|儿子|店|乐队|书|歌|项目)).*(?:叫什么(?:名字)?|(?:您|你)的?(?:名字|姓名|贵姓)|贵姓|尊姓大名|落款(?:写|用|是)?谁|署名(?:写|用)?谁|署谁的名)"),
    ("identity.address", r"(?:怎么|如何|该怎么)称呼|叫(?:您|你)什么"),
    ("identity.birthday", r"(?:您|你)(?:今年)?(?:多大|几岁|的?年龄|哪年出生|什么时候生日)|生日.*(?:哪[一]?天|几号|什么时候)|(?:哪[一]?天|几号|几月)[^？?]{0,3}生日"),
    ("identity.origin", rf"(?:老家|家乡|籍贯)(?:是|在)?哪|哪里人|哪儿人|是哪的人|(?:您|你)(?:也)?是{PLACE}人"),
    ("identity.languages", r"会(?:说|讲)?(?:哪些|什么|几种)语言|母语"),
    ("home.city", r"(?:您|你)?(?:住|人|现在|目前)在(?:哪|什么城市|哪个城市)|在哪(?:个城市|座城市|里住|儿住)|哪个城市|坐标哪"),
    ("home.dwelling", r"(?:一个人住|和谁(?:一起)?住|租房|住的(?:是|什么))"),
    ("work.occupation", r"做什么(?:工作|行业|的)|什么(?:工作|职业|行业)|从事什么|在哪(?:里|儿)?(?:上班|工作)|干哪行|哪一行"),
    ("work.projects", r"(?:在|最近)?(?:忙|做)什么(?:项目|研究|课题)"),
    ("education.background", r"(?:学|读|念)(?:的)?(?:是)?什么专业|什么专业|哪(?:个|所)(?:学校|大学)|(?<!老)大几(?!岁)|几年级|读几年级"),
    ("pets.animals", r"养(?:了|的|过)?(?:什么|哪些|几只|的是)|什么(?:宠物|品种)|有宠物"),
    ("health.allergies", r"(?:对什么|什么东西|有什么|食物)?过敏(?!.*(?:对吗|是吗|对吧))|忌口"),
    ("health.medication", r"(?:吃|用|服)(?:什么|哪些|的什么)药"),
    ("diet.habits", r"(?:饮食|吃)(?:上)?有什么(?:习惯|限制|禁忌)"),
    ("likes.food", r"(?:喜欢|爱|想)吃(?:什么|哪)|最爱吃|什么口味"),
    ("likes.music", r"(?:喜欢|爱|常|平时)听(?:什么|哪|谁)|什么(?:音乐|歌手|乐队)"),
    ("likes.films", r"(?:喜欢|爱|偏好|偏爱)(?:看)?(?:什么|哪(?:种|类|部))(?:类型)?(?:的)?(?:电影|剧|片)?.*(?:电影|片|剧|类型)|什么类型的(?:电影|片|剧)"),
    ("likes.books", r"(?:喜欢|爱|在|平时)(?:看|读)(?:什么|哪)(?:书|类|作家)?.*书|什么书|哪[位些个]作家"),
    ("likes.games", r"(?:喜欢|爱|在|平时)?玩(?:什么|哪)(?:些|款|种)?游戏|什么游戏"),
    ("likes.sports", r"(?:喜欢|做|玩)?什么运动|支持哪(?:支|个)|哪支球队"),
    ("likes.hobbies", r"什么(?:兴趣)?爱好|(?:平时|业余|闲暇|空闲)(?:时间)?(?:喜欢)?(?:做|干)(?:点)?(?:什么|啥)"),
    ("likes.travel", r"喜欢(?:去)?(?:什么|哪)(?:样的|种)?(?:地方|旅行)|(?:山还是海|看山还是看水)"),
    ("likes.other", r"(?:喜欢|最爱)什么颜色|什么颜色"),
    ("dislikes.food", r"(?:什么|哪些|啥).{0,3}(?:不吃|不爱吃|不喜欢吃|讨厌吃)|(?:不吃|不喜欢吃|不爱吃|讨厌吃)(?:什么|哪)"),
    ("personality.traits", r"(?:什么样的|怎样的)性格|性格(?:怎么样|如何|是)|形容(?:一下)?自己"),
    ("goals.longterm", r"(?:目标|梦想|理想)(?:是|有)?什么"),
    ("routines.sleep", r"几点(?:睡|起|上床)|睡(?:得|眠)(?:怎么样|好吗)"),
    ("routines.exercise", r"(?:多久|每周|一周|平时)[^？?，]{0,4}(?:运动|锻炼|健身|练)|怎么(?:锻炼|练)"),
    ("health.fitness", r"身高|体重|多高|多重|体脂"),
    ("routines.daily", r"通勤(?:多久|要)|(?:怎么|几点)上班|几点(?:下班|出门|到家)"),
    ("belongings.things", r"(?:用|开|骑)(?:的)?(?:是)?什么(?:车|手机|电脑|相机|型号)|什么型号|现在手里有"),
    ("communication.style", r"(?:希望|喜欢)我(?:怎么|如何|用什么)(?:回答|说话|回复)"),
]  # fmt: skip
ASKED = [(path, re.compile(pattern)) for path, pattern in _ROWS]
NO_ANSWER = re.compile("你是说|什么意思|你能|你猜|帮我|给我|推荐|随便|干嘛")

_TAG = re.compile(r"[，,]?(?:对吗|对吧|是吗|是吧|对不对|是不是|没错吧|可以吗|好吗|吗|吧|呢)+[?？]*$")
_YOU = re.compile(
    r"^.*?(?:您|你)(?:们)?(?=是|住|在|叫|姓|喜欢|爱|不|对|养|有|吃|做|会|属|想|家|讨厌|怕|也|一直|现在|目前|平时|应该是)"
)


def stated(question: str) -> str | None:
    """Return a yes-no question about 你 as a statement about 我: 你是素食者吗 gives 我是素食者; None where it is none."""
    text = question.strip().rstrip("?？").strip()
    if not _TAG.search(text) and not re.search(r"(?:您|你)", text):
        return None
    text = _TAG.sub("", text)
    found = _YOU.match(text)
    if found is None:
        return None
    return "我" + re.sub("您|你", "我", text[found.end() :])
