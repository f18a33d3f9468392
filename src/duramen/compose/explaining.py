"""Saying in both languages why a candidate stayed outside the prompt, and what each component of its score is (A12).

In: a reason or the name of a component, as a record keeps them. Out: a `Why`, or words for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from duramen.domain.trace import Why

# Kind, how the record says it, and how it is said: groups of the pattern stand in the sentences by their numbers.
_REASONS: tuple[tuple[str, str, str, str], ...] = (
    (
        "threshold",
        r"score (\S+) under the threshold of (\S+)",
        "its score of {0} is under the threshold of {1}",
        "得分 {0} 低于门槛 {1}",
    ),
    (
        "same-parent",
        "its parent is there already, by a better child",
        "a better passage of the same part of the document is there already",
        "同一段落中更好的片段已经在内",
    ),
    (
        "beyond-found",
        r"beyond the (\d+) best of its path",
        "it is not among the {0} best that this path passes on",
        "不在本路检索送出的前 {0} 条之内",
    ),
    ("same-words", "same words as another evidence", "another evidence says the same words", "与另一条证据字句相同"),
    ("quotes", "quotes another evidence", "it little more than quotes another evidence", "基本只是引用了另一条证据"),
    (
        "beyond-shown",
        r"beyond the (\d+) best of its source",
        "it is not among the {0} best of its source that a prompt shows",
        "不在提示词展示的该来源前 {0} 条之内",
    ),
    (
        "budget",
        r"over the budget of (\d+) tokens",
        "the budget of {0} tokens was used up",
        "超出 {0} 个词元的预算",
    ),
)

KINDS: Mapping[str, Mapping[str, str]] = {
    "threshold": {"en": "under the threshold", "zh": "低于门槛"},
    "same-parent": {"en": "passage of a part already there", "zh": "所在段落已在内"},
    "beyond-found": {"en": "beyond what the path passes on", "zh": "超出检索送出的条数"},
    "same-words": {"en": "same words as another", "zh": "与另一条字句相同"},
    "quotes": {"en": "only quotes another", "zh": "只是引用另一条"},
    "beyond-shown": {"en": "beyond what a prompt shows", "zh": "超出提示词展示的条数"},
    "budget": {"en": "over the token budget", "zh": "超出词元预算"},
    "other": {"en": "for another reason", "zh": "其他原因"},
}
"""What each kind of reason is called where reasons are counted."""

COMPONENTS: Mapping[str, Mapping[str, str]] = {
    "dense": {"en": "nearness of meaning (cosine), 0 to 1", "zh": "语义相近程度（余弦），0 到 1"},
    "lexical": {
        "en": "shared words (BM25+), as the fusion takes it",
        "zh": "共有词语（BM25+），按融合所用的尺度",
    },
    "fused": {"en": "both together, before anything is added", "zh": "两者融合之后、加分之前"},
    "bias.session": {"en": "added: of the running session", "zh": "加分：属于当前会话"},
    "bias.user": {"en": "added: the person's own record", "zh": "加分：本人的记录"},
    "bias.character": {"en": "added: of the talk with this character", "zh": "加分：与该角色的对话"},
    "bias.names_user": {"en": "added: it names the person", "zh": "加分：提到本人"},
    "bias.names_character": {"en": "added: it names the character", "zh": "加分：提到角色"},
    "bias.source_names_character": {"en": "added: its source names the character", "zh": "加分：来源提到角色"},
    "bias.speaker": {"en": "added: the question names its speaker", "zh": "加分：问题点名了说话人"},
    "bias.asks": {"en": "taken off: it does nothing but ask", "zh": "减分：只是提问"},
    "bias.running": {"en": "taken off: of the running session", "zh": "减分：属于当前会话"},
    "biased": {"en": "with all that was added; held against the threshold", "zh": "加减之后，与门槛比较的得分"},
    "feedback": {"en": "added: words in common with the best finds", "zh": "加分：与最佳结果共有的词语"},
    "log_weight.rounds": {"en": "ageing by rounds, as a logarithm", "zh": "按轮次衰减（对数）"},
    "log_weight.hours": {"en": "ageing by hours, as a logarithm", "zh": "按小时衰减（对数）"},
    "weight.time": {"en": "weight by time, both clocks, 0 to 1", "zh": "时间权重（两种时钟合计），0 到 1"},
    "faded": {"en": "fading since its sitting had shown much already", "zh": "所在会话已展示较多而减弱"},
    "log_score": {"en": "the final score as a logarithm, by which it was ordered", "zh": "最终得分的对数，排序所用"},
    "recent": {"en": "of the last rounds of the running talk, shown anyway", "zh": "当前对话最近几轮，无论如何都展示"},
    "expanded": {"en": "score by expanded queries, weighted by time", "zh": "扩展查询的得分（已按时间加权）"},
}
"""What each component of a score is, in words; others a record may hold are shown by their names."""


def why_left_out(reason: str) -> Why | None:
    """Return a recorded reason in words, None for "" (it entered); one of no known form is told as it was recorded."""
    if not reason:
        return None
    for kind, pattern, english, chinese in _REASONS:
        found = re.fullmatch(pattern, reason)
        if found:
            said = {"en": english.format(*found.groups()), "zh": chinese.format(*found.groups())}
            return Why(kind=kind, label=KINDS[kind], recorded=reason, words=said)
    return Why(kind="other", label=KINDS["other"], recorded=reason, words={"en": reason, "zh": reason})


def component_words(name: str, language: str) -> str:
    """Return what a component of a score is, in words; "" for a name that is not known."""
    return COMPONENTS.get(name, {}).get(language, "")
