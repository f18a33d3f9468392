"""Words that say little about what a text is about, in both languages; as terms (see `duramen.text.segment`)."""

from __future__ import annotations

from collections.abc import Iterable

from duramen.text.segment import terms

_ENGLISH = """
a an the and or but if then so of to in on at by for with from as into about than that this these those it its
i me my mine we us our ours you your yours he him his she her hers they them their theirs
is are was were be been being am do does did doing done have has had having will would shall should can could may
might must not no nor there here what which who whom whose when where why how just very really too also
im ive id ill youre youve were thats dont didnt doesnt isnt don didn doesn isn ll ve re
"""
_CHINESE = """
的 了 是 我 你 您 他 她 它 们 我们 你们 他们 她们 在 也 都 就 和 与 吗 呢 吧 啊 哦 哇 呀 嘛 这 那 有 很 一 个 一个 不 啦 着
过 得 地 会 说 要 上 到 去 被 把 还 让 对 好 真 太 什么 怎么 怎样 为什么 哪 哪里 谁 几 多少 吗 这个 那个 之 其 及 或 而
"""
STOP_WORDS = frozenset(term for word in (_ENGLISH + _CHINESE).split() for term in (*terms(word), word))


def content_terms(words: Iterable[str]) -> list[str]:
    """Return the terms that are no stop words, in order; all of them when nothing else is left."""
    listed = list(words)
    kept = [word for word in listed if word not in STOP_WORDS]
    return kept or listed
