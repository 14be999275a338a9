"""Secrets of seats and of invitations, and what is kept of them."""

import secrets
from hashlib import sha256

TOKEN_BYTES = 24


def new_secret() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is kept of a secret. It has 192 random bits: a slow hash would add nothing."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
