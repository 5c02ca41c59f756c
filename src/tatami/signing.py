"""Signatures of records: Ed25519 keys of a server, in hexadecimal.

What is signed is a short text that names its purpose and the hash of a record, so that a signature
is good for nothing else.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES: Final = 32


def public_key(private: str) -> str:
    """The key that a server publishes, from the one that it keeps."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
    return key.public_key().public_bytes_raw().hex()


def signed_text(record_hash: str) -> bytes:
    """What is signed."""
    return f"tatami record 2\nhash: {record_hash}\n".encode()


def sign(private: str, record_hash: str) -> str:
    """The signature of a record, by its hash."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
    return key.sign(signed_text(record_hash)).hex()


def is_signed(public: str, record_hash: str, signature: str) -> bool:
    """Whether the server of this key signed the record with this hash."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), signed_text(record_hash))
    except (ValueError, InvalidSignature):
        return False
    return True
