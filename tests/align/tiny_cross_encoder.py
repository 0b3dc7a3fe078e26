"""NLI cross-encoders for tests: a BERT of one layer, untrained, or that learned a few pairs by heart in a second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

CLASSES = ("entailment", "neutral", "contradiction")
WORDS = "[PAD] [UNK] [CLS] [SEP] records must be kept not for years labels are blue".split()
_STEPS = 150


def write_tokenizer(folder: Path, longest: int | None, words: Sequence[str] = WORDS) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: PLC0415
    from transformers import PreTrainedTokenizerFast  # noqa: PLC0415

    made = Tokenizer(models.WordLevel({word: at for at, word in enumerate(words)}, "[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    more = {} if longest is None else {"model_max_length": longest}
    given = ["input_ids", "token_type_ids", "attention_mask"]
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, model_input_names=given, **names, **more)
    tokenizer.save_pretrained(folder)
    return tokenizer


def write_model(folder: Path, classes: Sequence[str] = CLASSES, says: str = "", longest: int | None = 64) -> Path:
    """A network that reads 64 tokens; with `says` it gives that class whatever it reads."""
    import torch  # noqa: PLC0415

    network = _network(classes, len(WORDS), 1.0)
    if says:
        with torch.no_grad():
            network.classifier.weight.zero_()
            network.classifier.bias.copy_(torch.tensor([9.0 if name == says else 0.0 for name in classes]))
    network.save_pretrained(folder)
    write_tokenizer(folder, longest)
    return folder


def write_taught_model(folder: Path, pairs: Sequence[tuple[str, str, str]]) -> Path:
    """A network that learned (premise, hypothesis, class) by heart."""
    import torch  # noqa: PLC0415
    from tokenizers import pre_tokenizers  # noqa: PLC0415

    cut = pre_tokenizers.Whitespace().pre_tokenize_str
    words = dict.fromkeys([*WORDS, *(word for pair in pairs for text in pair[:2] for word, _ in cut(text))])
    tokenizer = write_tokenizer(folder, 64, list(words))
    network = _network(CLASSES, len(words), 0.2)
    encoded = tokenizer([p for p, _, _ in pairs], [h for _, h, _ in pairs], return_tensors="pt", padding=True)
    wanted = torch.tensor([CLASSES.index(name) for _, _, name in pairs])
    optimizer = torch.optim.Adam(network.parameters(), 5e-3)
    for _ in range(_STEPS):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(network(**encoded).logits, wanted).backward()
        optimizer.step()
    network.save_pretrained(folder)
    return folder


def _network(classes: Sequence[str], words: int, spread: float) -> Any:
    import torch  # noqa: PLC0415
    from transformers import BertConfig, BertForSequenceClassification  # noqa: PLC0415

    torch.manual_seed(7)
    return BertForSequenceClassification(
        BertConfig(
            vocab_size=words,
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            max_position_embeddings=64,
            initializer_range=spread,
            id2label=dict(enumerate(classes)),
            label2id={name: at for at, name in enumerate(classes)},
        )
    ).eval()
