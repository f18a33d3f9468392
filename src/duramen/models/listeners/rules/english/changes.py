"""How English tells that something held has ended, changed or was never so: data only.

Each row is a pattern over a whole clause in regular form; its group `x` is the phrase that must name the fact held, and
without it the leaf's one fact is meant. A value is a format of the fact held and the pattern's groups.
"""

from __future__ import annotations

from duramen.models.listeners.rules.findings import Change, changing

_PARTS = {
    "x": r"(?:(?:my|our|the|that|this|a|an|any|all|poor|dear|old|another) )*(?!(?:for|to|at|in|on|by|with|from|off|over|up|out|about|because|due|since|after|when|as)\b)(?P<x>[\w'’&+.-]+(?: [\w'’&+.-]+){0,4}?)",
    "when": r"(?:today|yesterday|tonight|overnight|this (?:morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|fall|winter)|last (?:\w+ )?\w+|(?:back )?in (?:(?:early|late|mid) )?(?:\w+ )?[\w']+|on (?:the )?(?:\d+\w*(?: (?:of )?\w+)?|\w+day(?: \w+)?|\w+ \d+\w*)|(?:about |over )?\w+ \w+ ago|since [\w ]{3,20}|as of \w+|at last|for good|now|again|too|already|after [\w' ]{3,24}|because of [\w' ]{3,24}|due to [\w' ]{3,24}|to (?:a|my) [\w' ]{3,24}|for (?:health reasons|a while))",
    "have": r"(?:have |had |am |was |got |have been |have now |finally |just )*",
    "has": r"(?:has |have |had |is |are |was |were |been |got |gets |finally |just |sadly |now |all |fully |completely |totally |entirely |so )*",
    "doing": r"(?:liking|loving|watching|playing|reading|listening to|eating|drinking|doing|going to|going|following|collecting|taking|smoking|running|swimming|practising|practicing|using|buying)",
    "do": r"(?:like|love|enjoy|play|watch|read|listen to|eat|drink|do|follow|collect|go to|support|practise|practice|take|smoke|use|cook|train|speak|wear|touch)",
}
_TAIL = r"(?P<tail>(?:,? <when>){0,2})"

_ROWS = (
    # Animals and people.
    (("pets.",), r"<x> <has>(?P<how>died|dead|passed away|passed|put down|put to sleep|run over|ran away|run away|missing|gone missing|no longer with us|flown away|flew away|rehomed)<tail>", "had {fact}, {how}{tail}"),
    (("pets.",), r"\w+ of <x> <has>(?P<how>died|taken|killed|eaten|stolen|ran away|sold)(?: by [\w' ]{3,20})?<tail>", "{fact}, {whole}"),
    (("pets.",), r"I <have>(?:had to )?(?P<how>lost|lose|buried|put down|rehomed|rehome|gave away|given away) <x><tail>", "had {fact}, {how}{tail}"),
    (("pets.",), r"I <have>(?:had to )?put <x> (?P<how>down|to sleep)<tail>", "had {fact}, put {how}{tail}"),
    (("pets.", "belongings."), r"I <have>(?P<how>gave|given|sold|lent) <x>(?P<tail> to (?!the |sleep|bed)[\w' ]{2,24}| away)", "had {fact}, {how}{tail}"),
    (("pets.",), r"<x> (?:has |have )?(?P<how>had (?:babies|puppies|kittens|pups|a litter)|turned \w+)<tail>", "{fact}, {how}{tail}"),
    (("family.", "social."), r"<x> <has>(?P<how>died|passed away)<tail>", "{fact}, {how}{tail}"),
    (("family.", "social."), r"I <have>(?P<how>lost|buried) <x><tail>", "{fact}, died{tail}"),
    (("family.", "social."), r"<x>(?: and (?:his|her|their) \w+)? <has>(?P<how>(?:having|expecting) (?:a baby|twins|triplets|a (?:boy|girl))|pregnant|married|engaged|divorced|promoted|retired|graduated|(?:moved|moving) (?:to (?-i:[A-Z])|back|in with|out|away)[\w' ]{0,24}|come to live with (?:us|me)|starts? (?:at |in |school|university|college|nursery|work)[\w' ]{0,24}|started (?:at |in |school|university|college|nursery|work)[\w' ]{0,24}|joined [\w' ]{3,24}|adopted [\w' ]{3,24}|bought an? (?:\w+ )?(?:house|flat|home|car|van|boat|bike|dog|cat|farm|shop|season ticket|motorbike)|turned \w+|out of hospital|recovered)<tail>", "{fact}, {how}{tail}"),
    (("social.colleagues",), r"<x> <has>(?P<how>left|leaving|pushed out)(?: the (?:company|firm|team))?<tail>", "{fact}, {how}{tail}"),
    # A partner.
    (("family.partner",), r"<x> and I <have>(?P<how>split up|split|broke up|broken up|divorced|getting divorced|separated|parted ways|called it quits|not together any ?more|no longer together)<tail>", "{fact}, {how}{tail}"),
    (("family.partner",), r"(?:I|we) <have>(?P<how>split up|split|broke up|broken up|divorced|getting divorced|separated|parted ways|called it quits|not together any ?more|no longer together)<tail>", "{fact}, {how}{tail}"),
    (("family.partner",), r"I <have>(?P<how>broke up with|broken up with|split up with|split from|separated from|divorced|left|dumped) <x><tail>", "{fact}, split up{tail}"),
    (("family.partner",), r"<x> <has>(?P<how>left|dumped|divorced|broke up with) me<tail>", "{fact}, split up{tail}"),
    (("family.partner",), r"(?:he|she|they) <has>(?P<how>proposed|popped the question)(?: to me)?<tail>", "{fact}, engaged{tail}"),
    (("family.partner",), r"<x> <has>(?P<how>proposed|popped the question)(?: to me)?(?P<tail>(?: (?:on|in|at) [\w' ]{3,20})?(?: and I said yes)?)", "engaged to {fact}"),
    (("family.partner",), r"<x> and I <have>(?P<how>engaged|married)<tail>", "{fact}, {how}{tail}"),
    (("family.partner",), r"(?:I|we) <have>(?P<how>engaged|married)<tail>", "{fact}, {how}{tail}"),
    # Work and study.
    (("work.occupation",), r"I no longer work (?:at|for|as|in) <x><tail>", "was {fact}, no longer{tail}"),
    (("work.occupation",), r"I do not work (?:at|for|as|in) <x> (?:any ?more|any longer)<tail>", "was {fact}, no longer{tail}"),
    (("education.",), r"I <have>(?P<how>switched|changed|transferred) from <x> to (?P<tail>[\w' ]{3,30})", "{fact}, {how} to {tail}"),
    (("education.",), r"I <have>(?P<how>graduated|finished (?:school|university|college|uni|my degree))<tail>", "{fact}, {how}{tail}"),
    (("work.occupation",), r"I <have>(?P<how>quit|left|resigned from|retired from|walked out of|fired from|sacked from|laid off from|let go from|given up|gave up|handed in my (?:notice|badge|keys|resignation) at) <x><tail>", "was {fact}, {how} it{tail}"),
    (("work.occupation",), r"I <have>(?P<how>quit|resigned|retired|fired|sacked|laid off|let go|made redundant|lost my job|quit my job|left my job|given up my job|gave up my job|resigned from my job|handed in my (?:notice|resignation)|unemployed|out of work|the sack)(?: from <x>)?<tail>", "was {fact}, {how}{tail}"),
    (("work.occupation",), r"they <have>(?P<how>let me go|fired me|laid me off|sacked me|made me redundant)<tail>", "was {fact}, {how}{tail}"),
    (("work.occupation",), r"(?:I )?(?P<how>got the sack)(?: from [\w' ]+)?<tail>", "was {fact}, {how}{tail}"),
    (("education.",), r"I <have>(?P<how>dropped out of|dropped|quit|left|given up|gave up|graduated from|graduated in|finished|stopped studying) <x>(?P<tail>(?:,? <when>){0,2}(?:, switching to [\w' ]{3,40})?)", "{fact}, {how} it{tail}"),
    # Towns.
    (("home.city",), r"I do not live in <x> (?:any ?more|any longer)<tail>", "lived in {fact}, no longer{tail}"),
    (("home.city",), r"I no longer live in <x><tail>", "lived in {fact}, no longer{tail}"),
    (("home.city",), r"I <have>(?:left|moved (?:away )?from) <x> (?P<tail>for good|last (?:week|month|year)|in (?:\w+ )?[A-Z0-9]\w+|on the \w+)", "lived in {fact}, left {tail}"),
    # Things owned.
    (("belongings.",), r"I <have>(?P<how>sold|traded in|gave away|given away|donated|scrapped|lost|crashed|wrote off|written off|totalled|got rid of|gotten rid of|binned|threw out|thrown out|broke|broken|smashed|returned|sold off) <x>(?P<tail>(?:,? <when>){0,2}(?: and (?:got|bought) [\w' -]{3,30})?)", "had {fact}, {how}{tail}"),
    (("belongings.",), r"I <have>traded <x> in(?: for [\w' -]{3,30})?", "had {fact}, traded in"),
    (("belongings.",), r"(?:someone|somebody|they|thieves) <has>(?:stole|took|nicked) <x><tail>", "had {fact}, stolen{tail}"),
    (("belongings.",), r"<x> <has>(?P<how>stolen|nicked|sold|scrapped|died|dead|broke down|broken down|broke|broken|failed its mot|given up the ghost|gave up the ghost|written off|totalled|gone)(?: for good)?<tail>", "had {fact}, {how}{tail}"),
    # What is liked no more, given up, cut down.
    (("likes.",), r"I <have>(?P<how>gone (?:right |completely |totally |really |a bit )?off|went off|given up(?: on)?|gave up(?: on)?|quit|stopped|over|done with|sick of|tired of|bored (?:of|with)|fed up with|lost interest in|fallen out of love with|cannot stand|no longer into) (?:<doing> )?<x>(?: any ?more| any longer)?<tail>", "{past}, {how} it{tail}"),
    (("likes.",), r"I (?:do not|can ?not|no longer|will never|never) (?:really )?(?:<do>|stand|bear|care for) <x> (?:any ?more|any longer|again)<tail>", "{past}, no longer{tail}"),
    (("likes.",), r"I <have>(?P<how>had enough of|uninstalled|not feeling|not into) <x>(?: any ?more| any longer| these days| lately)*<tail>", "{past}, no longer{tail}"),
    (("home.dwelling",), r"I <have>(?P<how>moved out of|left|sold) <x><tail>", "{fact} before, {how} it{tail}"),
    (("likes.",), r"I used to <do> <x>(?: but not any ?more)?", "{past}, no longer"),
    (("likes.",), r"I have not (?:played|watched|read|done|eaten|drunk|listened to|been to|practised|practiced) <x> (?P<tail>(?:in|for) (?:years|ages|months|a long time|\w+ (?:years|months)))", "{past}, not {tail}"),
    (("likes.",), r"I no longer <do> <x><tail>", "{past}, no longer{tail}"),
    (("likes.",), r"my \w+ can ?not (?:do|take|handle|stand) <x> (?:any ?more|any longer)<tail>", "{past}, no longer{tail}"),
    (("likes.",), r"(?:after [\w ]+ )?I never want to (?:see|eat|hear|play|watch|touch|drink) (?:another )?<x>(?: again)?<tail>(?: after [\w ]+)?", "{past}, no longer"),
    (("likes.",), r"<x> (?:is|are) (?:so |totally )?over", "{past}, over"),
    (("diet.", "routines."), r"I <have>(?P<how>quit|stopped|given up|gave up|cut out|dropped|off) (?:<doing> )?<x>(?: any ?more)?<tail>", "{past}, stopped{tail}"),
    (("diet.", "routines."), r"I (?:do not|no longer) (?:<do> )?<x>(?: any ?more| any longer)<tail>", "{past}, no longer{tail}"),
    (("diet.", "beliefs.", "personality.", "work.occupation"), r"I am no longer <x><tail>", "was {fact}, no longer{tail}"),
    (("diet.", "beliefs.", "personality.", "work.occupation"), r"I am not <x> (?:any ?more|any longer)<tail>", "was {fact}, no longer{tail}"),
    (("beliefs.",), r"I (?:would|do) not call myself <x>(?: any ?more| any longer)<tail>", "was {fact}, no longer{tail}"),
    (("routines.",), r"I <have>(?P<how>cut|reduced|upped|increased) <x> (?P<tail>(?:down |back )?to [\w ]{3,24})", "{past}, now {tail}"),
    # The body.
    (("health.conditions",), r"<x> <has>(?P<how>healed|gone|cured|cleared up|recovered|in remission|mended|better)<tail>", "{fact}, {how}{tail}"),
    (("health.conditions",), r"<x> <has>(?P<how>fine|ok|okay|normal|back to normal|as good as new) (?:now|again)", "{fact}, {how} again"),
    (("health.conditions",), r"I (?:do not|no longer) (?:get|have|suffer from) <x> (?:any ?more|any longer)<tail>", "{fact}, no longer{tail}"),
    (("health.conditions",), r"I <have>(?P<how>recovered from|over|got over|gotten over|beaten|beat|cured of|free of) <x><tail>", "{fact}, recovered{tail}"),
    (("health.medication",), r"I <have>(?P<how>off|come off|came off|stopped(?: taking)?|quit|given up) <x><tail>", "{past}, stopped{tail}"),
    (("health.medication",), r"(?:the |my )?(?:doctor|gp|psychiatrist|consultant|they)(?:'s| has| have|s)? (?:taken|took) me off <x><tail>", "{past}, stopped{tail}"),
    (("health.medication",), r"I (?:do not|no longer) take <x>(?: any ?more| any longer)?<tail>", "{past}, stopped{tail}"),
    (("health.medication",), r"dose (?:of <x> )?<has>(?P<how>went|gone|increased|raised|reduced|lowered|upped) (?P<tail>(?:up |down )?to [\w.]+(?: mg)?)[\w ]*", "{fact}, dose {how} {tail}"),
    # Money.
    (("finance.",), r"I <have>(?P<how>paid off|cleared|paid back|finished paying(?: off)?) <x><tail>", "{fact}, paid off{tail}"),
    (("finance.",), r"<x> <has>(?P<how>paid off|cleared|paid back)<tail>", "{fact}, paid off{tail}"),
    # Plans and works.
    (("goals.plans",), r"(?:they |I |we )?(?:have )?(?:moved|rescheduled|postponed|pushed|changed|shifted|brought forward) <x> (?P<tail>(?:to|until|till) .{3,30})", "{fact}, moved {tail}"),
    (("goals.plans",), r"<x> <has>(?:moved|rescheduled|postponed|pushed|pushed back|changed|shifted) (?P<tail>(?:to|until|till) .{3,30})", "{fact}, moved {tail}"),
    (("goals.longterm",), r"I <have>(?P<how>finished|completed|ran|passed|reached|achieved|did|published|won|got into) <x><tail>", "{fact}, {how} it{tail}"),
    (("work.projects",), r"I <have>(?P<how>finished|completed|launched|shipped|submitted|published|handed in|wrapped up) <x><tail>", "{fact}, {how} it{tail}"),
    (("work.projects",), r"<x> <has>(?P<how>done|finished|complete|launched|shipped|submitted|published)<tail>", "{fact}, {how}{tail}"),
)  # fmt: skip

_DENIED = (
    (("goals.", "events."), r"<x> <has>(?:cancel+ed|called off|off|not happening)(?:, .{0,40})?"),
    (("goals.",), r"(?:I )?(?:have )?(?:cancel+ed|called off|(?:am )?not going (?:to|on)|am no longer going (?:to|on)|given up on|gave up on|dropped) <x>(?: (?:on|in) [\w ]{3,20}?)?(?: (?:any ?more|now|after all))*"),
    (("work.projects",), r"I (?:have )?(?:binned|scrapped|abandoned|dropped|cancel+ed|shelved|gave up on|given up on) <x>(?:,? .{0,30})?"),
    (("work.projects",), r"I am (?:not|no longer) (?:building|writing|making|working on|doing|planning) <x>(?: any ?more| any longer)?"),
    (("belongings.", "pets.", "family.children", "family.partner", "health.conditions", "education.", "finance."), r"I (?:do not|have never|never|did not)(?: actually| even| ever)? (?:have|had|own|owned|got)(?: got)? (?:a |an |any )?(?!(?:much|many|enough|time|the time|idea)\b)<x>(?: any ?more| at all)?"),
    (("belongings.", "pets.", "family.children", "family.partner", "health.conditions", "education.", "finance."), r"I have (?:not got|not (?=an? |any )|no\b|never had|never owned) ?(?:a |an |any )?(?!(?:much|many|enough|time|the time|idea)\b)<x>(?: any ?more| at all)?"),
    (("health.allergies",), r"I am (?:not|no longer)(?: actually| really)? allergic to <x>(?: (?:after all|any ?more|or anything else|at all))*"),
    (("health.medication",), r"I (?:was never|am not|have never been|was not) on <x>"),
    (("health.medication",), r"I (?:do not|never|have never) (?:take|took|taken) <x>"),
    (("diet.", "beliefs.", "work.occupation", "identity.origin", "personality."), r"I am not (?:a |an |from |really )*<x>(?: at all)?"),
    (("family.partner",), r"I am not (?P<x>married|engaged)(?: to [\w ]+)?"),
    (("social.", "family."), r"<x> is not my (?P<kin>\w+)"),
    (("routines.", "likes.", "diet."), r"I (?:do not|never) (?:actually |really |even )?(?:<do>|go|run|swim|cycle|work out) (?:to )?<x>(?: at all)?"),
    (("dislikes.",), r"I (?:have nothing against|do not (?:mind|dislike|hate)|never said I (?:dislike|hate|do not like)|actually (?:like|love)|like|love) <x>"),
    (("likes.",), r"I never said I (?:like|love|enjoy|play)d? <x>"),
)  # fmt: skip

_ALL = {"tail": _TAIL, **_PARTS}
CHANGES: tuple[Change, ...] = tuple(changing(paths, pattern, value, _ALL) for paths, pattern, value in _ROWS)
DENIALS: tuple[Change, ...] = tuple(changing(paths, pattern, None, _ALL) for paths, pattern in _DENIED)
