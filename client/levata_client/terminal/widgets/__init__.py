"""The widgets of the client. None of them knows the network."""
