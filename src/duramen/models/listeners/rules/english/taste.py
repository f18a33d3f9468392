"""English patterns of liking and disliking; what kind of thing is liked decides the leaf (`kinds`)."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


_NOT_THAT = r"(?!(?:it|that|this|these|those|you|your|him|her|them|when|how|what|the (?:way|idea|sound of that|first|second|third|other|last|one|option|new|look)|the (?!(?-i:[A-Z])|sea|mountains|beach|ocean|outdoors|rain|smell of|sound of|snow|colou?r\b|manga|music of|novels of|films of|works of|cold|heat|winter|summer|woods|forest|theatre|cinema|opera|north|south|countryside|piano|guitar|violin|blues)|all the|every|some of|most of|to (?:know|see|hear|have|be|get|make|think|do|ask|try)|one|both(?! \w)|option|some help|if|being able|everything|all of|his|their|such|something|anything|nothing|everyone|us|me)\b)"
_LOVE = r"(?:have )?(?:been all about|have been mad on|am mad on|been mad on|been crazy about|been mad about|am all about|take pleasure in|get a kick out of|am wild about|am a massive|(?:like|love) nothing (?:better|more) than|live for|rewatch|re-read|always come back to|got into|have got into|am hooked on|am getting into|have fallen for|has fallen for|love|loved|like|liked|adore|adored|enjoy|enjoyed|dig|worship|prefer|cannot get enough of|cannot live without|am (?:into|obsessed with|addicted to|a fan of|a (?:big|huge|massive|lifelong|great) fan of|fond of|crazy about|mad about|nuts about|hooked on|keen on|passionate about|a sucker for|partial to|big on|fascinated by)|have been (?:into|obsessed with|hooked on)|have (?:a thing|a soft spot|a weakness) for|swear by|could eat|would kill for|have fallen for|fell in love with)"
_HATE = r"(?:hate|dislike|loathe|detest|despise|cannot stand|cannot bear|cannot abide|do not (?:like|enjoy|care for|touch)|am not (?:a fan of|into|keen on|big on|fond of)|am (?:no fan of|scared of|afraid of|terrified of|allergic to people|sick of|fed up with|creeped out by|phobic about)|have a (?:phobia|fear|horror|dread) of|have (?:hated|always hated)|will not touch|would not touch)"

TASTE = (
    *_rows(
        "dislikes.*",
        r"(?P<x>(?!(?:it|this|that|he|she|they|these|those|which|the|my|your|his|her|our|some|all|what)\b)[\w' -]{3,30}?) (?:is|are|tastes|taste|smells) (?:just |so |absolutely |really )?(?:disgusting|revolting|vile|foul|gross|the work of the devil|the worst food|an abomination|the devil's \w+)$",
        r"(?P<x>(?!what|how|the|that|this|which|one|some|a\b|it\b|people|things|something|everything)(?:(?!things?\b|part\b|people\b)[\w-]+ ){0,2}[\w-]+) I (?:really |just |absolutely )?(?:hate|cannot stand|cannot bear|detest|loathe|do not like)$",
        rf"I (?:really |absolutely )?{_HATE} {_NOT_THAT}(?P<x>.+)",
        r"my (?:biggest |number one |main )?(?:pet peeve|pet hate)s? (?:is|are) (?P<x>.+)",
        r"(?P<x>(?!(?:the (?!dark|sea|dentist|cold|heat)|this|that|it|he|she|you|they|these|those|what|my)\b)[^,]+?) (?:drives? me (?:mad|crazy|nuts|up the wall|insane)|gives? me the creeps|gets? on my nerves|disgusts? me|makes? me (?:gag|sick|want to scream)|scares? me(?: to death)?|irritates? me|annoys? me)\b.*",
        r"nothing (?:irritates|annoys|bothers|disgusts|scares) me (?:as much as|more than|like) (?P<x>.+)",
    ),
    *_rows(
        "likes.favourite",
        r"(?:my |one of my )(?:all-?time )?(?P<f>favou?rite|fave|go-to|comfort) (?P<k>(?!(?:part|thing|bit|scene|way|moment|line|chapter|quote|memory|time|one|version|option|slide|idea)\b)[\w ]+?) (?:is|are|was|has always been|of all time is|ever is|will always be|would be) (?P<x>.+)",
        r"(?:the )?(?P<k>colou?r|food|band|film|movie|book|season|game|sport|animal|drink|song|city|place|genre|flower) I (?:love|like) (?:the )?(?:most|best) is (?P<x>.+)",
        r"(?:.*\b(?:because|cos|coz|since|shame|as) )?(?P<x>[^,]+?) (?:is|are|was) (?:still |easily |one of )?my (?:all-?time |absolute |very )?(?P<f>favou?rite|fave|go-to|comfort) (?P<k>(?:(?!(?:on|in|of|at|to|by|and|otherwise|because|right)\b)\w+ ?){1,3}?)(?: (?:of all time|ever|by far|otherwise|on this earth|in the world|at the moment|and|because)\b.*)?$",
        r"(?P<x>[^,]+?) (?:is|are) my (?:all-?time |absolute )?(?:favou?rites?)(?P<k>)$",
        r"my (?:all-?time )?(?:favou?rite|fave)(?P<k>) is (?P<x>.+)",
    ),
    *_rows(
        "likes.sports",
        (
            r"I (?:have )?(?:recently |just )?(?P<x>(?:take up|took up|taken up|got into|gotten into|started|play|played|been playing|practi[sc]e|do|been doing|am learning|have been learning|learned|learnt|coach|train in|compete in) (?:to (?:play )?)?(?:(?:new|some|competitive|amateur|league|club|women's|men's|wheelchair|beach|indoor|outdoor|five-a-side|\w+-a-side) )*(?!(?:run|dance|dancing|walk)\b)<sport>\b(?! (?:late|out|up|the|a|my|to|into|classes? for|low)\b).*)",
            "{x}",
        ),
        r"I (?:mostly |mainly |only |always |like to |love to )?(?P<x>(?:watch|follow) (?:a lot of |the |every |all the |women's |men's )*(?:<sport>|premier league|nba|nfl|mlb|nhl|champions league|six nations|world cup|olympics|grand prix|tour de france)\b.*)",
        (
            r"I (?P<x>(?:row|swim|run|play|compete|race|fence|box|wrestle|ski|cycle) for (?:my |the |a )(?:[\w-]+ )?(?:college|university|uni|school|club|county|country|team|town|village|national team))\b.*",
            "{x}",
        ),
        r"I am (?:a |an )(?:lifelong |huge |big |massive |die-?hard |proud )*(?P<x>(?-i:[A-Z][\w']+(?: [A-Z][\w']+)?) (?:supporter|season ticket holder))\b.*",
    ),
    *_rows(
        "likes.films",
        (
            r"I (?:am|have been) (?P<x>(?:rewatching|bingeing|binge-watching|binging) (?!(?:it|that|this|the (?:video|recording|lecture))\b).+)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:watch|rewatch|binge|am watching|have been watching|am bingeing|am rewatching) (?:a lot of |lots of |mostly |only |old |the |all the |all of )*(?!some|a few|these|those)(?:anime|k-?dramas?|documentaries|horror|true crime|sitcoms?|westerns|musicals|period dramas|rom-?coms|thrillers|sci-?fi|(?:\w+ ){0,2}(?:films|movies|series|shows|soaps|cartoons))\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "likes.books",
        (
            r"I (?:mostly |mainly |only |usually |always )?(?P<x>read (?:poetry|crime novels|crime fiction|fantasy|sci-?fi|science fiction|novels|memoirs|biographies|comics|manga|thrillers|romances?|history books|classics|short stories|whodunn?its|non-fiction)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>read (?:a lot of |lots of |mostly |mainly |only |old |nothing but )+(?:[\w-]+ ){0,2}(?:mysteries|crime|fantasy|sci-?fi|fiction|non-fiction|novels|poetry|biographies|memoirs|comics|manga|thrillers|romances?|history|classics|books|short stories|whodunn?its)\b.*)",
            "{x}",
        ),
    ),
    *_rows(
        "likes.hobbies",
        (
            r"I (?:have )?(?:recently |just )?(?P<x>(?:learned|learnt|been learning|am learning|practi[sc]e|practi[sc]ed|take up|took up|taken up|got into) (?:(?:to|how to|some|a bit of|a little|the) )*(?:[\w-]+ )?(?:dance|dancing|ballet|salsa|tango|juggl(?:e|ing)|knit(?:ting)?|crochet(?:ing)?|sew(?:ing)?|paint(?:ing)?|draw(?:ing)?|photography|pottery|calligraphy|origami|bak(?:e|ing)|cook(?:ing)?|weld(?:ing)?|sing(?:ing)?|yoga|writing|gardening|woodwork(?:ing)?|whittl(?:e|ing)|embroider(?:y|ing)|magic|beekeeping|foraging|birdwatching|bookbinding|astronomy)\b.*)",
            "{x}",
        ),
        (
            r"(?:in my (?:free|spare) time|for fun|at weekends|on weekends|to relax|to unwind),? I (?:like to |love to |enjoy |like |love |usually |mostly |often )*(?P<x>(?:paint|draw|sketch|knit|sew|crochet|bake|cook|garden|write|sing|dance|fish|carve|whittle|photograph|collect|restore|build|make|play)\w*\b.*)",
            "{x}",
        ),
        (
            r"I (?:like to |love to |enjoy |like |love |usually |mostly |often )*(?P<x>(?:paint|draw|sketch|knit|sew|crochet|bake|cook|garden|write|sing|dance|fish|carve|whittle|collect|restore|build|make)\w*\b.*?) (?:in my (?:free|spare) time|for fun|to relax|to unwind|as a hobby)\b.*",
            "{x}",
        ),
        (
            r"I make (?P<x>(?:my own |willow |wooden )*(?:baskets|pots|candles|quilts|jewell?ery|pottery|soap|furniture|clothes|cheese|jam|wine|beer|cider|models|birdhouses|puppets|lace|rugs)\b(?! for a living).*)",
            "makes {x}",
        ),
        (
            r"I (?P<x>(?:have )?(?:play|played|have been playing|am learning|started|have started|have taken up|took up|am teaching myself|practise|have been learning|am into playing|have been playing) (?:to play )?(?:the )?(?:guitar|bass|piano|keyboards?|violin|viola|cello|drums|ukulele|saxophone|sax|trumpet|flute|clarinet|harp|banjo|accordion|organ|recorder|trombone|mandolin|harmonica|double bass|oboe|fiddle|bagpipes|sitar|tabla|kora|erhu|guzheng|didgeridoo|bodhran)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:collect|knit|crochet|sew|quilt|paint|draw|sketch|bake|garden|whittle|embroider|carve|brew|keep bees|do (?:pottery|ceramics|calligraphy|origami|woodwork\w*|embroidery|magic|improv|stand-?up|photography|cross-stitch|amateur dramatics|crosswords)|sing (?:in|with)|dance (?:in|with)|forage|restore|build (?:model|ship)|make (?:pottery|candles|jewell?ery|soap|furniture|cheese|jam)|act in|birdwatch|geocache|juggle)\b(?! (?:(?:a|the|this|it) (?:[\w-]+ )?(?:line|conclusion|blank|picture|data|money|rent|files?|balance)|it|my (?:order|parcel|kids?)|data|logs|up\b|on\b|to\b))(?: .*)?)",
            "{x}",
        ),
        (
            r"I (?P<x>go (?:birdwatching|birding|fishing|foraging|metal detecting|mushroom picking|stargazing|geocaching|dancing|line dancing|to (?:a |the |my )?(?:pottery|choir|knitting|sewing|art|drawing|painting|craft|book|film|drama|chess|dance) (?:class|club|group|circle|practice|rehearsal|lessons?))\b.*)",
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
        (r"I (?P<x>play (?:a lot of |lots of |too much |loads of |mostly )(?:<game>|(?-i:[A-Z])[\w' :]+).*)", "{x}"),
        (r"I (?P<x>(?:play|run|DM) (?:in )?(?:an? |our |the )?(?:weekly |monthly )?(?:<game>)\b.*)", "{x}"),
        (
            r"I (?P<x>do (?:the |a )?(?:(?:daily|cryptic|sunday|guardian|times|nyt|weekly) )*(?:crosswords?|sudokus?|jigsaws?|puzzles|wordle|killer sudoku)\b.*)",
            "{x}",
        ),
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
        r"I am (?:a |an )(?:(?:big|huge|massive|lifelong|real|total|great|such a|die-?hard) )*(?P<x>[\w' -]+? (?:fan|fanatic|nerd|geek|nut|addict|junkie|lover|person|buff|aficionado|enthusiast|obsessive))(?: (?:and|but|through|since|for|myself)\b.*)?$",
        r"I am (?:more of )?(?:a|an) (?P<x><sport>) (?:man|woman|guy|girl|person|family|fan|kid|household)\b.*",
        r"I (?:cannot|could never|can never) get enough (?:of )?(?P<x>.+)",
        r"nothing beats (?P<x>.+)",
        r"(?P<x>(?!(?:the|this|that|these|those|it|your|my|his|her)\b)[\w' -]{3,30}?) (?:is|are) (?:a (?:huge|big|massive|large) part of (?:my life|who I am|me)|my (?:stress relief|therapy|escape|happy place|me-?time|comfort food|love language|go-to|biggest passion|colou?r|drug of choice)|pretty much my go-to)\b.*",
        r"(?P<x>(?!(?:the|this|that|these|those|it|your|my|his|her)\b)[\w' -]{3,30}?) (?:relaxes me|calms me down|keeps me sane|makes me (?:so |really |very )?happy|helps me (?:relax|unwind|switch off|destress|de-stress))\b.*",
        r"I (?P<x>(?:devour|hoard|binge) (?!it|that|this).+)",
        r"I have (?P<x>(?:seen|read|watched|played|been to) (?:every|all (?:of )?(?:the )?) ?(?=(?-i:[A-Z])).+)",
        (r"I grew up (?:on|with|listening to) (?P<x>(?!my|a|an|the|two|three|no)[\w' -]+)", "{x}"),
        r"(?P<x>(?!(?:the|this|that|these|those|it|your|my|his|her)\b)[\w' -]{3,30}?) is the best (?:[\w-]+ ){0,2}(?:flavou?r|food|dish|snack|drink|biscuit|cheese|chocolate|cake|film|movie|show|series|book|band|game|sport|season|city|country|colou?r) (?:ever|there is|in the world|on earth|of all time|on telly)\b.*",
        r"I (?:would|could) (?:sell a kidney for|kill for|die for) (?!a (?:nap|drink|break|coffee)\b)(?P<x>.+)",
        r"I (?:would|could) (?:happily |easily )?live on (?P<x>.+)",
        r"I (?:would|could) (?:happily )?(?:eat|drink) (?P<x>.+?)(?: every day.*| forever.*| all day.*| for breakfast.*| and nothing else.*)$",
        r"I am happiest (?:when )?(?P<x>.+)",
        r"(?P<x>[\w ]+?) (?:is|are) (?:the (?:love of my life|only .+ for me)|everything to me|my (?:first |one true |great )?love|my weakness|my guilty pleasure|my comfort \w+|heaven|where it is at)\b.*",
        r"(?P<x>[\w' ]+?) (?:>|>>) .+",
        r"big (?P<x>[\w' -]+?) (?:fan|person|lover)(?: here)?\b.*",
        r"I (?:have )?(?:a thing|a soft spot|a weakness) for (?P<x>.+)",
        r"I (?:mostly |mainly |only |usually |always )?(?P<x>listen to (?!you|me\b|this|that|it\b|the (?:news|radio)|your|my).+)",
        r"I (?P<x>(?:go to|spend (?:every|each) \w+ (?:in|on|at)|holiday in|always holiday in|go back to) (?-i:[A-Z])[\w' -]+ (?:every|each) (?:year|summer|winter|spring|autumn|easter|christmas|august|july)\b.*)",
        r"I would (?:love|like) to (?:see|visit|travel to|go to) (?P<x>(?!the (?:results|list|code|doctor)|how|what|it\b|that\b).+)",
        r"I have always wanted to (?P<x>(?:see|visit|go to) .+)",
        r"(?P<x>.+?)(?: (?:is|are)|'s) (?:mostly |really |totally )?(?:my thing(?: now)?|right up my street|my jam|my cup of tea|the best thing ever.*)$",
    ),
)
