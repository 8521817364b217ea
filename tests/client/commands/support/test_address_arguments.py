from __future__ import annotations

import argparse
from pathlib import Path

from levata_client.commands.support.address_arguments import add_address_arguments, read_address
from levata_client.net.address import Address, parse_address


def test_option_names_the_certificate_and_asks_for_encryption(tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    add_address_arguments(parser)
    plain = read_address(parser.parse_args(["10.0.0.1"]))
    assert plain == Address("10.0.0.1")
    trusted = read_address(parser.parse_args(["10.0.0.1:9", "--tls-ca", str(tmp_path / "ca.pem")]))
    assert trusted == Address("10.0.0.1", 9, True, str(tmp_path / "ca.pem"))
    assert parse_address("wss://10.0.0.1").is_secure
