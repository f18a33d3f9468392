"""English patterns of liking and disliking; what kind of thing is liked decides the leaf (`kinds`)."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


_NOT_THAT = r"(?!(?:it|that|this|these|those|you|your|him|her|them|when|how|what|the (?:way|idea|sound of that|first|second|third|other|last|one|option|new|look)|the (?!sea|mountains|beach|ocean|outdoors|rain|smell|sound|snow|colou?r|manga|music of|novels of|films of|works of|cold|heat|winter|summer|woods|forest|theatre|cinema|opera|north|south|countryside|piano|guitar|violin|blues)|all the|every|some of|most of|to (?:know|see|hear|have|be|get|make|think|do|ask|try)|one|both|option|some help|if|being able|everything|all of|his|their|such|something|anything|nothing|everyone|us|me)\b)"
_LOVE = r"(?:have )?(?:live for|rewatch|re-read|always come back to|got into|have got into|am hooked on|am getting into|have fallen for|has fallen for|love|loved|like|liked|adore|adored|enjoy|enjoyed|dig|worship|prefer|cannot get enough of|cannot live without|am (?:into|obsessed with|addicted to|a fan of|a (?:big|huge|massive|lifelong|great) fan of|fond of|crazy about|mad about|nuts about|hooked on|keen on|passionate about|a sucker for|partial to|big on|fascinated by)|have been (?:into|obsessed with|hooked on)|have (?:a thing|a soft spot|a weakness) for|swear by|could eat|would kill for|have fallen for|fell in love with)"
_HATE = r"(?:hate|dislike|loathe|detest|despise|cannot stand|cannot bear|cannot abide|do not (?:like|enjoy|care for|touch)|am not (?:a fan of|into|keen on|big on|fond of)|am (?:no fan of|scared of|afraid of|terrified of|allergic to people|sick of|fed up with|creeped out by|phobic about)|have a (?:phobia|fear|horror|dread) of|have (?:hated|always hated)|will not touch|would not touch)"

TASTE = (
    *_rows(
        "dislikes.*",
        rf"I (?:really |absolutely )?{_HATE} {_NOT_THAT}(?P<x>.+)",
        r"my (?:biggest |number one |main )?(?:pet peeve|pet hate)s? (?:is|are) (?P<x>.+)",
        r"(?P<x>.+?) (?:drives? me (?:mad|crazy|nuts|up the wall|insane)|gives? me the creeps|gets? on my nerves|disgusts? me|makes? me (?:gag|sick|want to scream)|scares? me(?: to death)?|irritates? me|annoys? me)\b.*",
        r"nothing (?:irritates|annoys|bothers|disgusts|scares) me (?:as much as|more than|like) (?P<x>.+)",
    ),
    *_rows(
        "likes.favourite",
        r"my (?:all-?time )?(?:favou?rite|fave|go-to) (?P<k>[\w ]+?) (?:is|are|was|has always been|of all time is|ever is|will always be) (?P<x>.+)",
        r"(?P<x>.+?) (?:is|are|was) my (?:all-?time |absolute )?(?:favou?rite|fave|go-to|comfort) (?P<k>[\w ]+?)(?: of all time| ever| by far)?$",
        r"my (?:all-?time )?(?:favou?rite|fave)(?P<k>) is (?P<x>.+)",
    ),
    *_rows(
        "likes.hobbies",
        (
            r"I (?P<x>(?:have )?(?:play|played|have been playing|am learning|started|have started|have taken up|took up|am teaching myself|practise|have been learning|am into playing|have been playing) (?:to play )?(?:the )?(?:guitar|bass|piano|keyboards?|violin|viola|cello|drums|ukulele|saxophone|sax|trumpet|flute|clarinet|harp|banjo|accordion|organ|recorder|trombone|mandolin|harmonica|double bass|oboe|fiddle|bagpipes|sitar|tabla|kora|erhu|guzheng|didgeridoo|bodhran)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:collect|knit|crochet|sew|quilt|paint|draw|sketch|bake|garden|whittle|embroider|carve|brew|keep bees|do (?:pottery|ceramics|calligraphy|origami|woodwork\w*|embroidery|magic|improv|stand-?up|photography|cross-stitch|amateur dramatics|crosswords)|sing (?:in|with)|dance (?:in|with)|forage|restore|build (?:model|ship)|make (?:pottery|candles|jewell?ery|soap|furniture|cheese|jam)|act in|birdwatch|geocache|juggle)\b(?! (?:a|the|this|it) (?:line|conclusion|blank))(?: .*)?)",
            "{x}",
        ),
        (
            r"I (?:am|have been|have started|started|have taken up|took up|got into|am getting into|have got into|signed up for|go|do|joined) (?P<x>(?:learning |doing |to do |to )?(?:a |an |the )?(?:(?!busy)[\w-]+ )?(?:pottery|ceramics|knitting|crochet(?:ing)?|sewing|quilting|painting|drawing|sketching|calligraphy|origami|woodworking|carpentry|gardening|baking|birdwatching|birding|photography|beekeeping|bookbinding|embroidery|choir|improv|stand-?up|magic|juggling|astronomy|stargazing|geocaching|foraging|homebrewing|model (?:trains|railways|making|building)|amateur dramatics|theatre group|orchestra|brass band|drawing class|whittling|macram[eé]|metal detecting|watercolou?rs?|cross-stitch|salsa|tango|ballroom dancing)\b.*)",
            "{x}",
        ),
        (r"(?:my|a) (?:main |new |favou?rite |only |big )?hobb(?:y|ies)(?: of mine)? (?:is|are) (?P<x>.+)", "{x}"),
        (
            r"(?P<x>[\w -]+) (?:is|are) (?:my (?:main |new |big |only |favou?rite )?hobb(?:y|ies)|what keeps me sane|how I (?:relax|unwind|switch off)|my passion|my happy place)\b.*",
            "{x}",
        ),
    ),
    *_rows(
        "likes.sports",
        (
            r"I (?P<x>(?:support|follow|root for|cheer for|am a supporter of) (?!(?:you|this|that|the (?:idea|plan|recipe|instructions|steps|link|news)|him|her|them|it|a (?:diet|recipe))\b)(?-i:[A-Z]|the )[^,]*.*)",
            "{x}",
        ),
        (r"I (?P<x>play (?!(?:a|the|with|it|on)\b)(?:\w+ )?<sport>\b.*)", "{x}"),
    ),
    *_rows(
        "likes.games",
        (
            r"I (?P<x>(?:play|am playing|have been playing|am addicted to playing) (?!(?:with|the|a|it|for|in|on|at|it|along|devil|music|host)\b)(?:\w+ )?(?:(?-i:[A-Z\d])|chess|go\b|scrabble|poker|bridge|mahjong|sudoku|dominoes|backgammon|solitaire|crosswords?|wordle|cards|(?:\w+ ){0,2}games?\b|dungeons|catan|tetris|mini).*)",
            "{x}",
        ),
    ),
    *_rows(
        "likes.books",
        (
            r"I (?:am|have been) (?P<x>(?:currently )?(?:reading|re-?reading|halfway through|in the middle of) (?!(?:about|up|through|your|my|a lot|too|into|it|that|this|the (?:article|email|docs|manual|news|label|paper|instructions))\b).+)",
            "{x}",
        ),
    ),
    *_rows(
        "likes.*",
        rf"I (?:really |absolutely |do )?{_LOVE} {_NOT_THAT}(?P<x>.+)",
        r"I am (?:more of )?(?P<x>(?:a|an) (?:[\w-]+ )?(?:tea|coffee|cat|dog|whisky|wine|beer|beach|mountain|city|horror|sci-fi|jazz|metal|summer|winter|autumn|chocolate) (?:person|lover|drinker|fan|nut|addict|buff|freak|girl|guy)\b.*)",
        r"nothing beats (?P<x>.+)",
        r"I (?:would|could) (?:(?:sell a kidney for|kill for|die for) (?P<x>.+)|(?:live on|eat) (?P<y>.+?)(?: every day.*| forever.*| all day.*))$",
        r"I am happiest (?:when )?(?P<x>.+)",
        r"(?P<x>[\w ]+?) (?:is|are) (?:the (?:love of my life|only .+ for me)|everything to me|my (?:first |one true |great )?love|my weakness|my guilty pleasure|my comfort \w+|heaven|where it is at)\b.*",
        r"(?P<x>[\w' ]+?) (?:>|>>) .+",
        r"big (?P<x>[\w' -]+?) (?:fan|person|lover)(?: here)?\b.*",
        r"I (?:have )?(?:a thing|a soft spot|a weakness) for (?P<x>.+)",
        r"I (?P<x>listen to (?!you|me\b|this|that|it\b|the (?:news|radio)|your|my).+)",
        r"I would (?:love|like) to (?:see|visit|travel to|go to) (?P<x>(?!the (?:results|list|code|doctor)|how|what|it\b|that\b).+)",
        r"I have always wanted to (?P<x>(?:see|visit|go to) .+)",
        r"(?P<x>.+?) (?:is|are) (?:my thing(?: now)?|right up my street|my jam|my cup of tea|the best thing ever.*)$",
    ),
)
