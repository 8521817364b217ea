from __future__ import annotations

import pytest

from levata.errors import RequestError
from levata_client.net.address import Address, lan_addresses, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("dan", Address("dan")),
        (" 192.168.1.20 ", Address("192.168.1.20")),
        ("dan:9000", Address("dan", 9000)),
        ("::1", Address("::1")),
        ("[::1]:9000", Address("::1", 9000)),
        ("ws://dan:9000/", Address("dan", 9000)),
        ("wss://dan", Address("dan", is_secure=True)),
        ("levata://dan:9000", Address("dan", 9000)),
    ],
)
def test_addresses_are_read_as_people_write_them(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(address.text) == address
    assert parse_address(address.url) == address


@pytest.mark.parametrize(
    "text", ["", "  ", "a b", "dan:port", "dan:99999", "ftp://dan", "http://", "x\x1b"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(RequestError) as caught:
        parse_address(text)
    assert caught.value.code == "bad_address"


def test_others_are_told_an_address_that_can_be_typed() -> None:
    found = lan_addresses(9000)
    assert found
    assert all(parse_address(text).port == 9000 for text in found)
    assert not any(text.startswith("127.") for text in found)
