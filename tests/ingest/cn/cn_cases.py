"""The samples of Chinese texts: files, and Word and PDF files made for the tests."""

from __future__ import annotations

from pathlib import Path

import cn_making as making

SAMPLES = Path(__file__).parent / "samples"
_LAW = [
    "中华人民共和国演示复议法",
    "（1999年4月29日第九届全国人民代表大会常务委员会第九次会议通过）",
    "目录",
    "第一章　总则",
    "第二章　附则",
    "第一章　总则",
    "第一条　为了检验程序，制定本法。",
    "第二条　有下列情形之一的，可以申请复议：",
    "（一）对处罚不服的；",
    "（二）对许可不服的。",
    "前款所列情形不含规章。",
    "第二章　附则",
    "第三条　本法自2024年1月1日起施行。",
]
_PRINTED = [
    [
        (800.0, "中华人民共和国演示许可法"),
        (773.0, "（2003年8月27日第十届全国人民代表大会常务委员会第四次会议通过）"),
        (746.0, "第一条 为了规范演示许可的设定和实施，保护公民、法人和其他组织的合法权益，维护公共利"),
        (730.0, "益，制定本法。"),
        (703.0, "第二条 法律、法规授权的组织在法定授权范围内，以自己的名义实施演示许可，并且承担责任。"),
        (687.0, "被授权的组织适用本法有关行政机关的规定。"),
        (660.0, "设定演示许可应当公开。"),
        (633.0, "（一）应当遵循经济规律和社会规律，有利于发挥公民、法人和其他组织的积极性和主动性以及"),
        (617.0, "创造性；"),
        (590.0, "（二）应当有利于促进经济、社会和环境协调发展，并且符合法定的权限和范围以及条件和程"),
        (574.0, "序。"),
        (547.0, "第三条 演示许可的实施和结果，除涉及国家秘密、商业秘密或者个人隐私的外，应当公开，符"),
        (531.0, "合法定条件的，申请人有依法取得演示许可的平等权利，行政机关不得歧视，也不得拖延。第十"),
    ],
    [
        (800.0, "四条的规定除外。"),
        (773.0, "第四条 本法自2004年7月1日起施行。"),
    ],
]


def cases() -> dict[str, bytes]:
    """All samples by name: files, and Word and PDF files made by the test."""
    files = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir()) if not path.name.endswith(".expected.json")}
    html = "<html><body>" + "".join(f"<p>{line}</p>" for line in _LAW) + "</body></html>"
    files["alt-chunk.docx"] = making.docx_alt_chunk(html)
    files["paragraphs-and-table.docx"] = making.docx(_LAW, [["序号", "演示名称"], ["1", "演示甲"]])
    files["piece-table.doc"] = making.doc("\r".join(_LAW) + "\r\x13PAGE \x141\x15\r")
    files["printed.pdf"] = making.pdf(_PRINTED)
    return files
