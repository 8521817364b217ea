"""Encrypted servers from the client's side: whom it trusts, and what it says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
import trustme
from msgspec.structs import replace

from levata_client.net.address import Address
from levata_client.net.link import Link
from levata_client.state.link_events import Identity, LinkError
from tests.support.server import config_of, running

ANA = Identity("Ana")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(str(path / "ca.pem"))
    issued.private_key_and_cert_chain_pem.write_to_path(str(path / "both.pem"))
    trustme.CA().cert_pem.write_to_path(str(path / "other.pem"))
    (path / "noise.pem").write_text("noise")
    return path


async def reason(address: Address) -> tuple[str, tuple[str, ...]]:
    """Return why a link cannot be opened."""
    with pytest.raises(LinkError) as refused:
        await Link(address, ANA, lambda _: None).open()
    return refused.value.code, refused.value.facts


async def test_link_opens_to_a_server_whose_certificate_it_trusts(folder: Path) -> None:
    config = replace(config_of(), tls_certificate=folder / "both.pem")
    async with running(config) as server:
        address = Address("127.0.0.1", server.port, True, str(folder / "ca.pem"))
        link = Link(address, ANA, lambda _: None)
        assert (await link.open()).name == "Ana"
        await link.close()


async def test_certificate_that_is_not_trusted_is_said(folder: Path) -> None:
    config = replace(config_of(), tls_certificate=folder / "both.pem")
    async with running(config) as server:
        for authority in ("", str(folder / "other.pem")):
            address = Address("127.0.0.1", server.port, True, authority)
            assert await reason(address) == ("bad_certificate", ("127.0.0.1",))
        # The certificate is for another name.
        address = Address("localhost", server.port, True, str(folder / "ca.pem"))
        assert (await reason(address))[0] == "bad_certificate"


async def test_server_that_speaks_openly_is_said(folder: Path) -> None:
    async with running() as server:
        address = Address("127.0.0.1", server.port, True, str(folder / "ca.pem"))
        assert await reason(address) == ("not_levata", (address.text,))


async def test_open_line_to_an_encrypted_server_is_said(folder: Path) -> None:
    config = replace(config_of(), tls_certificate=folder / "both.pem")
    async with running(config) as server:
        address = Address("127.0.0.1", server.port)
        assert await reason(address) == ("not_levata", (address.text,))


@pytest.mark.parametrize("name", ["noise.pem", "missing.pem"])
async def test_file_without_a_certificate_is_said(name: str, folder: Path) -> None:
    address = Address("127.0.0.1", 1, True, str(folder / name))
    assert await reason(address) == ("bad_authority", (str(folder / name),))
