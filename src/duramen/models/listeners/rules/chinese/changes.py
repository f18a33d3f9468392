"""How Chinese tells that something held has ended, changed or was never so: data only.

Each row is a pattern searched in one clause that names the fact held, or, where `bare` says so, in one that need not
name it. A value is a format of the fact and of the rest of the clause.
"""

from __future__ import annotations

import re

from duramen.models.listeners.rules.findings import Change, changing

_ROWS = (
    (("pets.",), r"(?:走了|没了|去世|死了|不在了|去了?[汪喵]星|安乐死|走丢|跑丢|跑了|飞走|丢了(?![个一])|送人|送走)", "{fact}，{rest}"),
    (("pets.",), r"(?:生了|下崽|怀了|怀孕|绝育|满?[\d一二三四五六七八九十]+岁了)", "{fact}，{rest}"),
    (("family.parents",), r"(?:(?:奶奶|爷爷|外公|外婆|姥姥|姥爷|上|去年|前|号|昨|凌晨)[^，]{0,8}走了|没了|去世|过世|离世|不在了|退休|住院|出院)", "{fact}，{rest}"),
    (("family.", "social."), r"(?:去世|过世|离世|病逝|结婚|领证|订婚|离婚|怀孕|怀上|怀了|生了|退伍|退休|毕业|考上|考研|升职|升了|调走|调到|辞职|离职|跳槽|搬(?:到|去|走|回)|住院|出院|出国|回国|去[^，]{2,4}(?:工作|上班|读书|留学|上学|当兵)了|转学|转行|当上|开了[^，]{1,6}店|[上读](?:幼儿园|小学|初中|高中|大学)了|升[^，]{0,3}(?:班|年级|初[一二三中]|高[一二三中])|[\d一二三四五六七八九十]+岁了)", "{fact}，{rest}"),
    (("family.partner",), r"(?:分手|分了|离婚|离了|掰了|求婚|复合)", "{fact}，{rest}"),
    (("work.occupation",), r"(?:辞职|辞了|离职|被[^，]{0,6}裁|裁了|开除|优化了|退休|跳槽|转岗|转行|转内勤|转做|[是当做][^，]{1,8}(?:员|师|主管|经理|组长|店长|总监|助理)了?$|调岗|失业|下岗|不干了|不当了|不在[^，]{1,8}(?:干|做|上班)了|不(?:再)?(?:当|做|干)[^，]{1,6}了|不做了|不带了)", "以前{fact}，{rest}"),
    (("education.",), r"(?:退学|毕业了|不(?:学|读|念)了|转专业|休学|肄业|退了学)", "{fact}，{rest}"),
    (("home.city",), r"(?:不在|不住)[^，]{1,8}了|离开[^，]{1,8}了", "以前{fact}，{rest}"),
    (("belongings.",), r"(?:卖了|卖掉|出掉|出了|偷了|被偷|偷走|丢了(?![个一])|弄丢|报废|坏了|坏掉|摔坏|送(?:给)?[^，]{1,4}了|送人|送走|处理掉|退了)", "以前有{fact}，{rest}"),
    (("likes.", "diet.", "routines.", "health.medication"), r"(?:戒了|戒掉|停了|停掉|卸了|卸载|封拍|退坑|退了|放弃|扔下|放下|断了|(?:把[^，]{1,8})(?:戒|停|卸)了?|(?:戒|停|弃)了?[^，]{1,6}$)", "以前{fact}，{rest}"),
    (("likes.", "diet.", "routines.", "health.medication"), r"不(?:再|怎么)?(?:爱|喜欢|想|敢|能)?(?:再)?(?:喝|吃|打|玩|看|听|跑|练|去|学|碰|追|抽|弹|画|写|用|服|刷)?[^，不]{0,6}了$", "以前{fact}，{rest}"),
    (("likes.", "diet."), r"(?:再也不|不想再|不再)(?:爱|喜欢|喝|吃|打|玩|看|听|跑|练|去|学|碰|追)", "以前{fact}，{rest}"),
    (("routines.",), r"(?:减到|加到|改到|改成|调到|换成)[^，]{1,10}", "以前{fact}，{rest}"),
    (("diet.", "likes."), r"改(?:喝|吃|玩|看|听|打|练|学)[^，]{1,8}", "以前{fact}，{rest}"),
    (("health.conditions",), r"(?:好了|痊愈|没再犯|不再犯|长好|康复|治好|愈合|消了|拆线|拆了?石膏|石膏[^，]{0,4}拆)", "{fact}，{rest}"),
    (("health.medication",), r"(?:换了|换成|加到|减到|停了)", "{fact}，{rest}"),
    (("finance.",), r"(?:还清|还完|结清)了?", "以前{fact}，{rest}"),
    (("goals.plans",), r"(?:推迟|改|提前|延期?|挪|推)到[^，]{2,14}", "{fact}，{rest}"),
    (("goals.longterm",), r"(?:考上|达成|实现|完成|做到|买到|拿到|跑完|到手|搞定)", "{fact}，{rest}"),
    (("work.projects",), r"(?:(?:做|写|弄|搞|拍|画|改)完|完成|交了|交稿|上线|验收|发布|出版|发表|上架|播出|收工|盲审过|杀青)", "{fact}，{rest}"),
)  # fmt: skip

_DENIED = (
    (("goals.", "events."), r"取消(?:了|吧|掉)?$|去不成|去不了|泡汤|黄了|不去了|不办了|作罢|算了$|不想[^，]{1,4}了"),
    (("work.projects",), r"不做了|不写了|不搞了|黄了|砍了|停了|放弃"),
    (("belongings.", "pets.", "family.children", "family.partner", "education.", "finance.", "health."), r"(?:我|俺|咱)[^，]{0,4}(?:没有(?:养|买|生|欠|得|学|读|跟|和|结|长期吃)?(?!时间|空|办法|法|事)|没(?:养|买|生|欠|得|学|读|跟|和|结)|从没)"),
    (("health.allergies",), r"(?:对[^，]{1,10}|我)(?:并|根本|其实|压根)*不过敏"),
    (("work.occupation", "identity.origin", "diet.", "beliefs.", "personality."), r"^(?:其实)?(?:我|俺)(?:根本|压根|并|可|现在)?不(?:是|信|当|吃|算)"),
    (("likes.", "routines."), r"^(?:我|俺)?(?:自己|从来|根本|压根|并|可|其实)*(?:不|没)(?:爱|喜欢|打|玩|看|听|跑|练|学|追)"),
    (("dislikes.",), r"谁说我(?:不|讨厌|怕)|我(?:挺|很|可|也|其实)*(?:爱|喜欢)"),
)  # fmt: skip

CHANGES: tuple[Change, ...] = tuple(changing(paths, pattern, value, {}) for paths, pattern, value in _ROWS)
DENIALS: tuple[Change, ...] = tuple(changing(paths, pattern, None, {}) for paths, pattern in _DENIED)

# Clauses that end something without naming it: the person is their subject, or nobody is.
BARE = {
    "education.background": re.compile(r"^我?(?:[^，他她]{0,4})(?:退学|毕业|转专业|休学)了"),
    "goals.plans": re.compile(
        r"^(?:主办方|他们|学校|医院|公司|那边|航空公司)?(?:又|给)?(?:推迟|改|延期?|提前|挪)到\d+[月号日]"
    ),
    "finance.situation": re.compile(r"^(?:我)?(?:[^，他她]{0,8})(?:还清|结清)了?"),
    "health.allergies": re.compile(r"^(?:其实)?我(?:并|根本|压根)不过敏"),
    "family.partner": re.compile(r"^(?:我们|我俩|咱俩|俺俩)?(?:上?[^，他她]{0,5})?(?:分手|离婚|领证|订婚|结婚)了"),
    "work.occupation": re.compile(
        r"^(?:我|俺)?(?:上个?月|上周|昨天|今天|前天|刚|已经|终于|正式|去年|今年|\d+月份?)*(?:辞职|离职|失业|下岗|退休|被裁|被优化|跳槽)了?|^(?:我|俺)(?:已经|现在)*转(?:内勤|岗|行|做)|^(?:我|俺)?(?:现在|如今|\d+月\d+[号日]起?)(?:是|当|做)(?:正式)?[^，]{1,8}(?:员|师|主管|经理|组长|店长|总监|助理)了?$"
    ),
}
