"""The authoritative Levata server: pure rooms and lobby, and the asyncio shell around them."""
