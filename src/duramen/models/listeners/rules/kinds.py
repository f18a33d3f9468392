"""What kind of thing a liked or disliked thing is: food, music, films, books, games, sports, travel, hobbies, or other.

In: the words that name it. Out: the last part of a path under `likes` ("food"); None when the words do not tell.
"""

from __future__ import annotations

import re

# In this order: what is named first decides ("reading horror novels" is books, "film music" is music).
_ENGLISH = {
    "books": r"read(?:ing)?|terry pratchett|agatha christie|tolkien|jane austen|dickens|dostoevsky|tolstoy|murakami|stephen king|discworld|science fiction|fantasy|page-turners?|haiku|detective stories|fairy tales|re-?reading|books?|novels?|novelists?|author|poet(?:ry|s)?|poems?|writer|memoirs?|biograph\w+|manga|comics?|graphic novels?|whodunn?its?|short stories|fiction|non-fiction|essays|audiobooks?|literature",
    "music": r"music|sonatas?|concertos?|requiem|schubert|brahms|bowie|radiohead|beatles|abba|adele|taylor swift|miles davis|coltrane|nina simone|fela kuti|burna boy|arias?|lieder|choirs?|piano|guitar music|lo-?fi|ambient|synth\w*|disco|ska|dub|tango music|gospel|mariachi|bollywood songs|qawwali|ghazals|shoegaze|indie|emo|singer-songwriters?|songs?|bands?|albums?|singers?|composers?|jazz|blues|techno|house music|hip[- ]hop|rap|rock|punk|metal|opera|classical|folk|reggae|k-pop|soul|funk|choral|orchestra\w*|symphon\w+|concerts?|gigs|vinyl|playlists?|bach|mozart|beethoven|chopin|brass|fado|flamenco|grime|drum and bass|country music|afrobeats?|soundtracks?|horn section|piano music",
    "films": r"films?|doctor who|star trek|star wars|marvel|pixar|disney|miyazaki|hitchcock|kurosawa|bollywood|musicals?|heist|period dramas?|crime dramas?|reality tv|quiz shows?|breaking bad|twin peaks|movies?|cinema|tv|telly|shows?|series|sitcoms?|soaps?|documentar\w+|anime|cartoons?|k-?dramas?|dramas?|thrillers?|horror|westerns?|rom-?coms?|noir|actors?|actress|director|studio ghibli|netflix|sci-?fi|bake off|episodes?|detective series|whodunit films",
    "games": r"games?|gaming|chess|scrabble|sudoku|puzzles?|crosswords?|poker|bridge|catan|minecraft|zelda|tetris|d&d|dungeons|board ?games?|card games?|jigsaws?|mahjong|backgammon|go\b|warhammer|stardew valley|rpgs?|console|video ?games?|wordle|monopoly|checkers|animal crossing|elden ring|fifa|pok[eé]mon",
    "sports": r"football|arsenal|liverpool|everton|celtic|barcelona|real madrid|bayern|dortmund|lakers|warriors|yankees|red sox|leafs|springboks|all blacks|premier league|nba|nfl|champions league|the tour de france|wimbledon|the olympics|parkrun|soccer|rugby|cricket|tennis|badminton|squash|basketball|volleyball|handball|hockey|baseball|golf|swimming|running|jogging|cycling|rowing|surfing|kayaking|climbing|bouldering|skiing|snowboarding|skating|boxing|judo|karate|fencing|archery|gymnastics|athletics|marathons?|triathlons?|formula 1|f1|snooker|darts|bowling|yoga|pilates|diving|hiking|wrestling|sports?|teams?|club|the gym|padel|pickleball|sumo|horse riding",
    "travel": r"georgia|france|spain|germany|austria|switzerland|croatia|slovenia|albania|turkey|morocco|egypt|kenya|tanzania|namibia|vietnam|thailand|laos|cambodia|india|nepal|korea|taiwan|peru|chile|argentina|brazil|mexico|cuba|canada|new zealand|australia|ireland|wales|cornwall|finland|sweden|denmark|estonia|poland|romania|venice|vienna|berlin|prague|budapest|istanbul|barcelona city|new york|sicily|sardinia|crete|patagonia|lapland|the highlands|the desert|travel(?:l?ing)?|trips?|holidays?|beach(?:es)?|islands?|mountains|the sea|the alps|hostels?|backpacking|camping|road trips?|night trains?|train journeys|cruises?|city breaks|abroad|destination|country|japan|italy|iceland|norway|greece|portugal|scotland|lisbon|paris|rome|kyoto|tokyo|museums|glamping|interrailing|sightseeing|fjords|lighthouses",
    "hobbies": r"hobb(?:y|ies)|cooking|baking|gardening|knitting|crochet(?:ing)?|sewing|quilting|painting|drawing|sketching|photography|pottery|ceramics|woodwork(?:ing)?|calligraphy|origami|birdwatching|birding|fishing|dancing|singing|collecting|crafts?|embroidery|astronomy|stargazing|bookbinding|beekeeping|juggling|improv|foraging|playing the \w+|diy|embroidering|genealogy|model trains|hunting|writing|blogging|geocaching|magic tricks|whittling",
    "food": r"food|tea|coffee|cocoa|beer|wine|whisk(?:e)?y|gin|juice|milk|cheese|bread|pizza|pasta|noodles?|ramen|sushi|curry|rice|soup|stew|steak|burgers?|chips|fries|salads?|chocolate|cake|cookies|biscuits?|ice cream|desserts?|pudding|pies?|pastr(?:y|ies)|fruit|apples?|bananas?|mango(?:es)?|berries|strawberries|vegetables?|mushrooms?|olives?|tomato(?:es)?|onions?|garlic|coriander|cilantro|parsley|mint|basil|ginger|cinnamon|aniseed|liquorice|licorice|fish|seafood|prawns?|shrimps?|oysters?|anchovies|tuna|salmon|chicken|beef|pork|lamb|bacon|sausages?|ham|hot dogs|eggs?|tofu|paneer|dal|jollof|egusi|fufu|dumplings?|pierogi|tacos?|burritos?|kimchi|bibimbap|pho|falafel|hummus|kebabs?|couscous|tagine|paella|tapas|risotto|lasagne|gnocchi|waffles?|pancakes?|porridge|oats|toast|marmite|honey|jam|peanut butter|nuts|almonds|pickles?|sauerkraut|beetroot|celery|broccoli|cauliflower|cabbage|brussels sprouts?|sprouts|kale|spinach|peas|beans|lentils|aubergines?|eggplants?|courgettes?|pumpkin|squash soup|sweet potato(?:es)?|potato(?:es)?|cucumbers?|peppers?|chil(?:l)?ies|chili|spic(?:y|es)|sauces?|mayonnaise|mayo|ketchup|mustard|vinegar|butter|cream|yog(?:h)?urt|raisins?|coconut|pineapple|cherries|rhubarb|grapefruit|lemon|lime|cola|soda|lemonade|smoothies?|kombucha|matcha|espresso|latte|cappuccino|chai|brunch|breakfast|restaurants?|cuisine|dish(?:es)?|snacks?|crisps|popcorn|sweets|candy|marzipan|halloumi|feta|blue cheese|liver|tripe|offal|haggis|black pudding|cooking with|street food|samosas?|biryani|dosa|naan|poutine|cornbread|gumbo|polenta|goulash|borscht|pelmeni|plantain|cassava|okra|yam",
    "other": r"colou?rs?|teal|green|blue|red|purple|yellow|orange|pink|black|white|turquoise|seasons?|autumn|winter|spring|summer|rain(?:y)?|snow|storms?|thunder\w*|fog|sunsets?|sunrises?|cats?|dogs?|owls?|birds?|horses?|elephants?|penguins?|foxes|hedgehogs?|whales?|octopus\w*|frogs?|bees|flowers?|roses|tulips|cacti|plants|trees|forests?|smell of|sound of|silence|candles|perfume|trains?|cathedrals?|castles|shipwrecks?|architecture|clouds|stars|the moon|maths?|history|languages|brand|stationery|fountain pens|cars|maps|spreadsheets",
}  # fmt: skip
_CHINESE = {
    "books": r"书迷|书(?!法|架|包|签|房)|小说|看书|读书|阅读|作家|诗集|诗歌|漫画|散文|武侠|推理小说|名著|文学|余华|莫言|鲁迅|东野圭吾|三毛|金庸|张爱玲",
    "music": r"歌迷|乐迷|戏迷|音乐|听歌|歌手|的歌|唱片|乐队|民谣|摇滚|爵士|古典乐|说唱|嘻哈|京剧|昆曲|粤剧|越剧|戏曲|演唱会|专辑|交响|后摇|电子乐|周杰伦|陈奕迅|邓丽君|五月天|周深|王菲|李宗盛|黄梅戏|豫剧|评弹|音乐节",
    "films": r"影迷|电影|片子|影片|纪录片|电视剧|追剧|看剧|综艺|动漫|动画|番剧?|美剧|韩剧|日剧|悬疑片|科幻片|恐怖片|喜剧|警匪片|导演|演员|宫崎骏|刷剧|剧集|国产剧|爱情片|武侠片|悬疑|甄嬛传",
    "games": r"游戏|下棋|象棋|围棋|麻将|桌游|扑克|打牌|斗地主|掼蛋|王者荣耀|原神|塞尔达|我的世界|动物森友会|剧本杀|狼人杀|拼图|数独|魔方|手游|魂系|switch|steam|roguelike|五子棋|开黑|吃鸡|消消乐",
    "sports": r"球迷|篮球|足球|羽毛球|乒乓球|网球|排球|游泳|跑步|慢跑|马拉松|骑行|骑车|爬山|登山|徒步|攀岩|滑雪|滑冰|滑板|冲浪|潜水|瑜伽|健身|拳击|太极|武术|跳绳|台球|高尔夫|棒球|橄榄球|击剑|射箭|飞盘|皮划艇|赛车|[^，]{1,4}队|球赛|NBA|CBA|英超|中超|切尔西|广场舞|F1|电竞赛",
    "travel": r"旅行|旅游|出去玩|自驾|露营|海岛|海边|看海|古镇|背包|高铁旅|坐火车|绿皮火车|民宿|小岛|草原|雪山|去西藏|去云南|去新疆|去日本|小县城|逛博物馆",
    "hobbies": r"钓鱼|书法|画画|绘画|摄影|拍照|养花|种花|种菜|园艺|做饭|烘焙|织毛衣|编织|钩针|手工|陶艺|木工|乐高|拼模型|模型|集邮|收藏|弹琴|吉他|钢琴|古筝|二胡|唱歌|跳舞|刺绣|十字绣|观鸟|天文|盘串|茶艺|插花|刻章|橡皮章|篆刻|剪纸|写作|写诗|手账|做菜|养鱼|国画|素描|水彩|尤克里里|打鼓|架子鼓",
    "food": r"吃|喝|菜|饭|面(?!试|对|前|子|膜)|(?<!忠)(?<!铁)(?<!死)粉(?!丝|色)|火锅|烧烤|烤肉|串串|饺子|包子|馒头|米线|螺蛳|小龙虾|海鲜|虾|蟹|鱼(?!缸)|肉|鸡(?!尾)|鸭|蛋(?!仔)|豆腐|豆浆|豆汁|奶茶|咖啡|茶|啤酒|白酒|红酒|果汁|可乐|水果|西瓜|榴莲|芒果|草莓|苹果(?!手机|电脑)|香菜|葱|姜|蒜|苦瓜|茄子|胡萝卜|芹菜|折耳根|蘑菇|香菇|辣|甜(?:食|品|的|口)|酸|咸|甜点|蛋糕|巧克力|冰淇淋|零食|薯片|糖|肥肉|内脏|羊肉|牛肉|猪肉|汤|粥|豆|花生|寿司|拉面|披萨|汉堡|臭豆腐|皮蛋|酸奶|奶酪|月饼|粽子|汤圆|煎饼|肠|糕|饼|味道|川菜|粤菜|湘菜|口味|凍檸|檸檬|餐",
    "other": r"颜色|绿色|蓝色|红色|紫色|黄色|粉色|黑色|白色|橙色|墨绿|春天|夏天|秋天|冬天|下雨|雨天|下雪|雪天|晚风|星空|月亮|日落|夕阳|猫|狗|花|多肉|熊猫|企鹅|香水|味儿|声音|老物件|文具|钢笔|盲盒|汉服|植物|数学|历史|萤火虫|天气|风扇|植物园|书店|博物馆|建筑",
}  # fmt: skip
_TABLES = {
    "en": {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _ENGLISH.items()},
    "zh": {kind: re.compile(words, re.IGNORECASE) for kind, words in _CHINESE.items()},
}
_FAVOURITE = {
    "food": r"food|foods|dish|meal|drink|restaurant|fruit|snack|cuisine|dessert|pudding|vegetable|sweet|ice cream|cake|cheese|beer|wine|tea|coffee|pizza|sandwich|takeaway|place to eat|breakfast|soup|curry|pasta|chocolate|tipple",
    "music": r"band|singer|song|album|artist|composer|musician|music|genre of music|piece of music|group|opera|track|rapper",
    "films": r"movie|film|show|series|director|actor|actress|anime|tv show|sitcom|cartoon|documentary|comfort genre|genre",
    "books": r"book|author|novel|writer|poet|poem|comic|manga|magazine|blog",
    "games": r"game|video game|board game|puzzle|card game",
    "sports": r"team|sport|player|club|athlete|football team",
    "travel": r"place|city|country|destination|island|beach|holiday|place on earth|trip",
    "hobbies": r"hobby|pastime|way to (?:relax|unwind)|craft|instrument",
    "other": r"colou?r|season|animal|flower|number|brand|month|smell|bird|word|subject|tree|language|weather|painter|painting|museum|time of (?:year|day)|day(?: of the week)?|holiday of the year|perfume|dinosaur",
}
_FAVOURITES = {kind: re.compile(rf"(?:.*\b)?(?:{words})s?$", re.IGNORECASE) for kind, words in _FAVOURITE.items()}


def kind_of(words: str, language: str) -> str | None:
    """Return the kind of thing that words name: that of the first word known, in the order of the table on a tie."""
    found = [(match.start(), kind) for kind, pattern in _TABLES[language].items() if (match := pattern.search(words))]
    return min(found, key=lambda one: one[0])[1] if found else None


def kind_of_favourite(noun: str) -> str | None:
    """Return the kind of thing that "my favourite ..." names by its noun ("colour" -> "other")."""
    return next((kind for kind, pattern in _FAVOURITES.items() if pattern.match(noun.strip())), None)
