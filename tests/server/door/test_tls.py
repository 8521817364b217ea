"""Encrypted connections: made with a certificate, refused in one line without a good one."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage

from levata.protocol.codec import decode_server, encode
from levata.protocol.messages import PROTOCOL_VERSION, Hello, Welcome
from levata_server.app import Server
from levata_server.cli import main
from levata_server.door.tls import CertificateError, server_context
from tests.support.server import config_of, running


class Files:
    """A certificate for this machine in all the ways it may be kept."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        issued = self.authority.issue_cert("127.0.0.1", "localhost")
        other = self.authority.issue_cert("127.0.0.1")
        self.certificate = folder / "cert.pem"
        self.key = folder / "key.pem"
        self.both = folder / "both.pem"
        self.other_key = folder / "other.pem"
        self.locked_key = folder / "locked.pem"
        self.noise = folder / "noise.pem"
        self.folder = folder
        issued.cert_chain_pems[0].write_to_path(str(self.certificate))
        issued.private_key_pem.write_to_path(str(self.key))
        issued.private_key_and_cert_chain_pem.write_to_path(str(self.both))
        other.private_key_pem.write_to_path(str(self.other_key))
        key = load_pem_private_key(issued.private_key_pem.bytes(), None)
        locked = key.private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"password")
        )
        self.locked_key.write_bytes(locked)
        self.noise.write_text("-----BEGIN CERTIFICATE-----\nnoise\n")

    def trusting(self) -> ssl.SSLContext:
        """Return what a client needs who trusts the authority."""
        return ssl.create_default_context(cadata=self.authority.cert_pem.bytes().decode())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("tls"))


async def greet(server: Server, context: ssl.SSLContext, host: str = "127.0.0.1") -> Welcome:
    async with connect(f"wss://{host}:{server.port}/", ssl=context, compression=None) as socket:
        await socket.send(encode(Hello(1, PROTOCOL_VERSION, "Ana")))
        frame = await socket.recv(decode=False)
        welcome = decode_server(frame)
        assert isinstance(welcome, Welcome)
        return welcome


@pytest.mark.parametrize("is_in_one_file", [False, True])
async def test_encrypted_session_is_as_any_other(files: Files, is_in_one_file: bool) -> None:
    config = replace(
        config_of(),
        tls_certificate=files.both if is_in_one_file else files.certificate,
        tls_key=None if is_in_one_file else files.key,
    )
    async with running(config) as server:
        assert (await greet(server, files.trusting())).name == "Ana"


async def test_client_that_knows_no_authority_is_not_fooled(files: Files) -> None:
    config = replace(config_of(), tls_certificate=files.both)
    async with running(config) as server:
        with pytest.raises(ssl.SSLCertVerificationError):
            await greet(server, ssl.create_default_context())


async def test_client_that_speaks_openly_is_not_served(files: Files) -> None:
    config = replace(config_of(), tls_certificate=files.both)
    async with running(config) as server:
        with pytest.raises((InvalidMessage, OSError)):
            await connect(f"ws://127.0.0.1:{server.port}/", compression=None, open_timeout=30)
        # Whoever speaks well is served still.
        assert (await greet(server, files.trusting())).name == "Ana"


def test_old_versions_of_the_encryption_are_refused(files: Files) -> None:
    assert server_context(files.both, None).minimum_version >= ssl.TLSVersion.TLSv1_2


def test_files_that_are_no_good_are_told_in_one_line(files: Files) -> None:
    missing = files.folder / "missing.pem"
    complaints = {
        (files.folder, None): f"cannot read {files.folder}: ",
        (missing, None): f"cannot read {missing}: No such file or directory",
        (files.certificate, missing): f"cannot read {missing}: No such file or directory",
        (files.certificate, None): f"{files.certificate} holds no certificate with its key",
        (files.noise, None): f"{files.noise} holds no certificate with its key",
        (files.noise, files.key): f"{files.noise} and {files.key} are no certificate and key",
        (files.certificate, files.noise): f"{files.certificate} and {files.noise} are no",
        (files.certificate, files.other_key): f"the key in {files.other_key} does not belong to",
        (files.certificate, files.locked_key): f"the key in {files.locked_key} is protected by a",
    }
    for (certificate, key), complaint in complaints.items():
        with pytest.raises(CertificateError) as refused:
            server_context(certificate, key)
        assert str(refused.value).startswith(complaint)
        assert "\n" not in str(refused.value)


def test_command_does_not_start_without_a_good_certificate(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ("--host", "127.0.0.1", "--port", "0", "--db", ":memory:")
    assert main((*usual, "--tls-cert", str(files.certificate))) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"levata-server: {files.certificate} holds no certificate")
    with pytest.raises(SystemExit) as refused:
        main((*usual, "--tls-key", str(files.key)))
    assert refused.value.code == 2
    assert "--tls-key needs the certificate too" in capsys.readouterr().err
