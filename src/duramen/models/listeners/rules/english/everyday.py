"""English words that are in every talk, stemmed: two texts that share only these are not about the same thing. Data only."""

from __future__ import annotations

_STEMS = """
    afford alway ani any more better call confirm myself yourself everyth anyth noth all also arvo back bit
    big check clear come definit differ done down easi em end feel final find finish first fine full give good
    great hard help hey idea just keep keen kind know last left let line littl look lot mate maybe mean mind
    much need next nice number off ok onc out over plan point put quick ready real reckon right run same save
    say see set show simpl solid someth some sort sound spot start stick still stop sure take tell thank think
    three time today tomorrow too tri two up use want way well while wrap yeah yesterday day night week month
    year januari februari march april may june juli august septemb octob novemb decemb one four five six seven
    eight nine ten monday tuesday wednesday thursday friday saturday sunday
"""
EVERYDAY = frozenset(_STEMS.split())
