"""Sentences that stand in for the novels in the tests of the speed benchmark."""

LINES = [
    f"{who}在{where}{what}，{when}才回来。"
    for who in "甲乙丙丁"
    for where in ("桥上", "茶馆", "院里")
    for what in ("下棋", "说话", "看花", "写信")
    for when in ("天黑", "第二天", "过了三天")
]
