"""What campaigns do with models between battles, whole. Numbers are of platoons of about 100 points."""

from __future__ import annotations

from rules.upkeep import Upkeep

from . import grades, workshop
from .owned import FAN_MADE, flaws, price
from .sickbay import crew, heal

UPKEEP = Upkeep(
    terms=(*workshop.TERMS, grades.TERM, FAN_MADE),
    defaults={
        "muster_points": 100,
        "purse": 20,
        "per_round": 10,
        "per_win": 10,
        "per_draw": 6,
        "per_loss": 4,
        "minimum_force": 60,
        "tow_points": 2,
        "spare_crew_points": 3,
    },
    scored=0,
    jobs=workshop.jobs,
    mend=workshop.mend,
    hull=workshop.hull,
    crew=crew,
    heal=heal,
    post=grades.post,
    price=price,
    flaws=flaws,
)
