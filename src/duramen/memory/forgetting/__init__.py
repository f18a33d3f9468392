"""Forget (B20): what a person wants forgotten is found, shown, erased for good, and told with a receipt."""

from duramen.memory.forgetting.finishing import Finished, finish_forgetting
from duramen.memory.forgetting.forget import Receipt, forget, preview_forgetting, read_receipt
from duramen.memory.forgetting.preview import Item, Preview
from duramen.memory.forgetting.wishes import ForgetRequest

__all__ = [
    "Finished",
    "ForgetRequest",
    "Item",
    "Preview",
    "Receipt",
    "finish_forgetting",
    "forget",
    "preview_forgetting",
    "read_receipt",
]
