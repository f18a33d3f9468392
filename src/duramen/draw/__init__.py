"""Drawings as SVG text: curves, and the way of one answer; pure, readable in light and dark, with any words inside."""
