"""What may become of a PersonaTree: schemas read and joined, operations judged, values carried over an upgrade; all pure."""
