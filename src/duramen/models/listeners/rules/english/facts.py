"""English patterns of who the person is, where and with whom they live: one group of rows a leaf.

A clause is in regular form (`english.clauses`): "I am", "I have", "my". The first row that matches a clause is taken.
"""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.english.work import WORK
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


IDENTITY = (
    *_rows(
        "identity.address",
        r"(?:I (?:would )?(?:prefer|like|want) to be (?:called|addressed as)|(?:please |just |everyone |everybody |friends |you can |you may |people |they all |most people |at work |at home )*(?:calls? me|address me as|refer to me as)|I (?:go|went) by)\s+(?!(?:back|later|when|if|at|on|a|an|the|crazy|old|tomorrow|names|that|by|whatever|stupid)\b)[\"“']?(?P<x>[^\"”,]+?)[\"”']?(?: when .*| from now on| instead| in future| from here on|,.*)?$",
        (
            r"(?:please )?(?:do not|never|stop) call(?:ing)? me (?P<x>(?-i:[A-Z])\w+|sir|madam|ma'am|mate|love|dear|honey|buddy|bro|dude|miss|sweetie|darling|boss|friend|pal|mr\.? \w+|mrs\.? \w+)\b.*",
            "not {x}",
        ),
        r"it is (?:just )?(?P<x>(?-i:[A-Z])[\w-]+) (?:if you do not mind|to you|to my friends|to everyone)\b.*",
        mode=Mode.STATE,
    ),
    *_rows(
        "identity.name",
        r"my (?:full |first |last |real |given |maiden )?name is (?:actually )?(?P<x>(?!not\b)<name>)",
        r"(?:the )?name is (?P<x><name>)",
        r"(?:it is|this is) (?P<x><name>)(?: here| speaking)",
        r"I am called (?P<x><name>)",
        r"(?P<x>(?!What|Who|This|That|It|Where|How)<name>)(?:'s| is) (?:the|my) name\b.*",
        r"(?:please )?sign (?:it|this|off) (?:as )?(?P<x>(?-i:[A-ZÀ-Ý][a-zà-ÿ'’-]+ [A-ZÀ-Ý][a-zà-ÿ'’-]+))\b.*",
        r"you can put me down as (?P<x><name>)",
        r"(?P<x>(?!Over|Right|Down|Up|Out|New|Anyone|Nobody|Everyone|Same|Guest)(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?)) here(?:, .*)?$",
        r"I am (?P<x>(?!\w+['’]s\b|\w+ \w+day\b)(?!(?:<nation>|<belief>|Mr|Vegan|Vegetarian|Single|Sorry|Fine|Ok|Okay|Glad|Happy|Not|So|Just|Here|Back|Good|Tired|Ready|Done|Really|Very|Still|Also|In|At|On|From|Sure|Well|Looking|Trying|Going|Based|Head|Senior|Team|Human|Asian|European|African|Type|Gen|Team|Born|Dr)\b)(?-i:[A-ZÀ-Ý][a-zà-ÿ'’-]+(?: [A-ZÀ-Ý][a-zà-ÿ'’-]+){0,2}))(?:$|, |,? (?:good|by the way|from|nice|here|and)\b)",
        mode=Mode.STATE,
    ),
    *_rows(
        "identity.gender",
        (r"my pronouns are (?P<x>(?:she|he|they|it|ze|xe|any|elle?|sie|er)\b[\w/ ]*)", "{x}"),
        r"(?P<x>(?:she/her|he/him|they/them)(?:/\w+)?)\b.*",
        (r"as (?:a|an) (?P<x>(?:trans |cis |non-?binary )?(?:woman|man|girl|bloke|guy))\b(?! of).*", "{x}"),
        (r"I use (?P<x>(?:she|he|they|it|ze)/\w+)(?: pronouns)?", "{x}"),
        r"I am (?:a |an )?(?P<x>(?:trans |cis |non-?binary |grown )?(?:woman|man|girl|guy|bloke|boy|lady|male|female|non-?binary|enby|agender|genderfluid|transgender))\b(?! of| in the)",
        mode=Mode.STATE,
    ),
    *_rows(
        "identity.birthday",
        r"my birthday is (?:on )?(?P<x>.+)",
        (r"I (?P<x>(?:have )?turned <number>\b.*)", "{x}"),
        r"guess who (?P<x>turned <number>\b.*)",
        (
            r"I (?:am turning|turn|will be|will turn) (?P<x><number>)(?P<y> (?:on|in|next|this|tomorrow)\b.*)",
            "turns {x}{y}",
        ),
        r"I (?:am )?(?P<x>pushing (?:\d0|thirty|forty|fifty|sixty|seventy|eighty))\b.*",
        (
            r"I (?:was|am|turned|turn) (?P<x><number>)(?: years old)? (?P<y>today|yesterday|tomorrow|last \w+|on \w+day|next \w+)\b.*",
            "turned {x} {y}",
        ),
        (r"I am turning (?P<x><number>)(?P<y> (?:in|on|next|this|tomorrow|soon)\b.*)?$", "turns {x}{y}"),
        r"being (?P<x>\d\d)(?: years old)?,? (?:and\b|I\b|my\b).*",
        r"I am (?:a |an )(?:[\w-]+ )?(?:woman|man|guy|girl|grandmother|grandfather|grandma|grandad|mother|father|mum|dad|bloke|lady) of (?P<x><number>)\b.*",
        r"I am (?P<x><number>(?: years old| years young| y/?o)?)$",
        r"I am (?P<x><number> years old)\b.*",
        (r"as (?:a|an) (?P<x>\d\d)[- ]year[- ]old\b.*", "{x}"),
        r"I am (?P<x>\d\d) (?=(?:and|but|now)\b).*",
        r"I am (?P<x>in my (?:early |mid |late |mid-)?(?:twenties|thirties|forties|fifties|sixties|seventies|\d0s).*)",
        (
            r"I was born (?P<x>(?:on|in) (?:(?:january|february|march|april|may|june|july|august|september|october|november|december|the )\b.*|\d.*))",
            "born {x}",
        ),
        mode=Mode.STATE,
    ),
    *_rows(
        "identity.origin",
        r"I (?:was )?(?:also )?(?P<x>(?:born|raised|bred)(?: and (?:raised|bred|brought up))? in <place>)",
        r"(?:my family (?:is|comes) |I hail )(?P<x>from (?-i:[A-ZÀ-Ý]).+)",
        r"I (?P<x>grew up (?:in|near|outside|on (?:a|the|an) (?:farm|island|coast|estate|council|small)) [^,]+)",
        (r"I (?:am|come)(?: originally)? (?P<x>from (?-i:[A-ZÀ-Ý]).+)", "{x}"),
        r"I (?:am|come)(?: originally)? (?P<x>from (?:a|an|the) (?:small |little |tiny |big |poor )?(?:village|town|city|island|suburb|farm|coast|north|south|east|west|countryside).*)",
        (r"(?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+) (?P<y>born and (?:bred|raised))\b.*", "{x} {y}"),
        (r"(?:.*\b)?back home in (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+)\b.*", "from {x}"),
        (r"I am (?:half )?(?P<x><nation>),? (?:so|but|and)\b.*", "{x}"),
        r"I moved (?:here|over here) (?P<x>from (?-i:[A-ZÀ-Ý])[\w'’-]+)\b.*",
        r"my (?P<x>(?:home ?town|home country|nationality) is .+)",
        (r"I (?:have|hold) (?:a |an )?(?P<x><nation> (?:passport|citizenship|nationality))", "{x}"),
        (r"I am (?:half )?(?P<x><nation>(?: and <nation>| by birth| national| citizen)?)$", "{x}"),
        (r"I am originally (?P<x>from .+)", "{x}"),
        mode=Mode.ALSO,
    ),
    *_rows(
        "identity.languages",
        (r"my (?P<x>(?:native|first|mother|second|home) (?:language|tongue) is .+)", "{x}"),
        (
            r"I (?P<x>(?:have )?(?:speak|spoke) (?:fluent |only |a little |a bit of |some |good |broken )?<language>.*)",
            "{x}",
        ),
        (r"I am (?P<x>(?:fluent|bilingual|a native speaker|native) (?:in|of)?.*)", "{x}"),
        (r"I am (?:trying|starting|beginning) to (?P<x>learn (?:some )?<language>\b.*)", "{x}"),
        (r"I (?:am|have been) (?P<x>learning (?:some )?<language>(?!.*\b(?:has|have) been).*)", "{x}"),
        (
            r"my (?P<x><language> is (?:not )?(?:so |very |pretty |quite )?(?:good|bad|rusty|poor|basic|weak|fluent|terrible|limited|awful).*)",
            "{x}",
        ),
    ),
)

HOME = (
    *_rows(
        "home.dwelling",
        r"I (?:have )?(?:live|lived|am living|have been living) (?P<x>(?:alone|on my own|by myself|with .+))",
        r"I am (?:up |down )?(?:in|on) (?P<x>(?:a|an|our|my) (?!.*\b(?:meeting|hotel|waiting|tonight|today|now)\b)(?:[\w-]+ ){0,3}(?:flat|apartment|studio|bungalow|cottage|townhouse|bedsit|narrowboat|houseboat|house ?share|flat ?share|condo|maisonette|terrace)\b.*)",
        r"my (?P<x>(?:(?:old|new|tiny|little|rented|own) )*(?:gosiwon|dorm room|studio|bedsit|flat ?share|house ?share|council flat|one-bed\w*|two-bed\w*)\b(?! (?:album|monitor|time|session)))\b.*",
        r"I (?:live|am living|have been living) (?:in|on) (?P<x>(?:a|an|the|my|our|one|student|university) (?:[\w-]+ ){0,4}<home>\b.*)",
        (
            r"I (?:have )?(?:rent|rented|own|bought|share|shared) (?P<x>(?:a|an|the|our|my|one) (?:[\w-]+ ){0,3}(?:flat|apartment|house|studio|bungalow|cottage|room|condo|cabin|maisonette|farmhouse|farm)\b.*)",
            "{x}",
        ),
        (
            r"I have (?P<x>(?:a|an|our|my) (?:[\w-]+ ){0,2}(?:garden|balcony|terrace|spare room|back ?yard|mortgage-free house|roof terrace)\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:(?:ground|first|second|third|fourth|fifth|top)-floor|basement|attic|rented|two-bed\w*|one-bed\w*|council|terraced|semi-detached) (?:flat|apartment|house|room|studio|maisonette))\b.*",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:flat|apartment|house|studio|bungalow|cottage|room|building|place|garden|balcony) (?:is (?:on|in(?! (?-i:[A-Z]))|above|below|next|tiny|small|\d|a (?:one|two|three|four|\d|tiny|small|converted|rented))|has|faces|overlooks|looks (?:out|onto|over|at)) ?.+)",
            "{x}",
        ),
        (r"I (?:have )?moved (?:in(?:to)?) (?P<x>(?:with .+|(?:a|an|my|our) .*<home>\b.*))", "moved in {x}"),
        (r"I (?:have )?got (?:my|our) (?P<x>own (?:studio|flat|apartment|place|house|room)\b.*)", "{x}"),
        mode=Mode.STATE,
    ),
    *_rows(
        "home.city",
        (r"I used to live in (?P<y><place>)", "lived in {y} before"),
        r"my (?:flat|apartment|house|place|office is in|studio|room)(?:'s| is) in (?:central |downtown |south |north |east |west )?(?P<x>(?-i:[A-ZÀ-Ý]).*)",
        r"living in (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?)\b(?: (?:means|is|has|makes)\b.*)",
        r"I (?:live|am living|am based|am settled|reside|am staying permanently) (?:out |way |up |down |over )?(?:in the (?:sticks|middle of nowhere|hills|country|countryside) )?(?:in|near|outside|on|just outside|close to) (?P<x><place>.*)",
        (r"I have (?:been living|lived|been|been based) in (?P<x><place>)(?P<y>,? (?:for|since) .+)", "{x}{y}"),
        (
            r"I am in (?P<x>(?!I\b|English|January|February|March|April|May|June|July|August|September|October|November|December|Year|Grade)(?-i:[A-ZÀ-Ý])[\w'’-]+(?:,? (?-i:[A-ZÀ-Ý])[\w'’-]+)?)$",
            "{x}",
        ),
        (r"I stay in (?P<x>(?-i:[A-ZÀ-Ý])[^,]*)", "{x}"),
        (
            r"(?:it is|it was|the power|the weather) .*\bhere in (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?).*",
            "{x}",
        ),
        (
            r"(?:.*\b)?since I (?:came|moved) (?:here )?to (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?).*",
            "{x}",
        ),
        (
            r"I (?:came|have come) to (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)? (?:in|from|for|when|\w+ years ago).*)",
            "{x}",
        ),
        (r"I have (?:been living|lived) in (?P<x><place>)", "{x}"),
        (
            r"I (?:have )?(?:moved|relocated|emigrated)(?: back| over| up| down| out| here)*(?: from (?P<y>[^,]+?))? to (?P<x><place>.*)(?<!there)",
            "{x}",
        ),
        (r"(?:my|our) (?:home|new home|city|town) is (?:now |in )*(?P<x><place>.*)", "{x}"),
        (r"I (?:am based|based) in (?P<x>.+)", "{x}"),
        (
            r"I have (?:lived|been) in (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?,? (?:for )?(?:about |nearly |almost |over )?<number> (?:years|months))\b.*",
            "{x}",
        ),
        (
            r"(?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?)(?:'s| is| has) been (?:my )?home (?P<y>(?:for|since) .+)",
            "{x} {y}",
        ),
        mode=Mode.STATE,
    ),
    *_rows(
        "home.city",
        (
            r"(?:.*\b)?(?:(?:over |down |up )?here in) (?P<x>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?).*",
            "{x}",
        ),
    ),
)

FAMILY = (
    *_rows(
        "family.partner",
        (
            r"I (?:am|have been) (?P<x>(?:happily |newly |recently )?(?:single(?= (?:and|again|now|these days|for|since|at)\b|$)|married(?! to (?:this|the|it|that|my (?:job|work|desk)))|divorced|engaged(?! in\b| with\b)|widowed|separated|in a (?:[\w-]+ )?relationship|(?:dating|seeing) (?:someone|somebody|an? (?:\w+ )?(?:guy|man|woman|girl|boy|nurse|doctor|teacher|colleague|nice)|(?-i:[A-Z][a-z]+))|a widow(?:er)?)\b(?!-).*)",
            "{x}",
        ),
        (
            r"I (?:have )?(?P<x>(?:got|get) (?:married|engaged|divorced|hitched)\b(?! (?:to the|in the|with the)).*)",
            "{x}",
        ),
        (r"I have been (?P<x>(?:together|married|engaged)(?: with [\w ]+?)? (?:for|since) .+)", "{x}"),
        (
            r"my (?P<x>(?:boyfriend|girlfriend|partner|husband|wife|fianc[eé]e?)) and I (?:have )?(?P<y>(?:broke|broken|split) up|(?:are|got|have been) (?:married|engaged|divorced|separated|together|getting divorced))\b(?P<z>.*)",
            "{x}, {y}{z}",
        ),
        (
            r"I (?:have )?(?P<x>(?:broke|broken|split) up\b.*|separated\b.*|divorced(?= in\b| last\b| \w+ years ago).*)",
            "{x}",
        ),
        (r"I (?P<x>(?:met|married) my (?:wife|husband|partner)\b.*)", "{x}"),
        (r"I (?P<x>proposed to .+)", "{x}"),
        (
            r"(?:me and (?P<x><name>)|(?P<y><name>) and I) (?:have been|are) (?P<z>(?:together|married|engaged)\b.*)",
            "{x}{y}, {z}",
        ),
        mode=Mode.STATE,
    ),
    *_rows(
        "family.children",
        (
            r"I have (?P<x>(?:(?:a|an|one|two|three|four|five|six|\d) |(?=twins|triplets|kids|children))(?:(?!(?:and|for|with|about)\b)[\w-]+[ -]){0,4}<child>\b.*)",
            "{x}",
        ),
        (r"I (?:do not have|have no|have not) (?:any )?(?P<x>(?:kids|children)\b.*)", "no {x}"),
        (r"no (?P<x>(?:kids|children)\b.*)", "no {x}"),
        (r"I am (?P<x>(?:a )?(?:single )?(?:mother|father|mum|mom|dad|parent) (?:of|to) .+)", "{x}"),
        (r"I am (?P<x>(?-i:[A-Z][a-z]+))(?:'s|s') (?:mum|mom|dad|mother|father|mummy|daddy)$", "{x}"),
        (r"I (?:have )?(?P<x>had (?:a|our|my) (?:[\w-]+ ){0,2}(?:baby|son|daughter|boy|girl)\b.*)", "{x}"),
    ),
    *_rows(
        "family.relatives",
        (
            r"I have (?P<x>(?:a|an|one) (?:[\w-]+ ){0,2}<relative>\b.+|(?:two|three|four|five|six|\d) (?:[\w-]+ ){0,2}<relative>\b.*)",
            "{x}",
        ),
        (
            r"I am an (?:only child)\b.*",
            "an only child",
        ),
        (
            r"I am (?P<x>(?:the (?:eldest|oldest|youngest|middle)(?: (?:child|of \w+|one|sibling))?.*))",
            "{x}",
        ),
        (r"I have (?P<x>(?:no siblings|no brothers or sisters))", "{x}"),
    ),
    *_rows(
        "pets.animals",
        (
            r"I (?:have )?(?:have|own|keep|got|adopted|rescued|bought|foster|fostered|am getting|took in) (?!.*\b(?:for (?:dinner|lunch|tea|supper|the oven|a living)|on the menu|tonight|in this fight|nap|in the (?:oven|fridge|freezer)|to eat|roast)\b)(?!(?:some )?(?:fish|chicken|duck|rabbit|lamb|goat)$)(?P<x>(?:a|an|the|my|our|some|another|one|two|three|four|five|six|seven|eight|nine|ten|\d+|several)? ?(?:(?!\w+ing\b|started\b|been\b|seen\b|met\b|eaten\b|fed\b|tried\b|stopped\b|wanted\b|class\b|school\b|for\b|of\b|that\b|love\b|to\b|had\b|in\b|nothing\b|fear\b|stuffed\b|toy\b)[\w'-]+ ){0,4}?<pets>\b.*)",
            "{x}",
        ),
        (
            r"(?:my|our) (?P<x>(?:old |late |first |new |little )?(?:<pets>)(?:'s)? (?:<name> )?(?:(?:is|are|was) (?!\w+ing\b|on\b|in\b|at\b|here\b|asleep|ill|sick|back\b|hungry|out\b|being|so |too )|has (?:a|an|no|one|two|three|four|only|been|diabetes|arthritis|epilepsy|died|passed)|died|had|passed|has (?:just )?learned|has learnt|learned|can (?:open|say|sing|talk|swear|sit|smell)|is called|sleeps|bites|chews|steals|hides|barks at|fetches|swears|lives|loves|hates|likes|eats|name is|turned|turns|only|does not|was put).+)",
            "{x}",
        ),
        (r"(?:my|our) (?P<x>(?:[\w-]+ ){0,2}<pets>,? <name>)\b.*", "{x}"),
        (r"(?P<y><name>), (?:my|our) (?P<x>(?:[\w-]+ ){0,3}<pets>)\b.*", "{x} {y}"),
    ),
)
LOSSES = (
    *_rows(
        "family.parents",
        (
            r"I (?:have )?lost (?:my )?(?P<x>dad|mum|mom|mother|father|gran|granny|grandma|grandpa|grandad|grandmother|grandfather|nan)\b(?P<y>.*)",
            "{x} died{y}",
        ),
    ),
    *_rows("pets.animals", (r"I (?:have )?lost (?:my |our )(?P<x>(?:old |\w+ )?<pets>)\b(?P<y>.*)", "{x} died{y}")),
)
FACTS = (*LOSSES, *IDENTITY, *FAMILY, *HOME, *WORK)
