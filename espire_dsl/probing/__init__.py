"""Shortcuts in what models answer and in what they hold inside: scores of SpatialTunnel by how sure a model
is, and contrastive probing of hidden states. See docs/spatialtunnel.md."""
