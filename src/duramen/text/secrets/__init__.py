"""Secrets in text (C13): keys, tokens, passwords, payment cards and identity numbers, found by shape and checksum."""

from duramen.text.secrets.found import KINDS, Secret, said
from duramen.text.secrets.masking import Masked, find_secrets, mask, told

__all__ = ["KINDS", "Masked", "Secret", "find_secrets", "mask", "said", "told"]
