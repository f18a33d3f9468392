"""What kind of thing a liked or disliked thing is: food, music, films, books, games, sports, travel, hobbies, or other.

In: Chinese words that name a thing, or a list of things. Out: the last part of a path under `likes` ("food"); None when
the words do not tell. A verb decides before its object ("画长颈鹿" is a hobby), and of the nouns the last one
("讲历史的电影" is a film): a Chinese phrase ends with its head.
"""

from __future__ import annotations

import re

_VERBS = {
    "food": r"吃(?!鸡|瓜)|喝|尝|品尝|嗑瓜子|涮|撸串",
    "music": r"(?:听|循环)(?!相声|评书|播客|故事|书|别人|雨|讲|课|有声)",
    "books": r"(?:读|阅读|重读|翻)(?=[^完]{2})|(?:看|读)书|听(?:有声)?书",
    "sports": r"游(?=泳)|跑(?=步|马|山)|踢(?=球|足球|毽)|打(?=[^，]{0,4}(?:球|拳|太极))|滑(?=雪|冰|板)|骑(?=行|车|马|自行车|单车|公路车|摩托)|爬(?=[^，]{0,3}山|楼)|练(?=瑜伽|拳|武|太极|普拉提|散打|格斗|跆拳道|柔道|搏击)|撸铁|健身|举铁|看(?=[^，]{0,6}(?:球(?!场)|比赛|英超|NBA|奥运))",
    "games": r"(?:玩|打|下|开黑)(?=[^，]{0,8}(?:游戏|棋|牌|麻将|王者|原神|吃鸡|LOL|联盟|桌游|狼人杀|剧本杀|switch|魔方|积木|拼图|农药|手游|端游|主机|斗地主|掼蛋|扑克|塞尔达|我的世界|和平精英|德州))|吃鸡",
    "hobbies": r"画(?!展|面|画展)|写(?!作业)|弹|拉(?=二胡|小提琴|大提琴|手风琴|琴)|吹(?!牛|空调|风)|唱|跳(?!绳|水|远|伞)|拍(?!马屁)|摄影|织|绣|钩(?=针|织|毛线|包|东西)|种|养(?!生)|钓|收集|收藏|集(?=邮)|剪(?=纸|视频|片)|做(?=[^，]{0,6}(?:手工|饭|菜|甜品|蛋糕|面包|点心|陶|木工|模型|视频|手帐|手账|鱼|肉|烘焙|美食|手链|皂|香薰|衣服|娃衣|手环))|烤(?=[^，]{0,3}(?:蛋糕|面包|饼干|曲奇))|捏(?=[^，]{0,4}(?:泥|陶))|拼(?=模型|乐高|积木|高达)|捣鼓|逛(?=漫展|花市|展)|看(?=展|话剧|画展|演出|音乐剧|脱口秀)|练(?=字|琴|舞|书法|毛笔)|学(?=画|琴|舞|书法|唱)|刻|雕|盘(?=串|核桃)|养(?=花|鱼|多肉)|插花|泡(?=图书馆)|逗(?=鸟)|观鸟|修(?=表|老)|玩(?=滑板)|跟(?=着?视频做菜)",
    "travel": r"去(?!健身|超市|咖啡|图书馆|电影|KTV|酒吧|剧院|唱)|逛(?!街|淘宝|超市|商场)|到处(?:走|跑|玩|旅)|自驾|坐(?=火车|绿皮|船|飞机|轮渡|高铁)|旅(?=行|游)|在(?:外面|户外)(?:玩|走)|出(?:去|门)(?:玩|走走|旅)",
    "films": r"追(?=剧|番|[^，]{0,8}剧)|刷剧|看(?=[^，]{0,14}(?:剧|电影|片|片子|综艺|动漫|动画|番|影|纪录片)$)",
}
_NOUNS = {
    "books": r"书(?!法|架|包|签|房|店|展|生|记|桌)|小说|阅读|作家|作品|诗集|诗歌|漫画|散文|名著|文学|绘本|传记|杂志|网文|史书|诗词|余华|莫言|鲁迅|东野圭吾|三毛|金庸|古龙|张爱玲|村上春树|汪曾祺|王小波|刘慈欣|红楼梦|三国演义|西游记|三体|阿加莎|《活着》|推理(?!游戏)",
    "music": r"音乐(?!剧)|歌手|歌曲|老歌|情歌|儿歌|(?:的|首)歌|唱片|乐队|民谣|摇滚|爵士|古典乐|说唱|嘻哈|京剧|昆曲|粤剧|越剧|戏曲|演唱会|专辑|交响(?:乐|曲)?|后摇|电子乐|周杰伦|陈奕迅|邓丽君|五月天|周深|王菲|李宗盛|林俊杰|孙燕姿|毛不易|李荣浩|许嵩|薛之谦|张学友|刘德华|蔡依林|邓紫棋|Taylor Swift|黄梅戏|豫剧|评弹|钢琴曲|轻音乐|贝多芬|肖邦|巴赫|莫扎特|国风|流行乐|蓝调|R&B|K-?pop|K歌|相声",
    "films": r"电影|片子|影片|纪录片|电视剧|追剧|看剧|综艺|动漫|动画片?|番剧?|[美韩日泰港国英网老]剧|[甜古]装?剧|谍战|悬疑[剧片]?|科幻[片剧]|恐怖片|喜剧|爱情片|动作片|武侠片|警匪片|文艺片|战争片|灾难片|鬼片|导演|演员|宫崎骏|剧集|国产剧|偶像剧|古装剧|刑侦剧|宫斗剧|甄嬛传|漫威|迪士尼|吉卜力|诺兰|王家卫|李安|梁朝伟|周星驰|海贼王|火影|柯南|脱口秀|武林外传|琅琊榜|大片",
    "games": r"游戏|象棋|围棋|五子棋|跳棋|下棋|麻将|桌游|扑克|打牌|斗地主|掼蛋|王者荣耀|王者|原神|塞尔达|我的世界|动物森友会|剧本杀|狼人杀|密室(?:逃脱)?|拼图|数独|魔方|手游|网游|端游|单机|魂系|Switch|steam|roguelike|开黑|吃鸡|消消乐|英雄联盟|LOL|和平精英|明日方舟|崩坏|阴阳师|魔兽(?:世界)?|CS|DOTA|绝地求生|捉迷藏|宝可梦|只狼|黑神话|星露谷|蛋仔派对|文明6?",
    "sports": r"运动|体育|篮球|足球|羽毛球|乒乓球?|网球|排球|棒球|橄榄球|桌球|保龄球|匹克球|壁球|游泳|跑步|慢跑|夜跑|晨跑|长跑|短跑|马拉松|越野跑|骑行|骑车|单车|爬山|登山|徒步|攀岩|攀冰|抱石|滑雪|单板|双板|滑冰|轮滑|溜冰|花滑|滑板|冲浪|桨板|潜水|自由潜|浮潜|瑜伽|健身|举铁|撸铁|拳击|泰拳|格斗|搏击|散打|柔道|跆拳道|空手道|太极拳?|武术|跳绳|台球|斯诺克|高尔夫|击剑|射箭|射击|飞盘|皮划艇|划船|赛艇|帆船|赛车|卡丁车|跳伞|蹦极|普拉提|体操|田径|铅球|铁人三项|广场舞|街舞|健美操|毽子|马术|骑马|球赛|NBA|CBA|英超|西甲|中超|欧冠|世界杯|奥运|切尔西|曼联|曼城|利物浦|阿森纳|皇马|巴萨|拜仁|尤文|AC米兰|国米|湖人|勇士队?|国安|申花|泰山队|辽宁队|广东队|[\u4e00-\u9fff]{2,4}队|F1|C罗|梅西|科比|詹姆斯|林丹|电竞",
    "travel": r"旅行|旅游|自驾(?:游)?|露营|海岛|海边|大海|看海|古镇|古城|背包|坐火车|绿皮火车|火车旅行|民宿|小岛|草原|雪山|沙漠|小县城|公路旅行|自由行|穷游|周边游|户外|大自然|云南|大理|丽江|西藏|新疆|川西|青海|内蒙|日本|京都|东京|泰国|欧洲|意大利|西班牙|冰岛|新西兰|北海道|三亚|巴黎|厦门|成都|重庆|西安|长沙|青岛|桂林|杭州|苏州|海南",
    "hobbies": r"钓鱼|路亚|书法|毛笔字|练字|画画|绘画|油画|摄影|拍照|拍视频|剪辑|养花|种花|种菜|园艺|养鱼|水族|做饭|做菜|烹饪|烘焙|做甜品|织毛衣|编织|毛线|钩针|钩织|手工|陶艺|木工|木雕|乐高|高达|拼模型|模型|手办|集邮|邮票|收藏|弹琴|吉他|贝斯|钢琴|古筝|二胡|小提琴|大提琴|萨克斯|笛子|葫芦丝|口琴|手风琴|尤克里里|古琴|琵琶|打鼓|架子鼓|手鼓|唱歌|K歌|合唱|唱戏|跳舞|舞蹈|芭蕾|拉丁舞|爵士舞|民族舞|交谊舞|配音|主持|朗诵|演讲|刺绣|十字绣|观鸟|天文|观星|盘串|文玩|茶艺|茶道|插花|花艺|刻章|橡皮章|篆刻|剪纸|写作|写诗|写小说|写日记|手账|手帐|国画|素描|水彩|插画|漫画创作|魔术|逛街|购物|逛展|看展|话剧|音乐剧|话剧|散步|遛弯|编程|写代码|剧本|汉服|cosplay|志愿(?:者)?|冥想|十字绣|拼豆|滴胶|缝纫|裁缝|做衣服|撸猫|品茶|品酒|茶道|军事(?:史)?(?:研究)?|研究历史|历史研究|飞无人机|无人机|航模|赶海|采蘑菇|逛公园|逛博物馆|追星",
    "other": r"颜色|[红橙黄绿青蓝紫粉黑白灰棕]色|墨绿|克莱因蓝|[春夏秋冬]天|下雨天?|雨天|阴天|晴天|下雪天?|雪天|打雷|台风天|天气|晚风|海风|星空|星星|月亮|日落|日出|夕阳|晚霞|云$|猫咪?|狗狗?|小狗|小猫|小动物|动物|花$|赏花|养花草|玫瑰|向日葵|茉莉|桂花|樱花|百合|多肉(?!的)|绿植|熊猫|企鹅|恐龙|长颈鹿|兔子|海豚|香水|香薰|口红|老物件|文具|钢笔|盲盒|毛绒玩具|玩具|娃娃|植物园|植物|数学|历史|物理|化学|英语课|语文|科学|天文学|地理|生物|萤火虫|风扇|书店|图书馆|博物馆|建筑|设计|古着|复古|极简|手表|球鞋|跑车|摩托车?|苹果(?:手机|产品)|华为|小米|冬至|中秋节|过年|春节|热闹|安静|独处|夜晚|清晨",
    "food": r"火锅|烧烤|烤肉|串串|麻辣烫|麻辣香锅|冒菜|钵钵鸡|饺子|包子|馒头|馄饨|抄手|米线|螺蛳粉?|小龙虾|海鲜|生蚝|豆腐|臭豆腐|豆浆|豆汁|奶茶|咖啡|拿铁|美式|可可|(?<!品)茶|普洱|龙井|啤酒|白酒|红酒|威士忌|鸡尾酒|果汁|可乐|雪碧|汽水|水果|西瓜|榴莲|芒果|草莓|蓝莓|樱桃|车厘子|葡萄|橘子|橙子|香蕉|桃子|荔枝|苹果(?!手机|电脑|产品)|梨|柚子|菠萝|牛油果|番茄|西红柿|香菜|芫荽|葱|洋葱|大蒜|蒜|生姜|姜|苦瓜|橄榄|茄子|胡萝卜|萝卜|芹菜|韭菜|秋葵|折耳根|鱼腥草|蘑菇|香菇|木耳|青椒|辣椒|花椒|八角|茴香|甜食|甜品|甜点|甜的?|辣的?|酸的?|咸的?|苦的|麻辣|酸辣|蛋糕|提拉米苏|巧克力|冰淇淋|冰激凌|雪糕|冰棍|零食|薯片|薯条|糖果|糖|坚果|瓜子|肥肉|内脏|动物内脏|猪肝|下水|大肠|羊肉|牛肉|猪肉|鸡肉|鸭肉|鱼肉|排骨|鸡爪|鸭脖|牛排|五花肉|红烧肉|培根|香肠|火腿|三文鱼|刺身|鱼|虾|蟹|螃蟹|贝类|蛋|鸡蛋|皮蛋|松花蛋|汤|粥|面条|拉面|面食|意面|炒饭|米饭|盖饭|花生|豆类|豆子|豆角|寿司|披萨|汉堡|炸鸡|烤鸭|烤鱼|酸菜鱼|水煮鱼|酸奶|牛奶|纯奶|奶酪|芝士|黄油|月饼|粽子|汤圆|青团|煎饼|锅盔|凉皮|凉粉|肉夹馍|羊肉泡馍|肠粉|早茶|点心|糕点|饼干|面包|吐司|沙拉|轻食|味道|味儿?|口味|川菜|粤菜|湘菜|鲁菜|东北菜|江浙菜|本帮菜|日料|日本料理|韩餐|西餐|泰餐|泰国菜|料理|中餐|家常菜|素菜|蔬菜|青菜|美食|小吃|路边摊|预制菜|外卖|凍檸茶|檸檬茶|辛辣|油腻|生冷|重口|清淡",
}
_FOOD_ENDS = re.compile(
    r"(?:菜|饭|(?<!画)(?<!方)(?<![里外后表下见全场局对封水前上])面|(?<!花)(?<!铁)(?<!黑)粉|茶|(?<!金)(?<!钓)(?<!热带)(?<!养)鱼|(?<!多)肉|[鸡鸭鹅]|酒|奶|果|瓜|虾|蟹|串|锅|面包|饺|馍|糕|饼|肠|汤|粥|糖|豆|蛋|笋|菇|酱|馅|卷|丸|爪|翅|排|辣|脑花|毛肚|肚|肝|腰子|橙|莓|桃|枣|栗子|芋头|红薯|土豆|年糕)$"
)
_TAIL = re.compile(
    r"(?:这?一?[类种]|之类|什么|等等?|啥|那种|类型|风格|东西|系列|菜系|味道?|口味|的|了|那些|这些|呀|啊|呢|吧|们)+$"
)
# What a name is the name of, by the verb alone: 追《繁花》, 重读《狼厅》.
_NAMED = {
    "films": re.compile(r"追|二刷|三刷|重刷|刷|补|重温|看(?!书)"),
    "books": re.compile(r"读|重读|翻"),
    "games": re.compile(r"玩|通关|肝|打(?!工|车|算|扫)"),
    "music": re.compile(r"听|单曲循环|循环"),
}
_VERB_OF = {kind: re.compile(f"(?:{words})", re.IGNORECASE) for kind, words in _VERBS.items()}
_NOUN_OF = {kind: re.compile(f"(?:{words})", re.IGNORECASE) for kind, words in _NOUNS.items()}
_FAVOURITE = {
    "food": r"食物|菜|水果|饮料|零食|蔬菜|小吃|美食|吃的|甜品|甜点|茶|酒|咖啡|火锅|早餐|早饭|口味|冰淇淋|菜系|面|粉|汤",
    "music": r"歌手|歌|歌曲|乐队|音乐|专辑|曲子|音乐类型|戏",
    "films": r"电影|片子|影片|电视剧|剧|综艺|动漫|动画片?|导演|演员|纪录片|番|明星",
    "books": r"书|小说|作家|诗人|作者|诗|漫画|名著|杂志",
    "games": r"游戏|手游|桌游|棋",
    "sports": r"运动|球队|球星|球员|体育项目|运动员|项目|队",
    "travel": r"城市|地方|国家|旅行目的地|旅游地|目的地|景点|海岛|旅行方式",
    "hobbies": r"爱好|消遣|乐器|事(?:情)?|娱乐|活动",
    "other": r"颜色|季节|动物|花|天气|品牌|牌子|数字|科目|学科|课|节日|香味|植物|画家|月份|时间",
}
_FAVOURITE_OF = {kind: re.compile(rf"(?:[^，]*?)(?:{words})$") for kind, words in _FAVOURITE.items()}
_SPLIT = re.compile(r"[、/]|还有|以及|(?<=[\u4e00-\u9fff]{2})(?:和|跟|与|及)(?=[\u4e00-\u9fff]{2})")


def kind_of_thing(words: str) -> str | None:
    """Return the kind of a single thing, by its verb or by its last noun; None when neither is known."""
    text = _TAIL.sub("", words.strip()) or words.strip()
    noun = _kind_of_noun(text)
    if (kind := next((kind for kind, pattern in _VERB_OF.items() if pattern.match(text)), None)) is not None:
        # "去健身房" is sport and "逛博物馆" what the noun says, while what is eaten is food whatever it is called.
        return noun or kind if kind == "travel" else kind
    return noun


def _kind_of_noun(text: str) -> str | None:
    found = [
        (match.end(), match.end() - match.start(), kind)
        for kind, pattern in _NOUN_OF.items()
        for match in pattern.finditer(text)
    ]
    if _FOOD_ENDS.search(text):
        found.append((len(text), 1, "food"))
    return max(found)[2] if found else None


def kind_of_favourite(noun: str) -> str | None:
    """Return the kind of thing that "最喜欢的..." names by its noun ("颜色" -> "other")."""
    text = re.sub(r"^(?:一|那)?[部首本个款种道支位]", "", noun)
    return next((kind for kind, pattern in _FAVOURITE_OF.items() if pattern.match(text)), None)


def kind_by_verb(words: str, context: str) -> str | None:
    """Return the kind of a thing that is known by name alone, by the verb before it; `context` tells books from films."""
    kind = next((kind for kind, pattern in _NAMED.items() if pattern.match(words)), None)
    if kind == "films" and not re.match("追|二刷|三刷|补", words):
        return _kind_of_noun(context) if re.search("书|小说|剧|片|电影|番|综艺", context) else None
    return kind


def things_of(words: str) -> list[tuple[str, str]]:
    """Return (kind, words) for each kind that a list of things names, in order; [] where a thing of it is not known.

    "旅游和看电影" gives travel and films; of a list of three and more, one unknown thing goes with its neighbour.
    """
    items = [item.strip() for item in _SPLIT.split(words) if item and item.strip()]
    if len(items) < 2:
        kind = kind_of_thing(words)
        return [(kind, words)] if kind else []
    kinds = [kind_of_thing(item) for item in items]
    known = [kind for kind in kinds if kind]
    if not known or len(known) * 2 <= len(items):
        kind = kind_of_thing(words)
        return [(kind, words)] if kind and kinds[-1] else []
    if len(set(known)) == 1:
        return [(known[0], words)]
    grouped: dict[str, list[str]] = {}
    last = known[0]
    for item, kind in zip(items, kinds, strict=True):
        last = kind or last
        grouped.setdefault(last, []).append(item)
    return [(kind, "、".join(group)) for kind, group in grouped.items()]
