"""Chat models and embedders behind two small protocols, opened by name, imported only when used."""
