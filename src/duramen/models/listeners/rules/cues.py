"""The cues by which words are recognised as no statement of the person about themselves: data only.

Each is one pattern over the text of a message or a sentence, English and Chinese side by side.
"""

from __future__ import annotations

import re


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE | re.MULTILINE)


# Pieces of a message that are not the person's words: masked, the rest is read.
FOREIGN = _any(
    r"`[^`\n]+`",
    r"^[ \t]*>.*$",
    r"https?://\S+",
    r"<(\w+)[^>]*>[\s\S]*?</\1>",
    r"</?\w+[^>\n]*>",
    r"\{[^{}\n]*[:=;][^{}]*\}",
    r"^\s*(?:def|class|import|from \w+ import|function|const|let|var|SELECT|INSERT|public|private|return|print\(|console\.|#include|//|#!).*$",
    r"^\W*\w+\(.*\)\W*$",
    r"^\s*(?:#|--|/\*|<!--).*$",
    r"^.*(?:ADD|UPDATE|DELETE|NO_OP)\(.*$",
)
CODE = re.compile(r"```[\s\S]*?(?:```|\Z)")

# From here on to the end of the message it is somebody's text, or text to be worked on.
PASTED_FROM = _any(
    r"^\s*(?:from|to|subject|cc|date|sent)\s*:.*$",
    r"^\s*(?:发件人|收件人|主题|抄送|寄件人)\s*[:：].*$",
    r"^-{3,}.*(?:forwarded|original message|转发|原始邮件).*$",
    r"\b(?:begin forwarded message|forwarded message)\b",
    r"^\s*(?:dear|to whom it may concern)\b[^.\n]*,?\s*$",
    r"^\s*(?:尊敬的|亲爱的)",
    r"\b[Dd]ear (?:sir|madam|mr|mrs|ms|dr|all|team|colleagues?|hiring|editor|customer|committee)\b",
    r"尊敬的[^。，]{1,12}[：:，]",
    r"\b(?:this|his|her|their) (?:cover letter|letter|e-?mail|draft|paragraph|sentence|text|poem|bio|essay|abstract|message|passage|dialogue|script|statement|cv|résumé|resume)\b[^.\n?:]{0,24}[?:](?=\s*\S)",
    r"(?:这|那)(?:封|段|篇|首|句|份|个)(?:[^。，\n？?]{0,6})(?:信|话|文字|文章|诗|简历|邮件|稿|句子|对话|台词|文案|歌词|作文|介绍)[^。\n？?：:]{0,14}[？?：:](?=\s*\S)",
    r"[:：][ \t]*\n",
    r"(?:下面|以下)(?:是|这|为|的)[^。\n]{0,24}[:：\n]",
    r"(?:原文|正文|内容|文案|草稿|歌词|题目|简历|(?<!先)(?<!来)(?<!单)自我介绍|日记|全文|聊天记录|台词|剧本|范文|作文|这段话?|这句话?|这封信|他写的|她写的|他发的|她发的|原话)[^。，\n]{0,10}[:：]",
    r"\b(?:here(?:'s| is| are)|below is|this is|following is|the following)\b[^.\n]{0,60}:\s*(?:\n|[\"“«]|.{80})",
    r"\b(?:text|draft|email|e-mail|letter|message|paragraph|sentence|lyrics|quote|excerpt|bio|passage|article|post|review|transcript|essay|chapter|note|prompt|profile|speech)\b[^.\n:]{0,24}:\s*(?:\n|[\"“«])",
)
WORKS_ON_TEXT = _any(
    r"\b(?:translate|proofread|rephrase|paraphrase|rewrite|summari[sz]e|polish|shorten|analy[sz]e|parse|calculate|compute|critique|debug|reword|convert|classify|punctuate|transcribe|transliterate)\b[^.\n]{0,48}?[:\n]",
    r"(?:^|[.!?\n]\s*|\b(?:please|pls|can you|could you|would you|to|and|just|help me|you)\s+)(?:edit|correct|format|check|fix|review|solve|grade|improve|complete|continue|turn|label|explain)\b[^.\n]{0,48}?[:\n]",
    r"\b(?:translate|proofread|rephrase|paraphrase|summari[sz]e|how (?:do|would|can) (?:you|i|one) say|what does)\b",
    r"(?:(?:分析|解释|判断|计算|解答?|求解|点评|批改|朗读|补全|填空|完成|检查|归类|仿照|改得?|换成|变成|总结|看看|读)[^。，\n]{0,16}[:：]|(?<!当)(?<!做)(?<!是)(?<!干)(?<!名)(?<!的)翻译(?!官|工作|这行|公司|专业)|润色|校对|改写|缩写|扩写|总结一下|概括|续写|仿写|改一下|修改一下|改病句|造句|译成|翻成|用英语怎么说|怎么翻)",
)
# The whole message is about something made up, or written for somebody.
MADE_UP = _any(
    r"\b(?:write|draft|compose|create|make up|generate|invent|help me (?:write|with))\b[^.\n]{0,40}\b(?:story|stories|poem|novel|song|lyrics|scene|script|dialogue|monologue|character|fiction|letter|e-?mail|cover letter|bio|profile|speech|essay|haiku|limerick|post|tweet|persona|tale|blurb|sketch)\b",
    r"\b(?:in|for) (?:my|the|this|a) (?:novel|story|book|script|screenplay|game|campaign|fanfic\w*|short story|play)\b[^.\n]{0,30}\b(?:character|protagonist|hero|heroine|narrator|i am|i'm|villain)\b",
    r"\b(?:my|the|main|first-person) (?:character|protagonist|narrator|hero|heroine|villain)\b",
    r"(?:写|编|创作|来|作|生成|拟)(?:一?[个篇首段则封份]|个|篇|首|段|点)[^。\n]{0,20}(?:故事|小说|诗|歌|剧本|童话|文案|信|邮件|作文|段子|笑话|台词|独白|演讲稿|简介|自我介绍|短文|对联|日记|辞职信|情书|检讨|朋友圈)",
    r"(?:小说|故事|剧本|游戏)里?的?(?:主角|主人公|男主|女主|人物|角色|设定|反派)",
    r"(?:主角|主人公|男主|女主)(?:是|叫|名|设定|住|说|的)",
)
# From here on the person speaks as somebody else, until they step out of it.
ROLEPLAY = _any(
    r"\b(?:role-?play\w*|role play|pretend(?:ing)?|act as|you are now|let's play a|let us play|in character|imagine (?:you|that you|i|we)|you(?:'ll| will)? play|you(?:'ll| will)? be (?:the|a|an|my)\b|you're (?:the|a|an) (?!legend|star|angel|gem|genius|lifesaver)\w+ and|let's play|let's do a scene|i(?:'ll| will)(?: be| play) (?:the|a|an|your)|i(?:'m| am) (?:playing|the (?:king|queen|knight|wizard|dragon|captain|detective|customer|patient|interviewer|villain|hero))|d&d|dungeon|my character)\b",
    r"^\W*(?:can you |could you |please |now )?(?:play|be) (?:a|an|my) (?!song|video|game|track|playlist|music|album|round|trick|part|clip|bit|dear|love|sport|pal|good|nice|little|minor|hand)(?:[\w'-]+ ?){1,4}",
    r"^\W*you(?:'re| are) (?:my|a|an|the) (?!star|legend|angel|gem|genius|lifesaver|life saver|best|hero|great|good|treasure|champion|beauty|real|wonderful|only|first|one|lot|bit)(?:[\w'-]+ ){1,5}(?:in|from|of|at|who|and|called|named|(?-i:[A-Z])\w+)\b",
    r"(?:角色扮演|来演[一个段出]|演一段|扮演|假装|装作|你来演|你演|我演|演一个|演一下|从现在起你是|你现在是|假设你是|你是一[名位个只]|咱们来玩|来玩个|剧本杀|跑团|入戏|我来当|你来当|我当(?!时|然|初|年|了|过|老|医|护|兵|个|司|厨|保|前|面|真|成|作)|^你当(?!时|然|初|年|面|真|成|作)|(?:咱们?|我们|一起)演|模拟面试|模拟一)",
    r"^\s*\*[^*\n]+\*",
    r"^\s*[（(](?:[^）)\n]{1,12}(?:地|着|了|拔|走|笑|看|坐|站|推|拿)[^）)\n]{0,10})[）)]",
)
STEPS_OUT = _any(
    r"\b(?:ooc|out of character|stop (?:the )?role-?play\w*|end (?:of )?(?:the )?(?:role-?play|scene|game)|back to reality|stop pretending|for real now|jokes aside)\b",
    r"(?:出戏|不演了|游戏结束|扮演结束|说正经的|回到现实|说真的|现实里|不玩了|演完了)",
)
# The message takes itself back.
RETRACTED = _any(
    r"\b(?:just kidding|kidding|jk|j/k|just joking|i'm joking|only joking|joke|not really|gotcha|april fool\w*|as if|said no one|yeah,? right|in my dreams)\b|\bi wish\b[\s.!]*$|(?:^|\s)/s\b",
    r"(?:开玩笑|逗你|骗你的|才怪|说笑|玩笑话|瞎说的|胡说的|做梦呢?|愚人节|信你个鬼|想得美|反话|我信了你的邪|狗头|\[doge\]|\[狗头\])",
)
IRONIC = _any(
    r"\b(?:oh,? (?:sure|great|yes|yeah|wonderful|fantastic|joy|brilliant|lovely)|sure,? because|of course i|totally (?:love|enjoy)|clearly i|obviously i|just what i needed|because who doesn't|what a treat|lucky me|how (?:lovely|wonderful|nice)|best day ever|living the dream|my favou?rite (?:thing|way|part|hobby|activity) (?:is|ever)|nothing (?:i love more|better|says \w+ like)|i just love|don't you just love|basically a|i'm basically|practically a|(?:professional|part-time|full-time) \w+ at this point|a \w+ at this point)\b",
    r"[\U0001F602\U0001F923\U0001F644\U0001F61C\U0001F609\U0001F643\U0001F60F\U0001F92A\U0001F61D\U0001F605]",
    r"(?:呵呵|笑死|可真(?:是)?|真是太(?:棒|好|爱)|最爱(?:加班|堵车|开会)|谁不(?:喜欢|爱)|简直(?:太|是)|真行|好极了呢|好棒棒|太爱.{0,6}了呢|呢[，,]?呵|谢谢您嘞|我可太|我真是太)",
)
HYPOTHETICAL = _any(
    r"\b(?:if (?:i|we|my|only|(?:you|it)(?! (?:do not mind|don't mind|like|need it|must know|please|ask me|want to know|helps|matters|is ok|is okay|could|can|would|'d))|there|someone)|what if|imagine|suppose|supposing|hypothetical\w*|let's say|lets say|let us say|say i|assume|assuming|in theory|in another life|in a parallel|thought experiment|were i|had i|unless|dream(?:t|ed)? (?:that|i|about)|in my dream|had a (?:weird |strange |bad )?dream|i wish|as though|as if)\b",
    r"(?:如果|假如|假设|要是|倘若|若是|万一|设想|想象一下|比方说|比如说我|打个比方|假定|哪怕|的话[，,]|就算我|梦到|梦见|做了个梦|下辈子|上辈子|穿越|平行世界|要不是|但愿|若我|恨不得)",
)
UNSURE = _any(
    r"\b(?:would|could|might|(?-i:may)(?! \d)|maybe|perhaps|possibly|probably|wonder(?:ing)?|considering|thinking (?:about|of)|think about|tempted|not sure|no idea|should|shall|supposed to|almost|nearly)\b",
    r"(?:也许|可能|或许|说不定|大概|好像|似乎|考虑|想过|在想|犹豫|要不要|该不该|是否|没准|不确定|不知道|差点|几乎|应该会|搞不好|估计)",
)
REPORTED = _any(
    r"\b(?:says?|said|told|tells|claims?|claimed|thinks|believes|wrote|asked|asks|posted|texted|according to|quote|quoting|as the saying|the song|lyrics?|lyric|heard|read that|(?:it|which|sign|that) reads|goes:|called me|calls me|apparently)\b",
    r"(?:(?<!我)说(?:他|她|自己|我|过|：|:|“|「)|(?:他|她|妈|爸|朋友|老师|同事|老板|医生|有人|网友|别人|人家|大家|书上|网上|电视|新闻|歌里|电影里)(?:[^，。]{0,4})(?:说|讲|写|问|觉得|认为|评价)|听说|据说|俗话|有句话|歌词|台词|引用|原话|号称|自称)",
)
# Somebody known from a screen or passed in the street: what is said there is not about the person's own people.
STRANGERS = _any(
    r"\b(?:some (?:guy|bloke|woman|celeb|celebrity|influencer|streamer|youtuber|chef)|this (?:guy|woman|bloke|influencer|streamer|youtuber)|a (?:streamer|youtuber|influencer|celebrity)|in the (?:news|documentary|film|movie|book|video|comments|game|show|series|song)|on (?:tv|telly|the news|youtube|tiktok))\b",
    r"(?:博主|主播|网红|明星|新闻里|新闻上|视频里|评论里|评论区|弹幕|有人(?=说|问|在网上|跟我|告诉|发|写|评论)|那人|小伙子|小姑娘|大妈|大爷|群里|剧里|电影里|书里|节目里|直播间|嘉宾|选手|路人|网友|刷到|看到个|听说)",
)
GREETING = _any(
    r"^\W*(?:thanks|thank you|hi|hello|hey|good (?:morning|evening|night)|bye|cheers|ok|okay)\W*$",
    r"^\W*(?:谢谢|你好|您好|早|晚安|再见|拜拜|好的?|嗯+)\W*$",
)
PASSING = _any(
    r"\b(?:today|tonight|this (?:time|once|morning|evening|afternoon|week)|for (?:this|that|now|once|today|tonight)|just this|in this (?:essay|email|text|task|case|answer|code|story|recipe)|for (?:a|the) (?:friend|client|customer|class|project|party|recipe|essay|game))\b",
    r"(?:今天|今晚|现在先|这次|这一次|这回|这篇|这道|这段|这个(?:问题|任务|作业|代码|菜|视频)|暂时|先用|眼下|待会|等会|一会儿?)",
)
LASTS = _any(
    r"\b(?:always|from now on|from here on|in (?:the )?future|generally|going forward|every time|whenever|in general|never|by default|as a rule|any ?more|your (?:answers|replies|responses|messages)|when you (?:answer|reply|write|explain|respond|talk)|permanently|please remember)\b",
    r"(?:以后|今后|往后|从今往后|从现在开始|每次|一律|总是|永远|平时|一般|都(?:用|要|请|给|别)|默认|记住|回答我?(?:时|的时候)|回复我?(?:时|的时候)|跟我(?:说|讲|聊)|和我(?:说|讲|聊)|再也?别|别再|不要再)",
)
CORRECTS = _any(
    r"\b(?:actually|correction|i meant|i mean|i misspoke|typo|sorry,? (?:it's|i|my)|not \w+,? (?:but|it's)|to correct|i was wrong|scratch that|my mistake|mistyped|got that wrong|wrong(?:ly)?)\b|^no,",
    r"(?:说错|打错|记错|写错|更正|纠正|不对[，,]|搞错|弄错|口误|压根没|哪来的|哪儿来的|还写着|张冠李戴|更准确地说|其实是|应该是|不是[^，。]{1,12}[，,]?是)",
)
NEGATES = _any(
    r"\b(?:no longer|not any ?more|any ?more|stopped|quit|gave up|given up|used to|sold|do not|don't|never|no more|forget|delete|remove|erase|ex-|divorced|broke up|died|passed away|lost|left|not)\b",
    r"(?:不再|再也不|不了|没有?了|戒|放弃|卖了|忘掉|忘记|删|不要记|别记|去世|走了|分手|离婚|不是|不|没)",
)
YES = _any(
    r"^\W*(?:yes|yeah|yep|yup|correct|exactly|right|that's right|indeed|sure|absolutely|i do|i am|true|that is right|of course|spot on|mhm|definitely|you got it)\b",
    r"^\W*(?:是的?|对的?|嗯+|没错|是啊|对啊|对呀|是呀|有的?|当然|正是|确实)(?=$|[，,。.！!、\s]|啊|呀|呢)",
)
NO = _any(r"^\W*(?:no|nope|nah|not really|none|never|i don't|not at all)\b", r"^\W*(?:不|没|否|不是|没有|从不)")
# Wishes that something be taken out of the memory.
FORGET = {
    "en": re.compile(
        r"\b(?:forget (?:about |that |what |my |the )|delete|remove|erase|strike|scrub|wipe|take (?:it |that |him |her |them |\w+ )?(?:out|off)|drop (?:it|that|the)|scrap|cross (?:it |that |\w+ )?(?:out|off)|get rid of|do(?:n't| not) (?:keep|store|remember|save)|not? longer store|in your notes|unlearn|(?:was|were|is|are|'s|got) cancel+ed|cancel+ed|called off|(?:is|'s) off\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"删|忘掉|忘了(?:它|吧|这)|忘记(?:它|吧|我)|抹掉|抹去|划掉|去掉|清掉|清除|移除|拿掉|撤掉|取消|去不成|去不了了|黄了|不办了|泡汤了|别留|不要留|别记|不要记|不用记|别再记|不想留|不去了|作罢|泡汤"
    ),
}
