"""Whether the items of a list are acts, each demanded for itself, or contents of one act (CONVENTIONS.md)."""

from __future__ import annotations

import re

from ingest.obligations.zh.draft import Draft

_POINTER = re.compile(r"下列|下述|如下|以下")
_ACTS = re.compile(
    r"(?:履行|承担|遵守|采取|开展|实施|从事|完成|做好|做到|实行|进行|行使|落实|执行|负责|禁止|严禁)(?:以下|下列|下述|如下)"
    r"[^，]{0,12}\Z|\A(?:以下|下列|下述|如下)[^，]{0,8}(?:行为|活动|做法|方式|操作|职责|义务)\Z"  # 禁止 | 下列行为
    r"|(?:有|存在)(?:以下|下列|下述|如下)[^，]{0,8}(?:行为|活动|职责|义务|职权)\Z"
)
_CASES = re.compile(r"(?:情形|行为|情况|条件|事项)之一|的?含义")
"""Lead-ins whose items are cases or definitions: nothing is demanded in them."""
_CONTENTS = re.compile(
    r"符合|满足|具备|包括|包含|载明|提交|说明|列明|标明|注明|考虑|根据|按照|依照|情形|条件|材料|资料|内容|信息"
)


def demands_items(text: str, draft: Draft) -> bool:
    """Whether the lead-in's act is only named by its items: 应当履行下列义务, 不得有下列行为."""
    return named_by_items(draft.modality, text[draft.action.start : draft.action.end])


def named_by_items(modality: str, action: str) -> bool:
    """The same of an act in words."""
    if modality == "SANCTION" or not action:
        return False
    tail = action[-40:]
    tail = tail[tail.rfind("，") + 1 :]
    return bool(_ACTS.search(tail)) and not _CONTENTS.search(tail)


def points_at_items(text: str, draft: Draft) -> bool:
    """Whether the items belong to this obligation of the lead-in: 有下列情形之一的, 包括下列内容."""
    return bool(_POINTER.search(text, draft.start, draft.action.end))


def names_cases(lead_in: str, last: Draft | None) -> bool:
    """Whether the items of a lead-in are cases (下列情形之一), breaches that a sanction names, or definitions."""
    return (last is not None and last.modality == "SANCTION") or bool(_CASES.search(lead_in))
