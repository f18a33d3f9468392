"""The words of the analysis in both languages, in one place: written by `render`, read by `reading`.

In: nothing. Out: two tables from `Need` and `Verdict` to the word that is written, and two from every word that is
understood (lower case, NFKC) to its value. Readers accept more words than writers use, because models do.
"""

from __future__ import annotations

from duramen.domain.reply import Need, Verdict

NEED_WORDS: dict[str, dict[Need, str]] = {
    "en": {need: need.value for need in Need},
    "zh": {
        Need.PROFILE: "画像",
        Need.KNOWLEDGE: "知识",
        Need.EXPERIENCE: "经历",
        Need.SEVERAL: "多种",
        Need.NONE: "无",
        Need.UNSTATED: "未说明",
    },
}
VERDICT_WORDS: dict[str, dict[Verdict, str]] = {
    "en": {verdict: verdict.value for verdict in Verdict},
    "zh": {
        Verdict.SUPPORTS: "支持",
        Verdict.CONTRADICTS: "矛盾",
        Verdict.OUTDATED: "过时",
        Verdict.IRRELEVANT: "无关",
    },
}

NEEDS_READ: dict[str, Need] = {
    **{word: need for words in NEED_WORDS.values() for need, word in words.items()},
    "persona": Need.PROFILE,
    "用户画像": Need.PROFILE,
    "人物画像": Need.PROFILE,
    "档案": Need.PROFILE,
    "facts": Need.KNOWLEDGE,
    "documents": Need.KNOWLEDGE,
    "知識": Need.KNOWLEDGE,
    "文档": Need.KNOWLEDGE,
    "dialogue": Need.EXPERIENCE,
    "memory": Need.EXPERIENCE,
    "經歷": Need.EXPERIENCE,
    "经验": Need.EXPERIENCE,
    "對話": Need.EXPERIENCE,
    "对话": Need.EXPERIENCE,
    "记忆": Need.EXPERIENCE,
    "multiple": Need.SEVERAL,
    "both": Need.SEVERAL,
    "mixed": Need.SEVERAL,
    "多種": Need.SEVERAL,
    "nothing": Need.NONE,
    "無": Need.NONE,
    "没有": Need.NONE,
    "不需要": Need.NONE,
}
VERDICTS_READ: dict[str, Verdict] = {
    **{word: verdict for words in VERDICT_WORDS.values() for verdict, word in words.items()},
    "support": Verdict.SUPPORTS,
    "supported": Verdict.SUPPORTS,
    "supporting": Verdict.SUPPORTS,
    "relevant": Verdict.SUPPORTS,
    "confirms": Verdict.SUPPORTS,
    "相关": Verdict.SUPPORTS,
    "contradict": Verdict.CONTRADICTS,
    "contradicted": Verdict.CONTRADICTS,
    "contradictory": Verdict.CONTRADICTS,
    "conflicts": Verdict.CONTRADICTS,
    "反对": Verdict.CONTRADICTS,
    "冲突": Verdict.CONTRADICTS,
    "superseded": Verdict.OUTDATED,
    "obsolete": Verdict.OUTDATED,
    "expired": Verdict.OUTDATED,
    "stale": Verdict.OUTDATED,
    "過時": Verdict.OUTDATED,
    "过期": Verdict.OUTDATED,
    "unrelated": Verdict.IRRELEVANT,
    "not relevant": Verdict.IRRELEVANT,
    "not support": Verdict.IRRELEVANT,
    "n't support": Verdict.IRRELEVANT,
    "not supported": Verdict.IRRELEVANT,
    "不支持": Verdict.IRRELEVANT,
    "无法支持": Verdict.IRRELEVANT,
    "未过时": Verdict.SUPPORTS,
    "没有过时": Verdict.SUPPORTS,
    "not outdated": Verdict.SUPPORTS,
    "不矛盾": Verdict.SUPPORTS,
    "not contradict": Verdict.SUPPORTS,
    "n't contradict": Verdict.SUPPORTS,
    "無關": Verdict.IRRELEVANT,
    "不相关": Verdict.IRRELEVANT,
}
