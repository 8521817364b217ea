"""The certificate by which clients know this server, for ``wss://`` addresses."""

from __future__ import annotations

import ssl
from pathlib import Path


class CertificateError(Exception):
    """The certificate or its key cannot be used; the text says why in one line."""


def server_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Return how to speak TLS with a certificate; without ``key`` its file holds the key too.

    Raises:
        CertificateError: a file cannot be read or is not what it should be.
    """
    for path in (certificate, key or certificate):
        try:
            path.read_bytes()
        except OSError as error:
            raise CertificateError(f"cannot read {path}: {error.strerror}") from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # Nobody is there to type the password of a key.
        context.load_cert_chain(certificate, key, password=_no_password)
    except _Encrypted:
        reason = f"the key in {key or certificate} is protected by a password; give it without"
        raise CertificateError(reason) from None
    except ssl.SSLError as error:
        raise CertificateError(_explain(error, certificate, key)) from error
    return context


class _Encrypted(Exception):
    pass


def _no_password() -> str:
    raise _Encrypted


def _explain(error: ssl.SSLError, certificate: Path, key: Path | None) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"the key in {key or certificate} does not belong to the certificate {certificate}"
    if key is None:
        return f"{certificate} holds no certificate with its key in PEM form; see --tls-key"
    return f"{certificate} and {key} are no certificate and key in PEM form"
