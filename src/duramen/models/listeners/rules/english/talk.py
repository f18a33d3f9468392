"""English patterns of wishes for the talk itself: style and boundaries."""

from __future__ import annotations

from duramen.models.listeners.rules.english.words import NAMES
from duramen.models.listeners.rules.findings import Mode, Rule, rules


def _rows(path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO) -> tuple[Rule, ...]:
    return rules(path, *rows, mode=mode, names=NAMES)


_LASTS = r"(?=.*\b(?:always|from now on|in (?:the )?future|generally|going forward|every time|whenever|in general|never|by default|any ?more|when(?:ever)? i ask|your (?:answers?|replies|responses?|messages|explanations?)|when you|permanently|ever|like a|i prefer|to me (?:like|as))\b)"
_WISH = r"(?:please |from now on |in future |and |could you |can you |you can |you should |always |just |for the future |going forward |i need you to |i want you to |I would like you to |I would prefer if you |I prefer it when you |I like it when you |when(?:ever)? i ask(?: \w+){0,4},? |whenever you \w+(?: \w+){0,4},? |when you \w+(?: \w+){0,4},? )*"
_TOPIC = r"(?![\"“])(?!(?:it|this|that|them|these|those|the (?:script|file|data|code|draft|details?|info\w*|list|link|numbers?)|anything|something|topics?|what|info\w*|data|permission|more)\b)"
_ADJECTIVE = r"(?:(?:very|really|more|nice and|a bit|much) )*(?:short|shorter|long|longer|brief|detailed|in-depth|honest|direct|blunt|simple|concise|plain|clear|straight|step-by-step|formal|informal|casual|friendly|funny|practical|concrete|visual|structured|numbered|one-line|bite-?size[d]?|no-nonsense|straightforward|gentle|slow|thorough|to-the-point|quick|bullet(?:-| )?point(?:ed)?)"
_PLURAL = r"(?:answers|replies|responses|explanations|messages|instructions|feedback|summaries|recipes)"
_ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|messages?|texts?|sentences?|recipes|lists?|summar(?:y|ies)|instructions)"
TALK = (
    *_rows(
        "communication.boundaries",
        (
            rf"{_WISH}(?P<x>(?:do not|never|stop|no more|avoid) (?:ever |again )?(?:mention(?:ing)?|bring(?:ing)? up|ask(?:ing)?(?: me)? (?:about|how|if|whether|when)|talk(?:ing)? (?:about|to me about)|jok(?:e|ing) about|remind(?:ing)? me (?:of|about)|comment(?:ing|s)? on|comments about) {_TOPIC}.*)",
            "{x}",
        ),
        (
            rf"{_WISH}(?P<x>(?:do not|never|stop|no more|avoid) (?:ever |again )?(?:giv(?:e|ing) me (?:\w+ )?advice|spoil(?:ing)? (?!this|that|it)|diagnos(?:e|ing) me|lectur(?:e|ing) me|suggest(?:ing)? (?:therapy|a therapist|\w+ing\b(?! (?:it|this|that)))|flirt(?:ing)?(?: with me)?|nag(?:ging)?(?: me)?|compar(?:e|ing) me|swear(?:ing)?(?: at me)?|judg(?:e|ing) me|pray(?:ing)? for me|tell(?:ing)? me to (?:relax|calm|cheer|smile|see a|talk to a|get help|exercise|lose|go to (?:the doctor|therapy)|breathe|stay positive)|(?:stor|sav)(?:e|ing) my)\b.*)",
            "{x}",
        ),
        (
            rf"{_LASTS}{_WISH}(?P<x>(?:do not|never|stop) (?:ever |again )?(?:push(?:ing)?|tell(?:ing)? me (?:to|how)|ask(?:ing)? me|bring(?:ing)?|remind(?:ing)?|call(?:ing)?)\b.*)",
            "{x}",
        ),
        (
            r"I (?P<x>(?:do not|never) want (?:any |to )?(?!\w+(?: \w+)? (?:it|that|this)\b)(?:talk about|discuss|hear about|be reminded of|be asked about|comments|advice|jokes|tips|questions|be told)\b.*)",
            "{x}",
        ),
        (
            r"(?:please )?(?P<x>(?:do not|never|stop) call(?:ing)? me (?:brave|strong|lazy|cute|sweet|inspiring|an inspiration|a hero|fat|old|young|crazy|sensitive|dramatic|names))\b.*",
            "{x}",
        ),
        (r"(?P<x>no (?:more )?(?:jokes|comments|remarks|talk|questions|advice) (?:about|on) my .+)", "{x}"),
        (
            rf"I would (?:also |really )?(?:like|prefer|appreciate it if) you (?:not to|did not|would not|to stop|stopped) (?P<x>(?:mention(?:ing)?|bring(?:ing)? up|ask(?:ing)?(?: me)? (?:about|how|if|whether|when)|talk(?:ing)? about|jok(?:e|ing) about|comment(?:ing)? on|remind(?:ing)? me of) {_TOPIC}.*)",
            "don't {x}",
        ),
        (r"I do not want (?P<x>my [\w' ]+? (?:brought up|mentioned|discussed|commented on))\b.*", "don't want {x}"),
        (r"let us not (?P<x>(?:talk|discuss|bring up|mention|go into)\b (?:about )?(?!it|this|that).*)", "not {x}"),
        (r"I would rather not (?P<x>(?:talk|discuss|hear|be asked|go into)\b.*)", "{x}"),
        (
            r"(?P<x>.+ (?:is|are) (?:off limits|off-limits|a no-go|taboo|a touchy subject|a sore subject|a sensitive (?:topic|subject)|not up for discussion))",
            "{x}",
        ),
    ),
    *_rows(
        "communication.style",
        (
            rf"{_LASTS}{_WISH}(?P<x>(?:keep|make) (?:it|things|your|all|the|everything|them) ?(?:{_ANSWERS} )?(?:short|brief|simple|concise|to the point|snappy|plain|light|formal|casual|short and sweet|as short as|under|below|to)\b.*)",
            "{x}",
        ),
        (
            rf"{_LASTS}{_WISH}(?P<x>(?:answer|reply|respond|write|speak|talk|explain)(?: me| to me| everything| things| it)? (?:in|with|like|as|briefly|only|without|more|less|shortly|plainly)\b.*)",
            "{x}",
        ),
        (
            rf"{_WISH}(?P<x>(?:do not|never|stop|no need to|skip|drop|no|without|avoid|less|fewer|enough with|lose) (?:use |using |the |any |with |all |ever |more |add |put )*(?:emojis?|smileys?|exclamation marks?|bullet points?|bullets|jargon|small talk|flattery|compliments|apologi[sz]\w+|apolog\w+|disclaimers?|pleasantries|praise|preamble|markdown|long (?:answers|texts|paragraphs)|essays?|filler|sugar-?coat\w*|pep talks?|cheerleading|metaphors|hedging|waffle|follow-up questions|lectur\w+|acronyms|abbreviations|slang)\b.*)",
            "{x}",
        ),
        (
            rf"{_WISH}(?P<x>(?:do not|never|stop) (?:end(?:ing)?|start(?:ing)?|begin(?:ning)?|repeat(?:ing)?|apologi[sz](?:e|ing)|explain(?:ing)?|ask(?:ing)? me (?:so many|follow|a question)|agree(?:ing)?|sugar-?coat\w*|summari[sz](?:e|ing)|shout(?:ing)?|translat(?:e|ing)|us(?:e|ing) (?:big|long|difficult|fancy|american|british))\b.*)",
            "{x}",
        ),
        (
            rf"{_LASTS}{_WISH}(?P<x>(?:be) (?:brief|direct|blunt|honest|concise|formal|informal|gentle|frank|straight|patient|more \w+|less \w+)(?: with me)?\b.*)",
            "{x}",
        ),
        (
            rf"{_LASTS}{_WISH}(?P<x>(?:use|give me|include|show me|add|quote|put|start with|end with|stick to|call things) .*(?:examples?|metric|imperial|celsius|fahrenheit|grams|bullet points?|(?:british|uk|us) spelling|american spelling|simple words|plain english|plain language|step by step|steps|numbers|sources?|links?|analog\w+|24-?hour|kilomet\w+|the (?:short|long) version|one (?:option|answer|suggestion) at a time|first)\b.*)",
            "{x}",
        ),
        (
            rf"I (?:prefer|like|want|need|would prefer|would like|love)(?: to have| to get| your| my)? (?P<x>{_ADJECTIVE}(?:,? (?:and |but )?{_ADJECTIVE})* {_PLURAL}\b.*)",
            "{x}",
        ),
        (
            r"I (?:prefer|like|would prefer)(?: to get| to have)? (?P<x>(?:bullet points|step-by-step \w+|numbered lists?|short sentences|plain english|tables?(?= (?:to|over|rather))|(?:metric|imperial) units|(?:british|american|uk|us) spelling|examples|when you (?:explain|answer|use|keep|write|give).+)\b.*)",
            "{x}",
        ),
        (
            rf"I (?:prefer|like) (?:my |your )?{_PLURAL} (?P<x>(?:short|long|brief|simple|detailed|in|with|without|to be)\b.*)",
            "{x}",
        ),
        (r"I (?:want|would like|need) you to (?P<x>(?:always|only ever|never) .+)", "{x}"),
        (
            r"(?:please )?(?P<x>(?:do not|stop) be(?:ing)? so (?:formal|polite|nice|chatty|wordy|long|technical|enthusiastic|serious|cheerful|vague|gentle|soft|positive|apologetic)\b.*)",
            "{x}",
        ),
        (rf"(?:your )?{_ANSWERS} (?:should|must|need to|can|could) (?P<x>.+)", "{x}"),
        (
            r"(?P<x>no (?:emojis?|headings|bold|bullet points|bullets|markdown|exclamation marks|smileys|disclaimers|small talk|lectures|jargon|filler|preamble)\b.*)",
            "{x}",
        ),
        (r"(?:please )?(?P<x>ask me (?:only )?one question at a time\b.*)", "{x}"),
        (
            r"(?:please )?(?P<x>always (?:give|name|cite|quote|add|include|put|show|use|answer|start|end|write|explain|check|round|convert|tell me)\b(?! (?:up|in|it|that|this)\b).*)",
            "{x}",
        ),
        (
            r"(?:(?:please )(?:answer|reply|respond|speak|talk|explain)(?: to)?(?: me)?|(?:answer|reply to|respond to|speak to|talk to|explain to) me(?: things)?|(?:answer|reply|explain)(?= in (?:easy|simple|plain|basic)\b)) (?P<x>in (?:<language>|(?:easy|simple|plain|basic) (?:english|words|language|terms)))\b.*",
            "{x}",
        ),
        (
            rf"{_LASTS}(?P<x>(?:short|long|brief|detailed|plain|metric|simple|blunt) (?:\w+ )?(?:{_ANSWERS}|units)(?: please| only)?.*)",
            "{x}",
        ),
    ),
)
