"""`duramen bench speed`: speed and room of the product beside the bare libraries it is made of."""
