"""Drift over rounds as a sheet of curves, and what its series are called in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from duramen.domain.trace import Drift
from duramen.draw.curves import Panel, sheet_svg

GROUPS: Mapping[str, Mapping[str, str]] = {
    "tree": {"en": "The tree", "zh": "画像树"},
    "age": {"en": "How old what was shown is", "zh": "所示证据的时间距离"},
    "weights": {"en": "Weight by time, and the best score", "zh": "时间权重与最高得分"},
    "paths": {"en": "Where what was shown comes from, as shares", "zh": "所示内容的来源占比"},
    "components": {"en": "What the scores of what was shown are made of, as shares", "zh": "所示内容得分的构成占比"},
    "protocol": {"en": "How the protocol was kept, as shares of rounds", "zh": "协议遵守情况（占轮次比例）"},
    "analysis": {"en": "Length of the analysis, in characters", "zh": "分析长度（字符）"},
}
"""What each group of series is called, by language."""

SERIES: Mapping[str, Mapping[str, str]] = {
    "leaves": {"en": "leaves", "zh": "叶子数"},
    "operations": {"en": "operations a round", "zh": "每轮操作数"},
    "ended": {"en": "leaves ended a round", "zh": "每轮终止的叶子"},
    "changed_share": {"en": "changed share", "zh": "变动占比"},
    "age_hours": {"en": "age in hours", "zh": "距今小时"},
    "age_rounds": {"en": "age in rounds", "zh": "距今轮次"},
    "time_weight": {"en": "mean weight by time", "zh": "平均时间权重"},
    "top_score": {"en": "top score", "zh": "最高得分"},
    "experience": {"en": "experience", "zh": "经历"},
    "knowledge": {"en": "knowledge", "zh": "知识"},
    "profile": {"en": "profile", "zh": "画像"},
    "dense": {"en": "meaning", "zh": "语义"},
    "lexical": {"en": "words", "zh": "词语"},
    "bias": {"en": "biases", "zh": "加减分"},
    "feedback": {"en": "feedback", "zh": "反馈"},
    "tags_share": {"en": "with tags", "zh": "有标签"},
    "repaired_share": {"en": "repaired", "zh": "经修补"},
    "marked_share": {"en": "marked", "zh": "被标记"},
    "analysis_chars": {"en": "characters", "zh": "字符"},
}
"""What each series is called, by language."""

# Each panel: its group, and the series that share an axis there; ranges that are shares end at 0 and 1.
_PANELS: tuple[tuple[str, tuple[str, ...], tuple[float, float] | None], ...] = (
    ("tree", ("leaves",), None),
    ("tree", ("operations", "ended"), None),
    ("tree", ("changed_share",), (0.0, 1.0)),
    ("age", ("age_hours",), None),
    ("age", ("age_rounds",), None),
    ("weights", ("time_weight", "top_score"), (0.0, 1.0)),
    ("paths", ("experience", "knowledge", "profile"), (0.0, 1.0)),
    ("components", ("dense", "lexical", "bias", "feedback"), (0.0, 1.0)),
    ("protocol", ("tags_share", "repaired_share", "marked_share"), (0.0, 1.0)),
    ("analysis", ("analysis_chars",), None),
)


def drift_svg(drift: Drift) -> str:
    """Draw how tree, weights and protocol moved over rounds; return the SVG document."""
    language = "zh" if drift.language == "zh" else "en"
    groups = {group.key: group for group in drift.groups}
    label = {"en": f"round (means over {drift.rolling})", "zh": f"轮次（{drift.rolling} 轮滑动平均）"}[language]
    panels = []
    for key, names, y_range in _PANELS:
        group = groups[key]
        panels.append(
            Panel(
                title=GROUPS[key][language],
                x_label=label,
                y_label=", ".join(SERIES[name][language] for name in names),
                y_range=y_range or (0.0, 0.0),
                series={SERIES[name][language]: list(zip(group.at, group.series[name], strict=True)) for name in names},
            )
        )
    whose = " · ".join(filter(None, (drift.person, drift.session)))
    return sheet_svg(panels, {"en": f"Drift of {whose}", "zh": f"{whose} 的漂移"}[language])
