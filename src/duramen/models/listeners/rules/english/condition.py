"""English patterns of body, habits, belongings, aims, feelings and wishes for the talk: one group of rows a leaf."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


HEALTH = (
    *_rows(
        "health.allergies",
        r"I (?:am|have been|was found) (?:(?:\w+ly|severely|mildly|deathly|badly|a bit|slightly) )?allergic to (?P<x>.+)",
        (r"I am (?P<x>(?:(?:\w+ly) )?(?:lactose|gluten|fructose|histamine|dairy)[- ]intolerant)\b.*", "{x}"),
        (r"I (?P<x>(?:come out|break out|get|react) (?:in|with)? ?(?:hives|a rash|spots|itchy|badly)?.*\b(?:from|to|when|after|with) .+)", "{x}"),
        (r"(?P<x>[\w ]+?) (?:brings? me out in|gives? me) (?P<y>hives|a rash|spots|welts)\b.*", "{x}, {y}"),
        r"I am (?:\w+ly )?intolerant (?:to|of) (?P<x>.+)",
        (r"I have (?:a |an |my )?(?:\w+ )?(?P<x>(?:severe |mild |bad )?(?!allerg)[\w-]+(?: and [\w-]+| or [\w-]+)? (?:allerg(?:y|ies)|intolerance))\b.*", "{x}"),
        (r"I have (?:a|an)? ?(?:\w+ )?(?:allergy|intolerance) to (?P<x>.+)", "{x}"),
        (r"(?P<x>[\w ]+?) (?:makes me|make me) (?P<y>swell up|break out|itch|wheeze)\b.*", "{x}, {y}"),
        (r"my (?P<x>[\w ]+? (?:allergy|intolerance))\b.*", "{x}"),
        (r"I (?:cannot|am not able to) (?:digest|tolerate) (?P<x>.+)", "{x}"),
    ),
    *_rows(
        "health.medication",
        (r"I (?:take|am on|am taking|have been on|have been taking|started|started taking|was prescribed|have been prescribed|inject|use|need) (?P<x>(?:[\w-]+ ){0,4}?(?:\d+ ?(?:mg|mcg|µg|g|ml|units)|pills?|tablets?|capsules?|injections?|insulin|inhaler|antidepressants?|statins?|antibiotics?|painkillers?|ibuprofen|paracetamol|metformin|ritalin|melatonin|antihistamines?|beta blockers?|blood thinners?|blood pressure (?:tablets|pills|medication)|iron supplements?|vitamin \w+|medication|chemo\w*|dialysis|the pill|\w+(?:pril|sartan|statin|zole|oxine|aline|pram|formin|azepam|cillin|olol|oxetine|mycin|triptan|tidine|gliptin|zepam))\b.*)", "{x}"),
        (r"I (?P<x>(?:see|go to|have) (?:a |my |the )?(?:therap\w+|physio\w*|psychologist|counsellor|acupuncturist|chiropractor|osteopath)\b.*<frequency>.*)", "{x}"),
        (r"my (?:doctor|gp|psychiatrist|cardiologist) (?:has )?(?:put me on|prescribed(?: me)?) (?P<x>.+)", "{x}"),
    ),
    *_rows(
        "health.conditions",
        (r"I (?:was|have been|got|am) (?:just )?diagnosed (?:with|as) (?P<x>[^,]+)", "diagnosed with {x}"),
        (r"I (?:suffer|have suffered|am suffering|am recovering) from (?P<x>.+)", "{x}"),
        (r"I (?:have|have had|am|am a|got|have always had|live with|am living with|struggle with|have been|am) (?P<x>(?:a |an |my )?(?:[\w-]+ ){0,2}?<illness>\b(?! (?:now|right now|today|and tired)).*)", "{x}"),
        (r"I (?:have )?(?P<x><hurt> (?:my|a|an|both|the)? ?(?:\w+ ){0,2}<body>\b.*)", "{x}"),
        (r"I (?:have|have got|have had|am recovering from|had|got) (?P<x>(?:a |an |my )?(?:bad|broken|dodgy|weak|torn|frozen|sprained|fractured|chronic|injured|twisted|new|replaced|titanium|herniated|slipped|sore) (?:\w+ )?<body>\b.*)", "{x}"),
        (r"I (?:have )?(?P<x>had (?:a |an |my )?(?:\w+ ){0,2}(?:surgery|operation|stroke|heart attack|transplant|miscarriage|concussion|bypass|hip replacement|knee replacement|c-section|hysterectomy)\b.*)", "{x}"),
        (r"I (?:am|have been) (?P<x>(?:\w+ )?(?:weeks|months) pregnant\b.*)", "{x}"),
        (r"I am (?P<x>(?:pregnant\b.*|expecting(?: (?:a|our|my|twins|in|again|another|baby)\b.*|$)))", "{x}"),
        (r"(?P<x>[\w ]*?arthritis in (?:the|my|both) \w+)", "{x}"),
        (r"my (?P<x>(?:left |right |lower |bad )?<body> (?:(?:is|are|has been|have been|keeps|still|was) (?:\w+ ){0,2}(?:broken|injured|sprained|fractured|bad|torn|inflamed|frozen|wrecked|playing up|aching|hurting|healed|healing)|hurts? (?:when|since|after|every|all|from)|has given up|gave out)\b.*)", "{x}"),
        (r"I (?P<x>(?:wear|need|use) (?:a )?(?:hearing aids?|wheelchair|crutches|cane|walking stick|prosthe\w+|glasses)\b.*)", "{x}"),
    ),
    *_rows(
        "health.fitness",
        (r"I (?:weigh|now weigh|am down to|am up to) (?:about |around |roughly )?(?P<x><number>(?:[.,]\d+)? ?(?:kg|kilos?|lbs?|pounds|stone)?\b(?! quid| euros| dollars).*)", "{x}"),
        (r"I (?:weigh in at|am) (?P<x><number> ?(?:kg|kilos?|stone|lbs|pounds)\b.*)", "{x}"),
        (r"I am (?P<x>(?:about )?(?:\d[.,]\d+(?: ?m)?\b|\d{3} ?cm|\d ?(?:ft|foot|feet|')(?: ?\d+(?:\"|in| inches)?)?|\d'\d+)(?: tall)?\b.*)", "{x}"),
        (r"I (?:have )?(?P<x>(?:lost|gained|put on) (?:about |over |nearly )?<number> ?(?:kg|kilos?|lbs?|pounds|stone)\b.*)", "{x}"),
        (r"I (?:can (?:now )?)(?P<x>(?:run|swim|cycle|walk|lift|deadlift|bench|squat|do|hold)\b.*(?:\d|<number>|without (?:stopping|a break)).*)", "{x}"),
        (r"I (?:cannot|can barely|can hardly) (?P<x>(?:run|climb|walk|swim|touch my|do (?:a|one|ten|push|pull)) .+)", "can't {x}"),
        (r"I (?P<x>(?:ran|swam|cycled|finished|did|rowed|deadlifted|benched|squatted|lifted) .*\b(?:\d+:\d\d|personal best|pb|\d+ ?(?:kg|kilos))\b.*)", "{x}"),
        (r"my (?P<x>(?:resting heart rate|height|weight|bmi|vo2 ?max|personal best|pb|best (?:\w+ ){0,2}time|blood pressure) is .+)", "{x}"),
        (r"(?P<x>resting heart rate (?:is|of) .+?)(?:, .*)?$", "{x}"),
    ),
    *_rows(
        "diet.habits",
        (r"I (?:am|went|have been|have gone|turned|became|am now|eat|have turned|was raised|keep|have become) (?:a |an |strictly |mostly |fully )?(?P<x><diet>\b(?! for (?:ramadan|lent)).*)", "{x}"),
        (r"I (?:have )?(?P<x>(?:stopped|quit|gave up|given up|cut out|am cutting out|am giving up|am off|am cutting down on|have cut down on|went off) (?:eating |drinking |all )?(?:meat|sugar|alcohol|coffee|caffeine|dairy|gluten|bread|carbs|wheat|beer|wine|drinking|pork|beef|red meat|fish|eggs|snacking|sweets|fizzy drinks|soda|chocolate|salt|milk|cheese|fast food)\b.*)", "{x}"),
        (r"I (?P<x>(?:(?:do not|never|no longer|cannot|will not) (?:eat|drink|touch)|do not do) (?:any )?(?!(?:it|that|this|them|much|enough|anything)\b).+)", "{x}"),
        (r"I (?P<x>(?:eat|drink|have|cook) (?:no|only|mostly|little|less|low|almost no|halal|kosher|gluten|plant|raw)\b (?!(?:idea|one|time|kids|children|clue|choice|money|pets)\b).+)", "{x}"),
        (r"I (?P<x>(?:avoid|skip|limit|watch) (?:all |my )?(?:meat|sugar|salt|carbs|dairy|gluten|caffeine|alcohol|breakfast|lunch|dinner|pork|beef|fat|fried food|processed food|spicy food|sweets)\b.*)", "{x}"),
        (r"I (?P<x>keep (?:sugar|salt|carbs|fat) low)", "{x}"),
        (r"I (?:do|am doing|practise|am on) (?P<x>(?:a |an |the )?(?:[\w-]+ ){0,2}(?:intermittent fasting|diet(?! coke)|fast(?:ing)?)\b.*)", "{x}"),
        (r"(?P<x>(?:no|zero) (?:gluten|dairy|meat|sugar|pork|beef|alcohol|caffeine))(?: (?:for me|since|because|please|in my).*)?$", "{x}"),
        (r"I (?P<x>(?:have not|have never) (?:had|eaten|touched|drunk|tasted) (?:a |any )?(?:drop of |drink|alcohol|meat|sugar|coffee|beer|wine|fish|dairy|gluten|pork)\b.*)", "{x}"),
        (r"no (?P<x>(?:coffee|caffeine|alcohol|meat|sugar|dairy|gluten|pork|beef|wine|carbs)\b.* (?:for me|in my house|after .*))", "no {x}"),
    ),
)

ROUTINES = (
    *_rows(
        "routines.sleep",
        (r"I (?P<x>(?:wake up|wake|get up|go to bed|go to sleep|fall asleep|sleep|nap|am in bed|am asleep|turn in|doze off|am up|lie awake)\b.*(?:\d|<number>|<frequency>|midnight|noon|badly|poorly|well|late|early|hours|like a log|with (?:the|my|an?) ).*)", "{x}"),
        (r"(?P<x>(?:early bird|night owl|light sleeper|insomniac)\b.*)", "{x}"),
        (r"(?P<x>(?:in bed|asleep|lights out|up) (?:by|at|before|around|with) .*(?:\d|<number>|midnight|sun|dawn|most nights|every).*)", "{x}"),
        (r"(?:five|six|seven|four|eight|nine|three) hours'? (?P<x>sleep)\b.*", "{x}"),
        (r"I (?P<x>(?:have (?:trouble|a hard time|problems) (?:falling |staying )?(?:sleeping|asleep)|cannot sleep (?:without|with|if|when|unless) .+))", "{x}"),
        (r"I am (?P<x>(?:a |an )?(?:light|heavy|bad|poor|deep) sleeper\b.*)", "{x}"),
        mode=Mode.STATE,
    ),
    *_rows(
        "routines.exercise",
        (r"I (?P<x><training>\b.*<frequency>.*)", "{x}"),
        (r"I (?P<x>(?:have|take|go to|attend|do) (?:[\w-]+ ){0,3}(?:class(?:es)?|practice|training|sessions?|gym|lessons?)\b.*<frequency>.*)", "{x}"),
        (r"I am (?:in the pool|at the gym|on the mat|on the court|on the bike) (?P<x>.*<frequency>.*)", "{x}"),
    ),
    *_rows(
        "routines.daily",
        (r"my (?P<x>(?:commute|morning routine|working hours|shift|lunch break|school run|day) (?:is|takes|starts|runs|begins|lasts) .+)", "{x}"),
        (r"I (?P<x>(?:commute|cycle to work|walk to work|bike to work|drive to work|take the (?:bus|train|tram|metro|tube))\b.*)", "{x}"),
        (r"I (?P<x>(?:start|finish|work|leave|eat|read|call|visit|meet|walk|meditate|pray|cook|write|journal|drink|go|clean|shop|volunteer|feed|water|bake|take|spend|have breakfast|have dinner|have lunch)\b.*<frequency>.*)", "{x}"),
        (r"(?P<x><frequency>,? (?:is|are|we|i) .+)", "{x}"),
        (r"(?P<x>(?:mon|tues|wednes|thurs|fri|satur|sun)days are (?:for|my|our|always) .+)", "{x}"),
    ),
)

THINGS_AND_AIMS = (
    *_rows(
        "belongings.things",
        (r"I (?:have|own|drive|ride|bought|got|play on|use|shoot with|have bought|treated myself to|finally bought) (?P<x>(?:a|an|my|the|our|two|three) (?!(?:chance|question|problem|feeling|look|few|lot|app|simple)\b)(?:(?!to\b|on\b|for\b|of\b|with\b)[\w'.-]+ ){0,5}?<thing>\b(?! (?:idea|question|problem|appointment|test|accident|payment))(?!.*\b(?:rental|hire|borrowed|for rent)\b).*)", "{x}"),
        (r"(?:my|our) (?P<x>(?:old |new |trusty )?(?:[\w'-]+ )?<thing>(?:'s)? (?:is|has|needs|keeps|seats|makes|won't|will not|does|does not) (?!in\b|on\b|at\b|here|there|late|out\b|not there).+)", "{x}"),
        (r"(?:my|our|the) (?P<x>(?:old |new |trusty )?<thing> is (?:a|an) .+)", "{x}"),
        (r"I (?:do not (?:own|have)|have no) (?P<x>(?:a |an |any )?<thing>\b.*)", "no {x}"),
    ),
    *_rows(
        "goals.longterm",
        (r"my (?:big |long-term |biggest |life'?s |main |lifelong |secret )?(?:goal|dream|aim|ambition|target|resolution|plan)(?: for (?:this|the|next) year)? is (?P<x>.+)", "{x}"),
        (r"I (?:want|hope|aim|intend|plan|would like|would love|am determined|am hoping|am aiming|dream of|am dreaming of|am planning)(?: one day| someday| eventually)? (?P<x>(?:to )?(?:becom(?:e|ing)|learn(?:ing)? (?!about|how|more|what|why|if)|run(?:ning)? (?:a|the|my)|open(?:ing)?|start(?:ing)? (?:a|my|our)|buy(?:ing)? (?:a|an|my|our) (?:\w+ )?(?:flat|house|home|place|farm|boat)|quit(?:ting)? smoking|los(?:e|ing)|get(?:ting)? (?:fit|into|my|a degree|a promotion|better|strong)|move (?:to|abroad|back)|retir(?:e|ing)|writ(?:e|ing) a (?:book|novel)|sav(?:e|ing)|read more|speak|be able to|swim (?:a|the)|finish my|pass|qualify|climb|sail|publish(?:ing)?|own|build(?:ing)? (?:a|my|our) (?:house|cabin|boat|business|own)|pay off|save)\b.*)", "{x}"),
        (r"I am (?P<x>(?:saving (?:up )?(?:for|to)|training for|trying to (?:quit|lose|learn|save|become|stop smoking|get pregnant|get fit|read more)) .+)", "{x}"),
    ),
    *_rows(
        "goals.plans",
        (r"I (?:have|have got) (?P<x>(?:a|an|my|the|two)? ?(?:[\w'-]+ ){0,4}(?:appointment|interview|exam|exams|mocks|finals|meeting|flight|wedding|trip|test|operation|surgery|concert|audition|deadline|defen[cs]e|checkup|check-up|scan|viva|race|hearing|recital|presentation|conference)\b.*<when>.*)", "{x}"),
        (r"I (?:am|will be|am going to be) (?P<x>(?:flying|travelling|traveling|moving|visiting|going|getting married|starting|driving|meeting|seeing|having|running|heading|leaving|taking|hosting|sitting)\b.*<when>.*)", "{x}"),
        (r"I am going to (?P<x>(?:visit|move|travel|fly|start|marry|have|see|run|go|spend|take|sit)\b.*<when>.*)", "{x}"),
        (r"I (?:have )?(?P<x>booked (?:a|an|my|our|the|two)? ?.*(?:flight|trip|hotel|holiday|table|tickets?|week|cabin|ferry|train|cruise|tour|retreat)s?\b.*)", "{x}"),
        (r"I am (?P<x>planning (?:a|an|our|my) (?:[\w-]+ ){0,3}(?:trip|holiday|wedding|move|party|journey|tour|visit)\b.*)", "{x}"),
        (r"(?:my|our|the) (?P<x>(?:[\w'-]+ ){0,3}(?:appointment|interview|exam|exams|flight|wedding|operation|surgery|scan|viva|driving test|defen[cs]e|audition|concert|trip|deadline|due date|funeral|recital|graduation|marathon|race) (?:is|are|was moved|has been moved|got moved) .*<when>.*)", "{x}"),
        (r"(?P<x>(?:the )?(?:dentist|doctor|gp|physio|optician|vet|hairdresser|midwife|driving lesson|driving test|scan|blood test|check-?up|parents'? evening|school play|wedding|funeral|exam|viva|flight|train)(?: (?:at|with|in|to) [\w ]+?)? <when>.*)", "{x}"),
        (r"(?P<x>(?:job |driving |final |dentist'?s? )?(?:interview|appointment|exam|test|viva) (?:at|with|in|on) .*<when>.*)", "{x}"),
    ),
    *_rows(
        "events.recent",
        (r"I (?:have )?(?P<x>(?:passed|failed|aced|flunked) (?:my|the|a) .+)", "{x}"),
        (r"I (?:have )?(?P<x>(?:won|lost|finished|submitted|defended|completed|ran|crashed|survived) (?:my|the|a|an|our) (?!(?:mind|temper|way|lunch|dinner|homework|weight|job|game|argument|plot|thread|will|patience|appetite|voice|meeting)\b).+)", "{x}"),
        (r"I (?:have )?(?P<x>(?:got|was|been) (?:accepted|admitted|hired|published|selected|elected|stung|bitten|burgled|fined) .+)", "{x}"),
        (r"they (?P<x>(?:accepted|rejected|said yes to|turned down|published) my .+)", "{x}"),
        (r"I (?:have )?(?P<x>had my (?:[\w'-]+ ){0,3}(?:out|removed|stolen|published|pulled|exhibition|premiere|debut)\b.*)", "{x}"),
        (r"I (?P<x>(?:got|was) (?:robbed|burgled|mugged|scammed|accepted|rejected|shortlisted|nominated|elected)\b.*)", "{x}"),
        (r"(?:my|our|someone stole my) (?P<x>(?:[\w'-]+ ){0,2}(?:bike|bicycle|car|wallet|phone|laptop|bag|purse|passport|house|flat|shed) (?:was|got|has been) (?:stolen|broken into|towed|wrecked|flooded|damaged|nicked|burgled)\b.*)", "{x}"),
    ),
)

SELF = (
    *_rows(
        "mood.current",
        (r"I (?:am|feel|am feeling|have been feeling|have been|still feel|am still feeling)(?: \w+){0,2}? (?P<x><mood>(?: (?:about|because|since|over|of|at|by|after|these days|lately|this (?:week|month)|all (?:week|month)|for (?:days|weeks|a week)|before|that (?:my|the|our|i) ?(?!.*\byou\b))\b(?!.*\byou\b).*))", "{x}"),
        (r"I have been (?:feeling )?(?:so |very |really |rather |quite |pretty |a bit )*(?P<x><mood> (?:these days|lately|all week|this past week|this week|for .+|since .+|recently))", "{x}"),
    ),
    *_rows(
        "personality.traits",
        (r"I am (?:a |an |quite |rather |a bit |more of a |more of an |naturally |by nature |a bit of a |such a |a total |a real |a terrible |a born )*(?P<x><trait>)(?P<y>(?:,| and| but| with| by| when| in the)\b.*)?$", "{x}{y}"),
        (r"as (?:a|an) (?P<x><trait>)\b.*", "{x}"),
        (r"I (?:would )?(?:describe|call|consider|see) myself (?:as )?(?:a |an )?(?P<x>.+)", "{x}"),
        (r"I am (?:the (?:kind|type|sort) of person) (?P<x>who .+)", "{x}"),
    ),
    *_rows(
        "beliefs.values",
        (r"I am (?:not )?(?:a |an |very |not |quite |deeply |a practising |a devout |a lapsed |a proud |a committed )*(?P<x><belief>\b.*)", "{x}"),
        (r"I (?:was raised|was brought up|grew up|have been|converted to|became) (?P<x>(?:a |an )?<belief>\b.*)", "{x}"),
        (r"I (?P<x>(?:vote|voted) (?:for )?(?-i:[A-Z])\w+.*)", "{x}"),
        (r"I (?P<x>(?:go to|attend) (?:church|mosque|temple|mass|synagogue|the gurdwara|meeting)\b.*)", "{x}"),
        (r"I (?P<x>(?:believe|do not believe) in (?!(?:you|it|me|him|her|them|us)\b).+)", "{x}"),
        (r"I (?:am|will be) (?P<x>(?:fasting for|observing|keeping) (?:ramadan|lent|yom kippur|navratri|sabbath|shabbat)\b.*)", "{x}"),
        (r"I (?P<x>(?:pray|meditate as a buddhist|keep (?:kosher|shabbat|the sabbath)|fast (?:during|for) (?:ramadan|lent))\b.*)", "{x}"),
    ),
    *_rows(
        "finance.situation",
        (r"I (?P<x>(?:earn|make|take home|bring home|clear) (?:about |around |roughly |only |just )?[£$€¥₹]?\d[\d.,]*k?\b.*)", "{x}"),
        (r"(?:my|our) (?P<x>(?:(?:monthly|weekly|yearly|annual|take-home|net|gross) )?(?:salary|rent|budget|mortgage|income|savings|pension|take-home|wage|debt|pay|student loan|overdraft) (?:is|are|was|has|went|comes to|of) .*\d.*)", "{x}"),
        (r"I (?:have )?(?P<x>(?:about |around |roughly |over |nearly )?(?:[£$€¥₹]\d[\d.,]*k?|\d[\d.,]*(?:k| thousand| grand| quid)?) (?:saved|in savings|in debt|put aside|in the bank|left on (?:the|my) (?:loan|mortgage))\b.*)", "{x}"),
        (r"(?P<x>(?:[£$€¥₹]?\d[\d.,]*(?:k| thousand)?) on (?:my |two |three |\w+ )?(?:credit cards?|overdraft|card)\b.*)", "{x}"),
        (r"I (?:have|am in|owe|still owe|am paying off|have to pay off|am saving|save|put aside|have saved|am paying) (?P<x>.*(?:[£$€¥₹]\d|\d[\d.,]*k?\b).*(?:debt|loan|mortgage|savings?|credit cards?|overdraft|student loans?|a month|a week|a year|per month|every month|in the bank|aside|owed)\b.*)", "{x}"),
        (r"I (?:am|have) (?P<x>(?:on|have) (?:a|an) (?:[\w-]+ )?(?:budget|income|salary|pension) of .+)", "{x}"),
        (r"(?:my |our )?(?:budget|limit) (?:is|of) (?:like |about |around )?(?P<x>[£$€]?\d[\d.,]*k?(?: \w+)? (?:a|per|each) (?:month|week|year).*)", "{x}"),
        (r"I am (?P<x>(?:in debt|broke until|skint(?: till| until)?|on benefits|on a tight budget|on minimum wage|paying off (?:a|an|my|our) (?:[\w-]+ ){0,2}(?:loan|mortgage|debt|car))\b.*)", "{x}"),
        (r"I have (?P<x>(?:a|an|no|some|two) (?:[\w-]+ ){0,2}(?:debts?|mortgage|savings|overdraft|student loans?)\b.*)", "{x}"),
    ),
    *_rows(
        "contact.details",
        (r"(?:add )?my (?P<x>(?:work |private |new |home )?(?:phone|mobile|cell|e-?mail|email|number|phone number|address|postal address|handle|instagram|telegram|whatsapp|username|skype|discord|signal|twitter|postcode|zip code)(?: (?:number|address|handle|username|name|id))?(?: (?:is|to the letterhead:?|on \w+ is))?:? .*[\d@/#_.]\S*.*)", "{x}"),
        (r"(?:you can )?(?:reach|call|text|e-?mail|write to|contact) me (?:at|on|under) (?P<x>.*[\d@].*)", "{x}"),
        (r"I (?:live|am) at (?P<x>\d+.*)", "{x}"),
        (r"I (?:have )?changed my number,? (?:it is|to) (?P<x>.+)", "phone {x}"),
        mode=Mode.STATE,
    ),
)

_LASTS = r"(?=.*\b(?:always|from now on|in (?:the )?future|generally|going forward|every time|whenever|in general|never|by default|any ?more|your (?:answers?|replies|responses?|messages|explanations?)|when you|permanently|ever|like a|i prefer|to me (?:like|in|as))\b)"
_WISH = r"(?:please |from now on |in future |and |could you |can you |you can |you should |always |just |for the future |going forward |i need you to |i want you to |I would like you to |I would prefer if you |I prefer it when you |I like it when you |whenever you \w+(?: \w+){0,4},? |when you \w+(?: \w+){0,4},? )*"
_ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|messages?|texts?|sentences?|recipes|lists?|summar(?:y|ies)|instructions)"
TALK = (
    *_rows(
        "communication.boundaries",
        (rf"{_WISH}(?P<x>(?:do not|never|stop|no more|avoid) (?:ever |again )?(?:mention(?:ing)?|bring(?:ing)? up|ask(?:ing)?(?: me)? (?:about|how|if|whether|for)|talk(?:ing)? (?:about|to me about)|jok(?:e|ing) about|remind(?:ing)? me (?:of|about)|comment(?:ing|s)? on|comments about|giv(?:e|ing) me (?:\w+ )?advice|stor(?:e|ing)|sav(?:e|ing)|spoil(?:ing)?|bring(?:ing)?|diagnos(?:e|ing)|lectur(?:e|ing)|suggest(?:ing)? (?:therapy|\w+ing)|flirt(?:ing)?|pray(?:ing)?|tell(?:ing)? me (?:to|how)|push(?:ing)?|nag(?:ging)?|compar(?:e|ing)|swear(?:ing)?|judg(?:e|ing))\b.*)", "{x}"),
        (r"I (?P<x>(?:do not|never) want (?:any |to )?(?:talk about|discuss|hear about|be reminded of|be asked about|comments|advice|jokes|tips|questions|be told)\b.*)", "{x}"),
        (r"I would rather not (?P<x>(?:talk|discuss|hear|be asked|go into)\b.*)", "{x}"),
        (r"(?P<x>.+ (?:is|are) (?:off limits|off-limits|a no-go|taboo|a touchy subject|a sore subject|a sensitive (?:topic|subject)|not up for discussion))", "{x}"),
    ),
    *_rows(
        "communication.style",
        (rf"{_LASTS}{_WISH}(?P<x>(?:keep|make) (?:it|things|your|all|the|everything|them) ?(?:{_ANSWERS} )?(?:short|brief|simple|concise|to the point|snappy|plain|light|formal|casual|short and sweet|as short as|under|below|to)\b.*)", "{x}"),
        (rf"{_LASTS}{_WISH}(?P<x>(?:answer|reply|respond|write|speak|talk|explain)(?: to me| everything| things| it)? (?:in|with|like|as|briefly|only|without|more|less|shortly|plainly)\b.*)", "{x}"),
        (rf"{_WISH}(?P<x>(?:do not|never|stop|no need to|skip|drop|no|without|avoid|less|fewer|enough with|lose) (?:use |using |the |any |with |all |ever |more |add |put )*(?:emojis?|smileys?|exclamation marks?|bullet points?|bullets|jargon|small talk|flattery|compliments|apologi[sz]\w+|apolog\w+|disclaimers?|pleasantries|praise|preamble|intro(?:duction)?s?|headings?|tables?|markdown|bold|long (?:answers|texts|paragraphs)|essays?|filler|sugar-?coat\w*|pep talks?|cheerleading|metaphors|hedging|waffle|follow-up questions|lectur\w+|explanations?|acronyms|abbreviations|slang)\b.*)", "{x}"),
        (rf"{_WISH}(?P<x>(?:do not|never|stop) (?:end(?:ing)?|start(?:ing)?|begin(?:ning)?|repeat(?:ing)?|apologi[sz](?:e|ing)|explain(?:ing)?|ask(?:ing)? me (?:so many|follow|a question)|agree(?:ing)?|sugar-?coat\w*|summari[sz](?:e|ing)|shout(?:ing)?|translat(?:e|ing)|us(?:e|ing) (?:big|long|difficult|fancy|american|british))\b.*)", "{x}"),
        (rf"{_LASTS}{_WISH}(?P<x>(?:be) (?:brief|direct|blunt|honest|concise|formal|informal|gentle|frank|straight|patient|more \w+|less \w+)(?: with me)?\b.*)", "{x}"),
        (rf"{_LASTS}{_WISH}(?P<x>(?:use|give me|include|show me|add|quote|put|start with|end with|stick to|call things) .*(?:examples?|metric|imperial|celsius|fahrenheit|grams|bullet points?|british spelling|american spelling|simple words|plain english|plain language|step by step|steps|numbers|sources?|links?|analog\w+|24-?hour|kilomet\w+|the (?:short|long) version|one (?:option|answer|suggestion) at a time|first)\b.*)", "{x}"),
        (rf"I (?:prefer|like|want|need|would prefer|would like|love)(?: to have| to get| your)? (?P<x>(?:my |your )?(?:[\w,-]+ ){{0,4}}{_ANSWERS}\b.*)", "{x}"),
        (rf"(?:your )?{_ANSWERS} (?:should|must|need to|can|could) (?P<x>.+)", "{x}"),
        (r"(?P<x>no emojis?\b.*)", "{x}"),
        (rf"{_LASTS}(?P<x>(?:short|long|brief|detailed|plain|metric|simple|blunt) (?:\w+ )?(?:{_ANSWERS}|units)(?: please| only)?.*)", "{x}"),
    ),
)
CONDITION = (*TALK, *HEALTH, *ROUTINES, *THINGS_AND_AIMS, *SELF)
