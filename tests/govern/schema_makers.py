"""Small schemas for tests."""

from duramen.domain.persona import LeafSpec, Schema, Trunk


def leaf_data(path="home.city", **changes):
    return {
        "path": path,
        "trunk": "social",
        "title": {"en": "Place", "zh": "住处"},
        "description": {"en": "Where they live.", "zh": "住在哪里。"},
        "examples": {"en": ["a city", "a village"], "zh": ["一座城市"]},
        "budget": 100,
        "tier": "ordinary",
        "lifetime": "changing",
    } | changes


def schema_values(*leaves, **changes):
    return {
        "name": "small",
        "version": 1,
        "language": "en",
        "about": {"en": "A small one.", "zh": "一个小的。"},
        "leaves": list(leaves) or [leaf_data()],
    } | changes


def schema_of(*paths, name="small", version=1, budget=100, titles=None):
    """A schema of bare leaves; `titles` by path: (English, Chinese)."""
    titles = titles or {}
    leaves = {}
    for path in paths:
        english, chinese = titles.get(path, ("", ""))
        leaves[path] = LeafSpec(
            path=path,
            trunk=Trunk.SOCIAL,
            title={"en": english, "zh": chinese},
            description={},
            examples={},
            budget=budget,
        )
    return Schema(name=name, version=version, language="en", about={"en": "x", "zh": "y"}, leaves=leaves)
