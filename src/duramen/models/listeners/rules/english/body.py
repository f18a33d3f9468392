"""English patterns of health, food habits and routines: one group of rows a leaf."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


HEALTH = (
    *_rows(
        "health.allergies",
        (
            r"(?P<x>(?:[\w-]+ )?[\w-]+) (?:closes? (?:up )?my throat|(?:makes?|made) my (?:throat|mouth|tongue|lips|face|eyes|skin) (?P<y>itch|swell|tingle|close|puff|burn|water))(?: up)?\b.*",
            "{x}, throat closes {y}".replace(" {y}", ""),
        ),
        (r"(?P<x>(?!it\b|that\b|this\b)(?:[\w-]+ )?[\w-]+) and I do not get along.*\bswell\b.*", "{x}"),
        (
            r"I cannot (?:have|eat|take|drink|do|tolerate|digest) (?P<x>(?:dairy|lactose|milk|nuts|peanuts|eggs|soya?|shellfish|prawns|fish|penicillin|aspirin|ibuprofen|latex|onions?|garlic|strawberries|kiwi)(?:,? (?:and|or) \w+)?)\b.*",
            "can't have {x}",
        ),
        r"I (?:am|have been|was found) (?:(?:\w+ly|severely|mildly|deathly|badly|a bit|slightly) )?allergic to (?!(?:\w+days?|work|mornings?|people|bullshit|exercise|stupid\w*|effort|drama|nonsense|meetings|maths?|fun|bad|being|doing|the word|him|her|you|them|it)\b)(?P<x>.+)",
        (r"I am (?P<x>(?:(?:\w+ly) )?(?:lactose|gluten|fructose|histamine|dairy)[- ]intolerant)\b.*", "{x}"),
        (
            r"I (?P<x>(?:(?:come out|break out) in|get|react with) (?:\w+ )?(?:hives|a rash|spots|itchy|welts|swollen)\b.*\b(?:from|to|when|after|with) .+)",
            "{x}",
        ),
        (r"(?P<x>[\w ]+?) (?:brings? me out in|gives? me) (?P<y>hives|a rash|spots|welts)\b.*", "{x}, {y}"),
        r"(?:I am|as a|being) .*?\b(?P<x>(?:lactose|gluten|fructose)[- ]intolerant)\b.*",
        r"I am (?:\w+ly )?intolerant (?:to|of) (?P<x>.+)",
        (
            r"I have (?:a |an |my )?(?:\w+ )?(?P<x>(?:severe |mild |bad )?(?!allerg)[\w-]+(?: and [\w-]+| or [\w-]+)? (?:allerg(?:y|ies)|intolerance))\b.*",
            "{x}",
        ),
        (r"I have (?:a|an)? ?(?:\w+ )?(?:allergy|intolerance) to (?P<x>.+)", "{x}"),
        (r"(?P<x>[\w ]+?) (?:makes me|make me) (?P<y>swell up|break out|itch|wheeze)\b.*", "{x}, {y}"),
        (r"my (?P<x>[\w ]+? (?:allergy|intolerance))\b.*", "{x}"),
        (r"I (?:cannot|am not able to) (?:digest|tolerate) (?P<x>.+)", "{x}"),
    ),
    *_rows(
        "health.medication",
        (
            r"I (?:take|am on|am taking|have been on|have been taking|started taking|was prescribed|have been prescribed|inject|use|started) (?P<x>(?:[\w-]+ ){0,2}?<drug>\b.*)",
            "{x}",
        ),
        (
            r"(?:they|the doctor|the gp|the doctors|the hospital|my doctor|my gp|the psychiatrist|the nurse|the consultant|the specialist) (?:have |has )?(?:put|started|got) me (?:back )?on (?P<x>(?!a (?:waiting|diet)|the (?:phone|list|waiting)).+)",
            "{x}",
        ),
        (
            r"I (?:take|am on|am taking|have been on|have been taking|started|started taking|was prescribed|have been prescribed|inject|use|need) (?P<x>(?:[\w-]+ ){0,4}?(?:\d+ ?(?:mg|mcg|µg|g|ml|units)|pills?|tablets?|capsules?|injections?|insulin|inhaler|antidepressants?|statins?|antibiotics?|painkillers?|ibuprofen|paracetamol|metformin|ritalin|melatonin|antihistamines?|beta blockers?|blood thinners?|blood pressure (?:tablets|pills|medication)|iron supplements?|vitamin \w+|medication|chemo\w*|dialysis|the pill|\w+(?:pril|sartan|statin|zole|oxine|aline|pram|formin|azepam|cillin|olol|oxetine|mycin|triptan|tidine|gliptin|zepam))\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:see|go to|have) (?:a |my |the )?(?:therap\w+|physio\w*|psychologist|counsellor|acupuncturist|chiropractor|osteopath)\b.*<frequency>.*)",
            "{x}",
        ),
        (r"my (?:doctor|gp|psychiatrist|cardiologist) (?:has )?(?:put me on|prescribed(?: me)?) (?P<x>.+)", "{x}"),
    ),
    *_rows(
        "health.conditions",
        (
            r"I (?:was|have been|got|am) (?:just )?diagnosed (?:with |as )?(?!(?:in|at|by|last|on|when|yet)\b)(?P<x>[^,]+)",
            "diagnosed with {x}",
        ),
        (r"I (?:suffer|have suffered|am suffering|am recovering) from (?P<x>.+)", "{x}"),
        (
            r"I (?:have|have had|am|am a|got|get|have always had|live with|am living with|struggle with|have been|am) (?P<x>(?:a |an |my )?(?:(?!(?:not|no|about|of|for|to|with|like)\b)[\w-]+ ){0,3}?<illness>\b(?! (?:now|right now|today|and tired)).*)",
            "{x}",
        ),
        (r"I (?:have )?(?P<x><hurt> (?:my|a|an|both|the)? ?(?:\w+ ){0,2}<body>\b.*)", "{x}"),
        (
            r"I (?:have|have got|have had|am recovering from|had|got) (?P<x>(?:a |an |my )?(?:bad|broken|dodgy|weak|torn|frozen|sprained|fractured|chronic|injured|twisted|new|replaced|titanium|herniated|slipped|sore) (?:\w+ )?<body>\b.*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>had (?:my |a |both )(?:left |right )?(?:<body>|appendix|tonsils|gallbladder|wisdom teeth|womb|spleen) (?:replaced|removed|out|operated on|fused)\b.*)",
            "{x}",
        ),
        (r"I (?:have )?(?P<x>(?:put|threw) my (?:back|neck|shoulder|hip) out\b.*)", "{x}"),
        (r"my (?P<x>blood pressure is (?:too |very |rather )?(?:high|low)\b.*)", "{x}"),
        (
            r"I (?:have )?(?P<x>had (?:a |an |my )?(?:\w+ ){0,2}(?:surgery|operation|stroke|heart attack|transplant|miscarriage|concussion|bypass|hip replacement|knee replacement|c-section|hysterectomy)\b.*)",
            "{x}",
        ),
        (r"I (?:am|have been) (?P<x>(?:\w+ )?(?:weeks|months) pregnant\b.*)", "{x}"),
        (
            r"I am (?P<x>(?:pregnant\b(?! with (?!(?:my|our|twins|a (?:boy|girl)))).*|expecting(?: (?:a (?:baby|boy|girl|child|son|daughter)|our (?:first|second|third|baby)|my (?:first|second|third)|twins(?! of)|in (?:<month>|the)|again|another (?:baby|one)|baby)\b.*|$)))",
            "{x}",
        ),
        (
            r"my (?P<x>(?:(?:mild|severe|chronic|bad|worsening) )?(?!pregnant|expecting|deaf|blind|seasick)<illness>)(?:'s)? (?:makes|is|has|means|gets|keeps|flares?|acts?|was|plays)\b(?! (?:diet|friendly|test)).*",
            "{x}",
        ),
        (
            r"since (?:the|my) (?P<x>stroke|heart attack|accident|operation|surgery|concussion|chemo|transplant|diagnosis)\b.*",
            "{x}",
        ),
        (r"(?P<x>[\w ]*?arthritis in (?:the|my|both) \w+)", "{x}"),
        (
            r"my (?P<x>(?:left |right |lower |bad )?<body> (?:(?:is|are|has been|have been|keeps|still|was) (?:\w+ ){0,2}(?:broken|injured|sprained|fractured|bad|torn|inflamed|frozen|wrecked|shot|knackered|ruined|dodgy|giving out|playing up|aching|hurting|healed|healing)|hurts? (?:when(?! i sit)|since|after|every)|has given up|gave out)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:wear|need|use) (?:a )?(?:hearing aids?|wheelchair|crutches|cane|walking stick|prosthe\w+|glasses)\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "health.fitness",
        (
            r"I (?:weigh|now weigh|am down to|am up to) (?:about |around |roughly )?(?P<x><number>(?:[.,]\d+)? ?(?:kg|kilos?|lbs?|pounds|stone)?\b(?! quid| euros| dollars).*)",
            "{x}",
        ),
        (r"I (?:weigh in at|am) (?P<x><number> ?(?:kg|kilos?|stone|lbs|pounds)\b.*)", "{x}"),
        (
            r"I am (?P<x>(?:about )?(?:\d[.,]\d+(?: ?m)?\b|\d{3} ?cm|\d ?(?:ft|foot|feet|')(?: ?\d+(?:\"|in| inches)?)?|\d'\d+)(?: tall)?\b.*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:lost|gained|put on) (?:about |over |nearly )?<number> ?(?:kg|kilos?|lbs?|pounds|stone)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>run (?:a |the )?(?:5k|10k|5 ?km|10 ?km|half(?: marathon)?|marathon|mile|parkrun) in .*\d.*)",
            "{x}",
        ),
        (
            r"I cannot (?P<x>(?:swim|ride a bike|drive|touch my toes|run)(?: (?:any more|at all|well|far))?)$",
            "can't {x}",
        ),
        (
            r"I (?:can (?:now )?)(?P<x>(?:run|swim|cycle|walk|lift|deadlift|bench|squat|do|hold)\b.*(?:\d|<number>|without (?:stopping|a break)).*)",
            "{x}",
        ),
        (
            r"I (?:cannot|can barely|can hardly) (?P<x>(?:run|climb|walk|swim|touch my|do (?:a|one|ten|push|pull)) .+)",
            "can't {x}",
        ),
        (
            r"I (?P<x>(?:ran|swam|cycled|finished|did|rowed|deadlifted|benched|squatted|lifted) .*\b(?:\d+:\d\d|without stopping|personal best|pb|\d+ ?(?:kg|kilos))\b.*)",
            "{x}",
        ),
        (
            r"my (?P<x>(?:resting heart rate|height|weight|bmi|vo2 ?max|personal best|pb|best (?:\w+ ){0,2}time|blood pressure(?= is \d)) is .+)",
            "{x}",
        ),
        (r"(?P<x>resting heart rate (?:is|of) .+?)(?:, .*)?$", "{x}"),
    ),
    *_rows(
        "diet.habits",
        (
            r"I (?:am|went|have been|have gone|turned|became|am now|eat|have turned|was raised|keep|have become) (?:a |an |strictly |mostly |fully )?(?P<x><diet>\b(?! for (?:ramadan|lent)).*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:stopped|quit|gave up|given up|cut out|am cutting out|am giving up|am off|am cutting down on|have cut down on|went off) (?:eating |drinking |all )?(?:meat|sugar|alcohol|coffee|caffeine|dairy|gluten|bread|carbs|wheat|beer|wine|drinking|pork|beef|red meat|fish|eggs|snacking|sweets|fizzy drinks|soda|chocolate|salt|milk|cheese|fast food)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:(?:do not|never|no longer|cannot|will not) (?:eat|drink|touch)|do not do (?=<diet>|dairy|gluten|carbs|meat|caffeine|alcohol|sugar)) (?:any )?(?!(?:it|that|this|them|much|enough|anything|at my|at the|in (?:the|my)|with|there|here|when|while|before|after|until|now|yet|out|a lot|well|properly|lunch at|the same)\b).+)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:eat|drink|cook) (?:no|only|mostly|little|less|low|almost no|halal|kosher|gluten|plant|raw)\b (?!(?:idea|one|time|kids|children|clue|choice|money|pets)\b).+)",
            "{x}",
        ),
        (
            r"I (?:am trying to |try to |have to |am supposed to )?(?P<x>(?:cut out|cut down on|give up|quit|eat less|stay off|steer clear of|keep off) (?:all |eating )?(?:meat|sugar|alcohol|coffee|caffeine|dairy|gluten|bread|carbs|wheat|beer|wine|drinking|pork|beef|red meat|snacking|sweets|fizzy drinks|soda|chocolate|salt|milk|cheese|fast food|junk food)\b.*)",
            "{x}",
        ),
        (
            r"I (?:usually |always |mostly )?(?P<x>(?:avoid|skip|limit|watch) (?:all |my )?(?:meat|sugar|salt|carbs|dairy|gluten|caffeine|alcohol|breakfast|lunch|dinner|pork|beef|fat|fried food|processed food|spicy food|sweets)\b.*)",
            "{x}",
        ),
        (r"I (?P<x>keep (?:sugar|salt|carbs|fat) low)", "{x}"),
        (r"I (?:do not|never) drink(?: alcohol| at all)?$", "doesn't drink alcohol"),
        (
            r"I (?:do|am doing|practise|am on) (?P<x>(?:a |an |the )?(?:[\w-]+ ){0,2}(?:intermittent fasting|diet(?! coke)|fast(?:ing)?)\b.*)",
            "{x}",
        ),
        (
            r"(?P<x>(?:no|zero) (?:gluten|dairy|meat|sugar|pork|beef|alcohol|caffeine))(?: (?:for me|since|because|please|in my).*)?$",
            "{x}",
        ),
        (
            r"I (?P<x>(?:have not|have never) (?:had|eaten|touched|drunk|tasted) (?:a |any )?(?:drop of |drink|alcohol|meat|sugar|coffee|beer|wine|fish|dairy|gluten|pork)\b.*)",
            "{x}",
        ),
        (
            r"no (?P<x>(?:coffee|caffeine|alcohol|meat|sugar|dairy|gluten|pork|beef|wine|carbs)\b.* (?:for me|in my house|after .*))",
            "no {x}",
        ),
    ),
)

ROUTINES = (
    *_rows(
        "routines.daily",
        (r"I (?P<x>(?:get up|wake up|wake) (?:at|around|before) [\w:. ]{1,12} (?:to|so) (?!sleep|bed)\w+ .*)", "{x}"),
    ),
    *_rows(
        "routines.sleep",
        (
            r"I (?P<x>(?:never |hardly ever |rarely )?(?:wake up|wake|get up(?! and running)|take (?:a |an )?(?:\w+ )?nap|go to bed|go to sleep|fall asleep|sleep|nap|am in bed|am asleep|turn in|doze off|am up|lie awake)\b.*(?:\d|<number>|<frequency>|midnight|noon|badly|poorly|well|late|early|hours|like a log|with (?:the|my|an?) ).*)",
            "{x}",
        ),
        (
            r"(?:I am (?:a |an |such a |a total |a real )?)?(?P<x>(?:early bird|early riser|night owl|light sleeper|heavy sleeper|insomniac|morning person|night person)\b.*)",
            "{x}",
        ),
        (
            r"(?P<x>(?:in bed|asleep|lights out|up) (?:by|at|before|around|with) .*(?:\d|<number>|midnight|sun|dawn|most nights|every).*)",
            "{x}",
        ),
        (r"(?:five|six|seven|four|eight|nine|three) hours'? (?P<x>sleep)\b.*", "{x}"),
        (
            r"I (?P<x>(?:have (?:trouble|a hard time|problems) (?:falling |staying )?(?:sleeping|asleep)|cannot sleep (?:without|with|if|when|unless) .+))",
            "{x}",
        ),
        (r"I (?:am|keep) (?P<x>waking (?:up )?(?:at|every|in the (?:night|middle)|before)\b.*)", "{x}"),
        (
            r"I (?:have been|am) (?P<x>sleeping (?:badly|poorly|terribly|well|better|like|in|on|with|(?:only )?(?:\d|<number>))\b.*)",
            "{x}",
        ),
        (
            r"I (?:only |usually |always )?(?P<x>get (?:about |around |maybe |barely |only |less than |at most )*(?:\d|<number>)[\w ]* hours?(?:' sleep| of sleep| a night| sleep| per night)\b.*)",
            "{x}",
        ),
        (r"I am (?P<x>(?:a |an )?(?:light|heavy|bad|poor|deep) sleeper\b.*)", "{x}"),
        mode=Mode.STATE,
    ),
    *_rows(
        "routines.exercise",
        (
            r"I (?P<x><training>\b(?! (?:into|out of|through|it|this|that|the (?:script|code|build|test|numbers|report)|a (?:script|test|report)|to the|to (?:work|school|the (?:shop|office|station))|the (?:dog|kids)|my (?:dog|kids|daughter|son))\b).*<frequency>.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:have|take|go to|attend|do) (?:[\w-]+ ){0,3}(?:class(?:es)?|practice|training|sessions?|gym|lessons?)\b.*<frequency>.*)",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:in the pool|at the gym|on the mat|on the court|on the bike|on the track) .*<frequency>.*)",
            "{x}",
        ),
    ),
    *_rows(
        "routines.daily",
        (
            r"my (?P<x>(?:commute|morning routine|working hours|shift|lunch break|school run|day) (?:is|takes|starts|runs|begins|lasts) .+)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:commute|cycle to work|walk to work|bike to work|drive to work|take the (?:[\d.:]+ )?(?:bus|train|tram|metro|tube))\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:start|finish|work|leave|eat|read|call|phone|ring|skype|facetime|visit|meet|walk|meditate|pray|cook|write|journal|drink|go|clean|shop(?! floor)|volunteer|feed|water|bake|take (?:my|a|the (?:dog|kids|bus|train|bins|children|baby))|(?:spend(?! too much))|have breakfast|have dinner|have lunch|(?:get|catch|take)(?= (?:the|a) (?:[\w.:-]+ )?(?:bus|train|tram|ferry|metro|tube|subway|boat|\d[\d.:]*))|bike to|run to|walk the dog|take the dog|listen|do|look after|babysit|practi[sc]e|study|pick up|drop off|tend|paint|sew|knit)\b(?! (?:there|here|the (?:same|script|video|code)|this|that|it\b|points|lost|confused)).*<frequency>.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:have|eat) (?:my )?(?:breakfast|lunch|dinner|supper|tea) <clock>(?!.*\b(?:today|tomorrow|tonight|with (?:a|the|my))\b).*)",
            "{x}",
        ),
        (
            r"I (?:usually |always |normally |have to |)(?P<x>(?:start|finish|leave|clock (?:in|on|off|out)|leave (?:home|the house|for work)|get home|am at my desk|open up|close up) (?:work |home |the house |the office |the shop |for work )?<clock>(?!.*\b(?:today|tomorrow|tonight|this \w+)\b).*)",
            "{x}",
        ),
        (r"(?P<x><frequency>,? (?:is|are|we|i) .+)", "{x}"),
        (r"(?P<x>(?:mon|tues|wednes|thurs|fri|satur|sun)days are (?:for|my|our|always) .+)", "{x}"),
    ),
)
