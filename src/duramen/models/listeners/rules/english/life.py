"""English patterns of belongings, aims, events, feelings, character, convictions and money: one group of rows a leaf."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


THINGS_AND_AIMS = (
    *_rows(
        "belongings.things",
        (
            r"I (?:have|own|drive|ride|bought|got|picked up|have picked up|inherited|was given|shoot on|play on|use|shoot with|have bought|treated myself to|finally bought) (?P<x>(?:a|an|my|the|our|two|three) (?!(?:chance|question|problem|feeling|look|few|lot|app|simple)\b)(?:(?!to\b|on\b|for\b|of\b|with\b)[\w'.-]+ ){0,5}?<thing>\b(?! (?:idea|question|problem|appointment|test|accident|payment|calls?|number|bill|plan|interview|case|ride|park|wash|insurance|loan|seat|lessons?|teacher|recital|science|list|roll|repair|dealer|shop|wedding|trip|race|crash|keys?|screen|class|licence|license)\b)(?!.*\b(?:rental|hire|borrowed|for rent)\b).*)",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:old |new |trusty )?(?:[\w'-]+ )?<thing>(?:'s)? (?:is|has|seats) (?!a (?:mess|pain|nightmare|disaster|joke|bit|little|total|write-off|wreck|problem|new))(?:a|an|\d+|two|three|four|five|six|seven)\b.+)",
            "{x}",
        ),
        (
            r"(?:my|our|the) (?P<x>(?:old |new |trusty )?<thing> is (?!a (?:mess|pain|nightmare|disaster|joke|bit|little|total|write-off|wreck|problem)\b)(?:a|an) .+)",
            "{x}",
        ),
        (r"I (?:do not (?:own|have)|have no) (?P<x>(?:a |an |any )?<thing>\b.*)", "no {x}"),
    ),
    *_rows(
        "goals.longterm",
        (
            r"my (?:big |long-term |biggest |life'?s |main |lifelong |secret )?(?:goal|dream|aim|ambition|target|resolution)(?: for (?:this|the|next) year)? is (?P<x>(?!that\b|clarity|simple).+)",
            "{x}",
        ),
        (
            r"(?:one day|some day|someday|eventually|in a few years|before i die),? I (?:want|hope|would like|would love|plan|dream of|am going) (?P<x>(?:to )?(?!know|see how|hear|ask)\w+ .+)",
            "{x}",
        ),
        (
            r"I (?:want|hope|aim|intend|plan|would like|would love|am determined|am hoping|am aiming|dream of|am dreaming of|am planning)(?: one day| someday| eventually)? (?P<x>(?:to )?(?:becom(?:e|ing) (?!more|better|clearer|less)|(?:swim|run|cycle|walk|hike|row|sail|travel|bike|drive)(?:ming|ning|ing|ling)? (?:across|around|from|through|the (?:length|whole|camino|coast)|a (?:half|full)|the (?:london|boston|berlin|new york)|all the way)|adopt(?:ing)?|have (?:a|another|kids|children)|visit(?:ing)? every|publish|emigrat|learn(?:ing)? (?!from|about|how|more|what|why|if)|run(?:ning)? (?:a|the|my) (?:[\w-]+ ){0,2}(?:marathon|half|10k|5k|race|ultra|parkrun|business|caf[eé]|farm|hostel|shop)|open(?:ing)? (?:a|an|my|our)|start(?:ing)? (?:a|my|our) (?:own )?(?:\w+ )?(?:business|family|company|blog|band|podcast|charity|shop|farm|school)|buy(?:ing)? (?:a|an|my|our) (?:\w+ )?(?:flat|house|home|place|farm|boat)|quit(?:ting)? smoking|los(?:e|ing)|(?:do|finish|start|complete)(?:ing)? (?:a|my|the) (?:phd|masters?|master's|degree|doctorate|apprenticeship|mba)|be debt-free|be mortgage-free|be fluent|get(?:ting)? (?:fit|out of debt|a degree|a promotion|stronger|(?:my|a) (?:\w+ )?(?:degree|licence|license|black belt|phd|grade \d))|move (?:to|abroad|back)|retir(?:e|ing)|writ(?:e|ing) a (?:[\w']+ )?(?:book|novel)|sav(?:e|ing)|read more|speak|be able to|swim (?:a|the)|finish my (?:degree|phd|thesis|novel|book|training)|qualify|climb|sail|publish(?:ing)?|build(?:ing)? (?:a|my|our) (?:house|cabin|boat|business)|pay off|save (?:up|for))\b.*)",
            "{x}",
        ),
        (
            r"I (?:want|would love|would like|hope|plan|aim) (?P<x>to (?!know|see how|hear|ask)\w+ .*\b(?:before I (?:am|turn|die|retire|hit)|one day|some day|someday|by the time I|within \w+ years?|by (?:next (?:year|summer|spring)|20\d\d))\b.*)",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:saving (?:up )?(?:for(?! (?:later|it|now|this|that)\b)|to)|training for|trying to (?:quit|lose|learn(?! (?:the|this|that|how|what|more)\b)|save (?:up|for|money)|become|stop smoking|get pregnant|get fit|read more)) .+)",
            "{x}",
        ),
    ),
    *_rows(
        "goals.plans",
        (
            r"I (?:have|have got) (?P<x>(?:a|an|my|the|two)? ?(?:[\w'-]+ ){0,4}(?:appointment|interview|exam|exams|mocks|finals|meeting|flight|colonoscopy|endoscopy|mri|ct scan|biopsy|mammogram|ultrasound|smear|chemo|physio|root canal|filling|haircut|driving lesson|rehearsal|gig|match|game|tournament|christening|baptism|funeral|court date|inspection|viewing|mot|reunion|birthday party|housewarming|barbecue|hen do|stag do|first day|dress rehearsal|show|exhibition|launch|workshop|course|tickets|wedding|trip|test|operation|surgery|concert|audition|deadline|defen[cs]e|checkup|check-up|scan|viva|race|hearing|recital|presentation|conference)\b.*<when>.*)",
            "{x}",
        ),
        (
            r"I (?:am|will be|am going to be) (?P<x>(?:flying|travelling|traveling|moving|visiting|going|getting married|off to (?-i:[A-Z])[\w ]+|starting|driving|meeting|seeing|having|running|heading|leaving|taking|hosting|sitting|getting my)\b.*<when>.*)",
            "{x}",
        ),
        (
            r"I am going to (?P<x>(?:visit|move|travel|fly|start|marry|have|see|run|go|spend|take|sit)\b.*<when>.*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>booked (?:a|an|my|our|the|two)? ?(?:.*(?:flight|trip|hotel|holiday|table|tickets?|week|cabin|ferry|train|cruise|tour|retreat)s?\b(?=.* (?:to|in|for|on|at)\b).*|(?-i:[A-Z])\w+.*<when>.*))",
            "{x}",
        ),
        (
            r"I (?P<x>(?:fly|leave|travel|set off|head|sail|move|go|am off(?= to)|get married|start|am flying|am leaving)(?: out| off| home| back| away)? (?:(?:to|for|on|at|into) )?(?:(?!(?:every|each|usually|always|by)\b)[\w'-]+ ){0,4}?<when>(?! (?:mornings|evenings|nights|floor|street|avenue|grade|time|place|century|edition|item|one|page|draft|row|chapter)\b).*)",
            "{x}",
        ),
        (
            r"I am (?P<x>planning (?:a|an|our|my) (?:[\w-]+ ){0,3}(?:trip|holiday|wedding|move|party|journey|tour|visit)\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our|the) (?P<x>(?:[\w'-]+ ){0,3}(?:appointment|interview|exam|exams|flight|wedding|operation|surgery|scan|viva|driving test|defen[cs]e|audition|concert|trip|deadline|due date|funeral|recital|graduation|marathon|race) (?:is|are|was moved|has been moved|got moved) .*<when>.*)",
            "{x}",
        ),
        (
            r"(?P<x>(?:the )?(?:dentist|doctor|gp|physio|optician|vet|hairdresser|midwife|driving lesson|driving test|scan|blood test|check-?up|parents'? evening|school play|wedding|funeral|exam|viva|flight|train)(?: (?:at|with|in|to) [\w ]+?)? <when>.*)",
            "{x}",
        ),
        (
            r"(?P<x>(?:job |driving |final |dentist'?s? )?(?:interview|appointment|exam|test|viva) (?:at|with|in|on) .*<when>.*)",
            "{x}",
        ),
    ),
    *_rows(
        "events.recent",
        (
            r"I (?:have )?(?P<x>(?:was|have been|got) in a (?:car|bike|road|motorbike|traffic|bad|minor|serious) (?:\w+ )?(?:accident|crash)\b.*|(?:passed|failed|aced|flunked) (?:my|the|a) (?=.*\b(?:exams?|tests?|driving|licence|license|viva|papers?|course|bar|finals?|defen[cs]e|level|grade|theory|module|class|year|boards|certification|assessment|degree)\b).+)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:won|lost|finished|submitted|defended|completed|ran|crashed|survived) (?:my|the|a|an|our) (?=.*\b(?:thesis|dissertation|degree|course|phd|manuscript|novel|marathon|training|apprenticeship|chemo\w*|residency|book|10k|5k|race|ultra|parkrun|triathlon|wallet|phone|keys|passport|ring|purse|bag|election|case|match|final|bet|car|bike|van|motorbike|prize|award|medal|competition|tournament|lottery|raffle|scholarship|grant|championship|cup|crash|accident|exam|viva)\b)(?!(?:mind|temper|way|lunch|dinner|homework|weight|job|game|argument|plot|thread|will|patience|appetite|voice|meeting)\b).+)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:got|was|been) (?:(?:accepted|admitted) (?:into|to|at|for|by|on)|hired|published|selected|elected|stung|bitten|burgled|fined)\b(?! terms).*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:got|was given|was awarded|was offered) (?:the|a) (?:[\w-]+ )?(?:scholarship|grant|award|bursary|residency|fellowship|visa|mortgage|prize)\b.*|dropped my (?:phone|laptop|camera|glasses|keys|tablet) (?:in|into|down|off|on|out)\b.*|had my (?:[\w-]+ )?(?:interview|viva|exam|audition|graduation|first day)\b.*)",
            "{x}",
        ),
        (
            r"(?:someone|somebody|they|burglars|thieves) (?:has |have )?(?P<x>(?:broke into|keyed|vandalised|slashed|crashed into|ran into|drove into|reversed into|stole|nicked|smashed|robbed|towed|scratched|dented|damaged) (?:(?:the|a) [\w ]{2,24} (?:of|on|out of|from) )?(?:my|our) .+)",
            "{x}",
        ),
        (r"they (?P<x>(?:accepted|rejected|said yes to|turned down|published) my .+)", "{x}"),
        (
            r"I (?:have )?(?P<x>had my (?:[\w'-]+ ){0,3}(?:out|removed|stolen|published|pulled|exhibition|premiere|debut)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:got|was) (?:robbed|burgled|mugged|scammed|accepted|rejected|shortlisted|nominated|elected)\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our|someone stole my) (?P<x>(?:[\w'-]+ ){0,2}(?:bike|bicycle|car|wallet|phone|laptop|bag|purse|passport|house|flat|shed) (?:was|got|has been) (?:stolen|broken into|towed|wrecked|flooded|damaged|nicked|burgled)\b.*)",
            "{x}",
        ),
    ),
)

SELF = (
    *_rows(
        "mood.current",
        (
            r"I (?:am|feel|am feeling|have been feeling|have been|still feel|am still feeling)(?: \w+){0,2}? (?P<x>(?!hopeless (?:at|in|with))(?!(?:scared|terrified) of (?!the\b|my\b|what|losing))(?:<mood> and )?<mood>(?: (?:about|because|since|over|of|at|by|after|these days|lately|all the time|most days|every (?:day|night|morning)|this (?:week|month)|all (?:week|month)|for (?:days|weeks|a week)|before|that (?:my|the|our|i) ?(?!.*\byou\b))\b(?!.*\byou\b)(?!.*\b(?:it|that|this|them|these)$).*))",
            "{x}",
        ),
        (
            r"I have been (?:feeling )?(?:so |very |really |rather |quite |pretty |a bit )*(?P<x><mood> (?:these days|lately|all week|this past week|this week|for .+|since .+|recently))",
            "{x}",
        ),
    ),
    *_rows(
        "personality.traits",
        (
            r"I (?:am|would say I am) (?:a |an |quite |rather |a bit |more of a |more of an |naturally |by nature |a bit of a |such a |a total |a real |a terrible |a born )*(?P<x><trait>)(?P<y>(?:,| (?:and|but|with|by|when|in the|about|at|over|around)\b).*)?$",
            "{x}{y}",
        ),
        (r"as (?:a|an) (?P<x><trait>)\b.*", "{x}"),
        (
            r"I (?:would )?(?:describe|call|consider|see) myself (?:as )?(?:a |an )?(?!.*\b(?:fit|overweight|slim|tall|fan|vegan|vegetarian)\b)(?P<x>.+)",
            "{x}",
        ),
        (
            r"I am (?:the (?:kind|type|sort)|one of those people|someone|somebody)(?: of (?:person|man|woman|guy))? (?P<x>(?:who|that) .+)",
            "{x}",
        ),
        (
            r"(?:people|everyone|friends|my friends|they) (?:always |often )?(?:say|tell me|call me) (?:that )?(?:I am )?(?:a |an |too |very |so )*(?P<x><trait>)\b.*",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:hopeless|terrible|useless|rubbish|bad|awful|no good|good|great|brilliant) (?:with|at) (?:directions|names|faces|numbers|money|small talk|people|maths|mornings|decisions|technology|spelling|languages|confrontation|deadlines|listening|kids))\b.*",
            "{x}",
        ),
        (
            r"I have (?P<x>(?:a|an) (?:very |really |rather )?(?:short temper|short fuse|dry sense of humou?r|dark sense of humou?r|sweet tooth(?= and no)|good memory|terrible memory|photographic memory|short attention span))\b.*",
            "{x}",
        ),
    ),
    *_rows(
        "beliefs.values",
        (
            r"I am (?:a |an |very |quite |deeply |a practising |a devout |a lapsed |a proud |a committed )*(?P<x>(?:not (?:(?:a|an|very|particularly|really|at all) )*)?<belief>\b(?! (?:about|with|on|when)\b).*)",
            "{x}",
        ),
        (
            r"I (?:was raised|was brought up|grew up|have been|converted to|became) (?P<x>(?:a |an )?<belief>\b.*)",
            "{x}",
        ),
        (r"as (?:a|an) (?:practising |devout |lapsed )?(?P<x><belief>|muslim|sikh|jew)\b.*", "{x}"),
        (r"I (?:have )?(?:always )?(?P<x>(?:vote|voted) (?:for )?(?:the )?(?-i:[A-Z])\w+.*)", "{x}"),
        (r"I (?P<x>(?:go to|attend) (?:church|mosque|temple|mass|synagogue|the gurdwara)\b.*)", "{x}"),
        (
            r"I (?P<x>(?:believe|do not believe) in (?:god|gods|jesus|allah|karma|ghosts|reincarnation|fate|an afterlife|the afterlife|heaven|hell|horoscopes|astrology|miracles|marriage|equality|free speech|democracy|angels|destiny|evolution|community|kindness|hard work|forgiveness|second chances|non-?violence|animal rights|universal|socialism|capitalism)\b.*)",
            "{x}",
        ),
        (
            r"I (?:am|will be) (?P<x>(?:fasting for|observing|keeping) (?:ramadan|lent|yom kippur|navratri|sabbath|shabbat)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:pray(?= (?:every|daily|five|to (?:god|allah|the)|before|in|at|with)\b)|meditate as a buddhist|keep (?:kosher|shabbat|the sabbath)|fast (?:during|for) (?:ramadan|lent))\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "finance.situation",
        (
            r"the (?P<x>(?:rent|mortgage|student loan|child maintenance) (?:went up|has gone up|goes up|is going up|is|costs(?: me)?|eats(?: up)?) .*\d.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:earn|make|take home|bring home|clear) (?:about |around |roughly |only |just )?[£$€¥₹]?\d[\d.,]*k?\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:(?:monthly|weekly|yearly|annual|take-home|net|gross) )?(?:salary|rent|budget|mortgage|income|savings|pension|take-home|wage|debt|pay|student loan|overdraft)(?: is| are| was| has| went| comes to| goes| of|'s) .*\d.*)",
            "{x}",
        ),
        (
            r"I have (?P<x>saved (?:up )?(?:about |around |roughly |over |nearly )?[£$€¥₹]?\d[\d.,]*(?:k| thousand| grand)?(?! (?:kg|hours|minutes|files|points))\b.*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:about |around |roughly |over |nearly )?(?:[£$€¥₹]\d[\d.,]*k?|\d[\d.,]*(?:k| thousand| grand| quid)?) (?:saved|in savings|in debt|put aside|in the bank|left on (?:the|my) (?:loan|mortgage))\b.*)",
            "{x}",
        ),
        (
            r"(?P<x>(?:[£$€¥₹]?\d[\d.,]*(?:k| thousand)?) on (?:my |two |three |\w+ )?(?:credit cards?|overdraft|card)\b.*)",
            "{x}",
        ),
        (
            r"I (?:have|am in|owe|still owe|am paying off|have to pay off|am saving|save|put aside|have saved|am paying) (?P<x>.*(?:[£$€¥₹]\d|\d[\d.,]*k?\b).*(?:debt|loan|mortgage|savings?|credit cards?|overdraft|student loans?|a month|a week|a year|per month|every month|in the bank|aside|owed)\b.*)",
            "{x}",
        ),
        (r"I (?:still )?(?P<x>owe .*\b\d[\d.,]*(?:k| grand| thousand| quid| euros?| dollars?| pounds)?\b.*)", "{x}"),
        (r"I (?:am|have) (?P<x>(?:on|have) (?:a|an) (?:[\w-]+ )?(?:budget|income|salary|pension) of .+)", "{x}"),
        (
            r"(?:my |our )?(?:budget|limit) (?:is|of) (?:like |about |around )?(?P<x>[£$€]?\d[\d.,]*k?(?: \w+)? (?:a|per|each) (?:month|week|year).*)",
            "{x}",
        ),
        (
            r"I (?:all )?(?P<x>pay (?:about |around |over |nearly )?[£$€¥₹]?\d[\d.,]*(?:k)?(?: (?:euros?|pounds|dollars|quid))? (?:(?:in|for|of) )?(?:rent|a month|maintenance|child support|mortgage)\b.*)",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:always in my overdraft|in my overdraft|in the red|behind on (?:the|my) (?:rent|mortgage|bills)|in debt|broke until|skint(?: till| until)?|on benefits|on a tight budget|on minimum wage|paying off (?:a|an|my|our) (?:[\w-]+ ){0,2}(?:loan|mortgage|debt|car))\b.*)",
            "{x}",
        ),
        (
            r"I have (?P<x>(?:a|an|no|some|two) (?:[\w-]+ ){0,2}(?:debts?|mortgage|savings|overdraft|student loans?)\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "contact.details",
        (
            r"(?:add )?my (?P<x>(?:work |private |new |home )?(?:phone|mobile|cell|e-?mail|email|number|phone number|address|postal address|handle|insta|ig|instagram|telegram|whatsapp|username|skype|discord|signal|twitter|postcode|zip code)(?<!my number)(?: (?:number|address|handle|username|name|id))?(?: (?:is|to the letterhead:?|on \w+ is))?:? .*[\d@/#_.]\S*.*)",
            "{x}",
        ),
        (r"(?:you can )?(?:reach|call|text|e-?mail|write to|contact) me (?:at|on|under) (?P<x>.*[\d@].*)", "{x}"),
        (r"I (?:live|am) at (?P<x>\d+.*)", "{x}"),
        (r"I (?:have )?changed my number,? (?:it is|to) (?P<x>.+)", "phone {x}"),
        mode=Mode.STATE,
    ),
)
