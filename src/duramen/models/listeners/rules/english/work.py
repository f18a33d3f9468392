"""English patterns of work and studies: jobs now and before, projects, schools; one group of rows a leaf.

A clause is in regular form (`english.clauses`): "I am", "I have", "my". The first row that matches a clause is taken.
"""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


WORK = (
    *_rows(
        "work.history",
        (
            r"I used to (?P<x>(?:be (?:a|an|the) (?:[\w-]+ ){0,3}(?:<job>|(?!member|fan|smoker|runner|vegetarian|vegan|morning)\w+(?:man|woman|er|or|ist|ian))|work (?:as|at|for|in))\b.*)",
            "used to {x}",
        ),
        (
            r"(?!I have worked\b.*\b(?:for|since)\b)I (?:have )?(?P<x>(?:worked|served|freelanced|taught)\b.*\b(?:from|until|till|between|for \w+ years|years|before|\d{4}).*)",
            "{x}",
        ),
        (r"I was (?P<x>(?:a|an|the) (?:[\w-]+ ){0,3}<job>\b.*\b(?:until|till|for|from|before|\d{4}|once).*)", "{x}"),
        (
            r"(?:I was |as )?(?:a |an )?(?P<x>(?:[\w-]+ ){0,2}<job>\b[^.]{0,60}?(?:19|20)\d\d ?(?:-|–|to|until|till) ?(?:(?:19|20)\d\d|\d\d\b).*)",
            "{x}",
        ),
        r"my (?P<x>(?:last|previous|old|former|first) (?:job|employer|position) was .+)",
        (
            r"I was (?P<x>in the (?:army|navy|air force|police|military|fire service|merchant navy|marines|civil service|coast guard)\b.*)",
            "{x}",
        ),
        (
            r"I was (?P<x>(?:at|with) (?!home|the (?:time|doctor|gym|pub|shop|beach))(?:the )?(?-i:[A-Z])[\w' &-]+ (?:(?:until|till|from|between|before) (?=.*(?:\d{4}|closed|retired|left|moved|they|years|school|born))|for (?:<number>|many|several) years).+)",
            "{x}",
        ),
        (
            r"(?P<x>(?:<number>|several|many) years (?:in the (?:army|navy|police|civil service|air force|merchant navy|fire service|trade)|as (?:a|an) (?:[\w-]+ )?<job>))\b.*",
            "{x}",
        ),
        r"my (?:very )?first job was (?P<x>.+)",
        (
            r"I spent (?P<x>(?:<number>|several|many|a few|most of my) (?:years?|months?|career|life|decades?) (?:as|in|at|with|working|teaching|driving) .+)",
            "{x}",
        ),
        (
            r"before (?:this|that|then|i retired|the kids|my current job),? I (?:was|worked as) (?P<x>(?:a |an )?(?:[\w-]+ ){0,3}<job>\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "work.occupation",
        (
            r"I do (?:the )?(?P<x>(?:payroll|accounts|bookkeeping|admin|marketing|sales|PR|HR|IT|IT support|tech support|customer (?:service|support)|research|quality control|security|deliveries|data entry|translations?|logistics|procurement|maintenance|recruitment|reception|night shifts|shifts|social media|user research|design) (?:for|at|in) (?!me\b|you\b|him\b|her\b|free\b|a (?:while|living)\b|fun\b|my\b).+)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:lost|quit|left|resigned from|handed in my notice at|got fired from|got sacked from|got laid off from) (?:my|the) (?:job|position|post)\b.*)",
            "{x}",
        ),
        (
            r"I (?:have been|was|got|am being) (?P<x>(?:laid off|made redundant|fired|sacked|promoted(?! in the (?:game|app))|let go|the sack|the boot|given the boot)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:started|start|have started|begun|begin|got|landed|accepted) (?:a |my |the )?(?:new )?(?:job|position|post|role|apprenticeship|internship)\b(?! (?:done|right|wrong|of)\b).*)",
            "{x}",
        ),
        (
            r"I (?:have been|was trained as|trained as|qualified as) (?P<x>(?:a|an) (?!(?:fan|vegan|vegetarian|bit|little|while|lot|mess|wreck|long|hard|bad|good|rough|tough|customer|user|member|mother|father|mum|dad|parent)\b)(?:[\w'-]+ ){1,3}(?:for|since|at) .+)",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:a|an|the) (?!<belief>\b|<trait>\b|<diet>\b)(?:[\w'-]+ ){0,2}(?!(?:beginner|lover|user|customer|player|member|mother|father|brother|sister|owner|learner|sucker|foreigner|sleeper|newcomer|loser|winner|speaker|reader|stranger|believer|drinker|eater|smoker|runner|swimmer|hiker|worrier|hoarder|planner|dreamer|person|realist|optimist|pessimist|perfectionist|introvert|christian|vegetarian|atheist|feminist|pacifist|humanist|socialist|communist|minimalist|buddhist|newer|visitor|gamer|teenager|twentysomething|morning|minor|senior|outsider|cancer|number|tea-drinker|latecomer)\b)(?-i:[a-z-]+)(?:ician|smith|admin|wright|grapher|logist|nurse|clerk|medic|monger|keeper|master|(?:er|or|ist)(?= (?:at|in|for|by)\b))\b(?: (?:at|in|for|by|with|on|from|of|who|working)\b.*)?)$",
            "{x}",
        ),
        (
            r"(?:as )?(?P<x>(?:a |an )?(?:[\w'-]+ ){0,2}<job>) (?:here|by trade|by profession|by training|speaking)\b.*",
            "{x}",
        ),
        (r"(?P<x>(?:[\w'-]+ ){0,2}<job> (?:since|for (?:\d+|<number>|the last)) .+)", "{x}"),
        (r"I am into (?P<x>[\w -]+ (?:since|for) .+)", "{x}"),
        (
            r"I (?:have )?(?:became|become|was hired as|got hired as|got a job as|have a job as|have got a job as|got promoted to|was promoted to|am|have been|work as|worked as|am working as|have been working as|started as|am now) (?:an? \d\d[- ]year[- ]old )?(?P<x>(?!\w+ing\b|in\b|(?:a |an )?(?:[\w-]+ )?(?:dog|cat|pet|home|car|house|iphone|boat|horse|first-time|android|mac|mobile|piano|bike|plant) (?:owner|buyer|driver|parent))(?:a |an |the (?=.* (?:at|of|for)\b)|(?!the\b))(?:(?!(?:\w+ing|of|for|with|to|by|my|from|and|not|no|than|like|about|his|her|their|fan)\b)[\w'-]+ ){0,4}?<job>\b(?!'s).*)",
            "{x}",
        ),
        (
            r"I work (?P<x>(?:as|at(?! (?:it|this|that)\b)|for(?! (?:it|this|that|me|free)\b)|in(?! (?:this|that|it)\b)|with (?!(?:what|it|this|that|you|them|him|her|the|my|a)\b)|from home|remotely|part-time|full-time|nights|night shifts|shifts|freelance)\b.*)",
            "works {x}",
        ),
        (r"I have been (?P<x>(?:teaching|nursing|driving|lecturing|fishing|farming) [\w ]+ (?:for|since) .+)", "{x}"),
        (
            r"I have (?P<x>worked (?:as|at|in|for|nights|shifts)\b(?! (?:an?|the|two|three|\d+) (?:hours?|days?|weeks?|while|bit)\b).*\b(?:for|since)\b.*)",
            "{x}",
        ),
        (
            r"my (?:current |present |day |new )?(?:role|position|job|title)(?: right now| now)? is (?P<x>(?:as )?(?:a |an |the )?(?:[\w'-]+ ){0,3}?<job>\b.*)",
            "{x}",
        ),
        (
            r"my (?:day )?job as (?P<x>(?:a|an) (?:[\w'-]+ ){0,3}?<job>(?: (?:at|in|for) [\w' ]+?)?)(?: (?:means|is|has|involves|keeps|makes|was)\b.*|$)",
            "{x}",
        ),
        (
            r"(?:speaking |working |being )?as (?:a|an) (?P<x>(?:(?!(?:former|retired|trained|kind|sort|type|first|new|good|bad|great|big|prompt)\b)[\w'-]+ ){0,2}?<job>)(?: myself)?,? (?:I|my)\b.*",
            "{x}",
        ),
        (r"I (?:am|have been) (?P<x>training (?:to be|to become|as) (?:a|an) (?:[\w'-]+ ){0,2}<job>\b.*)", "{x}"),
        (
            r"I (?:do|make|keep|grow|sell|build|restore|repair|fix|teach|paint|drive|clean|write|translate|breed|train|design|bake|brew) (?P<x>[\w' -]+? for a living)\b.*",
            "{x}",
        ),
        (
            r"I (?:work|do|am on) (?P<x>(?:night|day|late|early|split|twelve-hour|12-hour) shifts\b(?: (?:at|in|for) .*)?)",
            "{x}",
        ),
        (r"my job is (?P<x>in (?:a |an |the )?[\w ]+)", "{x}"),
        (r"working as (?P<x>(?:a |an )(?:[\w'-]+ ){0,3}?<job>\b.*)", "{x}"),
        (
            r"my (?:husband|wife|partner|brother|sister|mum|dad|boyfriend|girlfriend|family) (?:and I )?(?P<x>(?:run|own|have) (?:a|an|our own|the) (?:[\w'-]+ ){0,2}<business>\b.*)",
            "{x}",
        ),
        (
            r"I (?:restore|repair|tune|build|make|breed|train) (?P<x>(?:pipe organs|violins|pianos|organs|clocks|watches|guitars|boats|furniture|horses|guide dogs|saddles|prosthetics)) (?:for|at|in)\b.*",
            "{x}",
        ),
        (
            r"I (?:am|have been) (?P<x>(?:retired|unemployed|self-employed|between jobs|out of work|on maternity leave|on parental leave|on sabbatical|freelancing|a stay-at-home \w+|job ?hunting|looking for (?:a )?(?:new )?(?:job|work))\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:run|own|manage|started|founded|co-founded|opened) (?:a|an|my own|my|our) (?:[\w'-]+ ){0,3}(?:shop|store|bakery|caf[eé]|restaurant|business|company|bookshop|salon|farm|agency|studio|startup|bar|pub|hotel|nursery|school|clinic|practice|workshop|garage|stall|b&b|gallery|press|garden centre|kiosk|gym|vineyard|brewery|barbershop)\b.*)",
            "{x}",
        ),
        (
            r"I (?:am|am now) (?P<x>(?:teaching (?!you|me|him|her|them|my|myself)[\w ]+(?:at|in|to)|driving (?:a )?(?:bus|buses|taxi|taxis|cab|lorry|lorries|truck|trucks|van|trams?|trains?)|(?:running|managing) (?:a|an|the) (?:[\w-]+ ){0,2}<business>|nursing (?:at|in)|lecturing)\b.*)",
            "{x}",
        ),
        (
            r"I (?:have )?started (?:work )?(?P<x>(?:at|with) (?:the |a )?(?-i:[A-Z])[\w '&-]+)",
            "{x}",
        ),
        (r"I (?P<x>teach (?!you|me|him|her|them|my|myself)[\w ]+.*)", "{x}"),
        (
            r"I (?P<x>(?:drive|deliver|sell|fix|repair|build|clean|paint|translate|edit|design|breed|grow|keep the books|write (?:code|software)) (?!(?:you|it|this|that|my|to|a|the|him|her)\b)[\w -]+ (?:for|in|at|part-time|full-time|for a living)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>retired\b.*|(?:drive|drove) (?:a (?:lorry|truck|bus|taxi|cab|tram|train)s?\b.*))",
            "{x}",
        ),
        (
            r"my job is (?P<x>(?:a|an|as|in|to|being|running|teaching|driving|selling|cleaning|fixing|making|at) .+)",
            "{x}",
        ),
        (r"(?:my|our) (?P<x>(?:employer|company) is .+)", "{x}"),
        mode=Mode.STATE,
    ),
    *_rows(
        "work.projects",
        (
            r"I (?:am|have been) (?:still )?(?:working on) (?P<x>(?:a|an|my|our|two|several|the (?=.*(?:thesis|book|novel|album|house|garden|museum|exhibition))) ?(?!(?:problem|question|essay|homework|it|this|assignment|e-?mail|biz|business|(?:new |big |small |fun |cool |another )?(?:project|thing|piece)(?: lately| recently| now|$))\b).+)",
            "{x}",
        ),
        (
            r"I (?:am|have been) (?P<x>(?:putting together|making|compiling|assembling|knitting|painting|carving|crocheting|building|developing|designing|launching|migrating|renovating|restoring|organi[sz]ing|curating|translating|editing|recording|rehearsing|redesigning|redrawing|rebuilding|converting|digiti[sz]ing|cataloguing|composing|sewing|knitting|illustrating) (?:a|an|my|our|the|every|all the) (?!(?:trip|holiday|party|dinner|table|list|email|meal|few|bit|lot|couple)\b).+)",
            "{x}",
        ),
        (
            r"I (?:am|have been) (?P<x>(?:writing) (?:a|an|my|our|the) (?:[\w-]+ ){0,3}(?:book|novel|thesis|dissertation|memoir|screenplay|phd|paper|grant proposal|musical|textbook|collection|blog|cookbook)\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:team|company|group|lab|band|choir) (?:is|are) (?:migrating|building|developing|launching|rewriting|recording|rolling out) .+)",
            "{x}",
        ),
        (r"(?:my|our) (?:current |new |latest |side )?project is (?P<x>.+)", "{x}"),
        (
            r"my (?P<x>(?:thesis|dissertation|phd|paper|book|novel|manuscript|grant proposal) (?:is|has to be|must be) .+)",
            "{x}",
        ),
    ),
    *_rows(
        "education.background",
        (
            r"I (?:have |am )?(?:been )?(?P<x>(?:study(?=ing| (?:<subject>|at|in|part-time)\b)|studying(?= (?:<subject>|at (?!home|night|the library)|in (?-i:[A-Z])|for (?:a|my) (?:degree|master|phd|bachelor|doctorate))\b)|studied(?= (?:<subject>|at|in|abroad|for (?:a|my))\b)|majored|major in|graduated (?:(?:in|from|with)\b|last|this)|minored in|dropped out|read(?= (?:law|history|maths|physics|classics|english|philosophy)\b))\b(?! (?:for|hard|all|until|tonight|better|today|the|at the|at home|in the library)\b).+)",
            "{x}",
        ),
        (
            r"I (?:have|did|got|hold|finished|completed|am doing|am finishing|do) (?P<x>(?:a|an|my|the) (?:[\w'-]+ ){0,3}(?:degree|master'?s?|bachelor'?s?|ph\.?d|doctorate|diploma|b\.?a|b\.?sc|m\.?a|m\.?sc|mba|a-levels?|apprenticeship|gcses?|certificate)\b.*)",
            "{x}",
        ),
        (
            r"I am (?P<x>(?:a |an |in )(?:my )?(?:first|second|third|fourth|final|last|1st|2nd|3rd|4th|sophomore|junior|senior|freshman|undergraduate|phd|ph\.d|master'?s|medical|law|exchange|high school|nursing|art|engineering|music)[- ]?(?:year|student|semester|term)?\b.*)",
            "{x}",
        ),
        (
            r"(?!I\b)(?:as )?(?P<x>(?:a |an )?(?:[\w-]+[- ]){0,3}(?:student|undergrad|undergraduate|phd candidate|apprentice|freshman|sophomore)\b(?: (?:at|in|of) [^,]+)?),? ?(?:here)?$",
            "{x}",
        ),
        (r"I am (?P<x>(?:a |an )(?:[\w-]+ ){0,2}(?:student|undergraduate|undergrad|sophomore|freshman)\b.*)", "{x}"),
        (
            r"I am (?P<x>in (?:year|grade|form|sixth form|(?:the )?\w+ (?:grade|year)|high school|college|uni(?:versity)?|med(?:ical)? school|law school)\b.*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:go to|attend|went to|attended|got into|was accepted (?:at|to)) (?:(?:[\w'-]+ ){0,4}(?:school|university|college|uni|academy|polytechnic|conservatoire)|(?-i:MIT|UCL|LSE|ETH|UCLA|NYU|Oxford|Cambridge|Harvard|Yale|Stanford|Princeton|Caltech))\b(?! (?:this|today|for (?:a|the) meeting)).*)",
            "{x}",
        ),
        (
            r"I (?:am |)(?P<x>(?:do|doing|take|taking|attend|go to) (?:(?:an?|some|two|three|my) )?(?:evening|night|online|distance|part-time|weekend|open university) (?:classes|class|course|courses|degree|school|school classes)\b.*)",
            "{x}",
        ),
        (r"my (?P<x>(?:degree|major|minor)(?: is| was|'s) .+)", "{x}"),
        (r"I (?P<x>left school (?:at|with|without) .+)", "{x}"),
        (
            r"I am (?:doing|taking|sitting|in) (?P<x>my (?:gcses|a-?levels|finals|highers|abitur|baccalaur\w+|first year|second year|third year|final year|last year)\b(?: (?:this|next) year| of .*| at .*| in .*)?)",
            "{x}",
        ),
        (r"I am (?P<x>studying to (?:be|become) .+)", "{x}"),
        mode=Mode.STATE,
    ),
)
