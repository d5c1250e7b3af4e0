"""`%sw odds` of the actions of a chase."""

from __future__ import annotations

from typing import Any

from sw_data import odds
from sw_data.errors import ImpossibleError
from sw_data.jupyter.asked import Asked, add_aim, add_bennies, add_number
from sw_data.jupyter.words import Words
from sw_data.models import Character, Vehicle


def driver_words(parser: Words) -> None:
    """What a question about a driver can say."""
    parser.add_argument("driver", help="an actor")
    parser.add_argument("--vehicle", metavar="NAME", help="without one, on foot")
    parser.add_argument("--skill", default="Driving", metavar="NAME", help="the chase's skill")


def _driven(asked: Asked) -> tuple[Character, Vehicle | None, dict[str, Any]]:
    given = asked.given
    more = {**asked.common, "skill": given.skill}
    return asked.character(given.driver), asked.vehicle(given.vehicle), more


def control_words(parser: Words) -> None:
    """What a line of `%sw odds control` can say."""
    driver_words(parser)
    add_bennies(parser)


def control(asked: Asked) -> Any:
    """A Control Check to its end."""
    driver, ride, more = _driven(asked)
    return odds.control_check(driver, ride, bennies=asked.given.bennies, **more)


def movement_words(parser: Words) -> None:
    """What a line of `%sw odds movement` can say."""
    driver_words(parser)
    parser.add_argument("--push", action="store_true", help="push it")
    parser.add_argument("--helped", action="store_true", help="an ally has called This Way!")
    parser.add_argument("--zones", type=int, choices=(0, 1, 2), help="zones wanted at most")


def movement(asked: Asked) -> Any:
    """Zone Movement."""
    driver, ride, more = _driven(asked)
    given = asked.given
    return odds.movement(
        driver, ride, push=given.push, helped=given.helped, zones=given.zones, **more
    )


def check_words(parser: Words) -> None:
    """What a question about a Control Check can say."""
    driver_words(parser)
    add_aim(parser)


def close(asked: Asked) -> Any:
    """Getting Close."""
    driver, ride, more = _driven(asked)
    return odds.get_close(driver, ride, bennies=asked.given.bennies, aim=asked.given.aim, **more)


def regain(asked: Asked) -> Any:
    """Regaining control."""
    driver, ride, more = _driven(asked)
    if ride is None:
        raise ImpossibleError("on foot there is no control to regain; say --vehicle NAME")
    given = asked.given
    return odds.regain_control(driver, ride, bennies=given.bennies, aim=given.aim, **more)


def this_way_words(parser: Words) -> None:
    """What a line of `%sw odds this-way` can say."""
    parser.add_argument("helper", help="an actor")
    add_aim(parser)


def this_way(asked: Asked) -> Any:
    """This Way!"""
    given = asked.given
    who = asked.character(given.helper)
    return odds.this_way(who, bennies=given.bennies, aim=given.aim, **asked.common)


def contest_words(parser: Words) -> None:
    """What a question about two who roll against each other can say."""
    driver_words(parser)
    parser.add_argument("other", help="an actor")
    parser.add_argument("--other-vehicle", metavar="NAME", help="the other's; without one, on foot")
    parser.add_argument("--other-modifier", type=int, action="append", default=[], metavar="N")


def _contest(asked: Asked) -> tuple[Character, Vehicle | None, dict[str, Any]]:
    driver, ride, more = _driven(asked)
    given = asked.given
    more["other"] = asked.character(given.other)
    more["other_vehicle"] = asked.vehicle(given.other_vehicle)
    more["other_modifiers"] = sum(given.other_modifier)
    return driver, ride, more


def ram(asked: Asked) -> Any:
    """A ram, or on foot a push."""
    driver, ride, more = _contest(asked)
    return odds.ram(driver, ride, **more)


def block_words(parser: Words) -> None:
    """What a line of `%sw odds block` can say."""
    contest_words(parser)
    add_number(parser, "--blocks-before", default=0, text="blocks of this round before this one")


def block(asked: Asked) -> Any:
    """A block from hold."""
    driver, ride, more = _contest(asked)
    return odds.block(driver, ride, blocks_before=asked.given.blocks_before, **more)


def hide_words(parser: Words) -> None:
    """What a line of `%sw odds hide` can say."""
    parser.add_argument("driver", help="an actor")
    parser.add_argument("pursuers", nargs="+", help="actors")
    parser.add_argument("--zones", type=int, required=True, metavar="N", help="to the closest")


def hide(asked: Asked) -> Any:
    """Hiding from pursuers."""
    given = asked.given
    return odds.hide(
        asked.character(given.driver),
        pursuers=[asked.character(each) for each in given.pursuers],
        closest=given.zones,
        **asked.common,
    )
