"""All shapes of the API. Made by clients/python/generate.py. Not to be edited."""

from leaguer_client.shapes.part_1 import *  # noqa: F403
from leaguer_client.shapes.part_2 import *  # noqa: F403
from leaguer_client.shapes.part_3 import *  # noqa: F403
from leaguer_client.shapes.part_4 import *  # noqa: F403
from leaguer_client.shapes.part_5 import *  # noqa: F403
from leaguer_client.shapes.part_6 import *  # noqa: F403
from leaguer_client.shapes.part_7 import *  # noqa: F403
from leaguer_client.shapes.part_8 import *  # noqa: F403
from leaguer_client.shapes.part_9 import *  # noqa: F403
from leaguer_client.shapes.part_10 import *  # noqa: F403
