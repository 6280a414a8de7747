#!/usr/bin/env python3
"""Writes the tables that ValuesTests compares with, by Python's decimal, datetime and zoneinfo.

    python3 Tests/ValuesTests/Fixtures/generate.py

The zones are read from the files beside this script, not from the system.
"""
import email.utils
import random
from datetime import datetime, timedelta, timezone
from decimal import Decimal, getcontext
from pathlib import Path
from zoneinfo import ZoneInfo

here = Path(__file__).parent
random.seed(20261122)
getcontext().prec = 3000
getcontext().Emax = 10**15
getcontext().Emin = -(10**15)


def write(name, rows):
    lines = ["\t".join(str(cell) for cell in row) for row in rows]
    (here / name).write_text("\n".join(lines) + "\n")


# Numbers: two texts, how they compare, and their sum where it can be written out.
special = """0 -0 0.0 0e0 0e99999999 1 -1 1.0 1.00 10e-1 0.1 0.10 .5 5. +7 9007199254740992 9007199254740993
9223372036854775807 9223372036854775808 -9223372036854775808 18446744073709551615 18446744073709551616
1e18 1e19 1e20 1e40 -1e40 1e308 1e309 1e-308 4.9e-324 1e400 1e-400 1e1000000 1e-1000000 1e999999999
9999999999999999999 99999999999999999999 0.9999999999999999999 0.99999999999999999999
1234567890123456789012345678901234567890 1234567890123456789012345678901234567891
0.1234567890123456789012345678901 1e0 100e-2 123456789e-9 -0.5 -0.49999999999999999999999 12.50 2e3 2E+3 2000
""".split()


def number():
    digits = "".join(random.choice("0123456789") for _ in range(random.choice([1, 2, 5, 18, 19, 20, 40])))
    point = random.randint(0, len(digits))
    text = random.choice(["", "-"]) + digits[:point] + random.choice(["", "."]) + digits[point:]
    return text + random.choice(["", "", "", f"e{random.randint(-30, 30)}"])


numbers = special + [number() for _ in range(60)]
rows = []
for left in numbers:
    for right in random.sample(numbers, 8) + [left]:
        a, b = Decimal(left), Decimal(right)
        order = (a > b) - (a < b)
        total = ""
        if all(not n or (abs(n.adjusted()) < 390 and n.as_tuple().exponent > -390) for n in (a, b)):
            total = format((a + b).normalize(), "f")
            total = "0" if Decimal(total) == 0 else total
        rows.append((left, right, order, total))
write("numbers.tsv", rows)

# Zones: the offset at an instant, and the instant of a time on the wall (PEP 495, fold 0).
zones = {}
for path in sorted((here / "zoneinfo").iterdir()):
    with path.open("rb") as file:
        zones[path.name] = ZoneInfo.from_file(file, key=path.name)
rows = []
for name, zone in zones.items():
    for _ in range(120):
        second = random.randint(-2_500_000_000, 9_000_000_000)
        moment = datetime.fromtimestamp(0, timezone.utc) + timedelta(seconds=second)
        rows.append((name, second, int(moment.astimezone(zone).utcoffset().total_seconds())))
write("offsets.tsv", rows)
rows = []
for name, zone in zones.items():
    for _ in range(50):
        year = random.randint(1975, 2060)
        wall = datetime(year, random.choice([3, 4, 10, 11, 2, 9]), 1) + timedelta(
            minutes=random.randint(0, 31 * 24 * 60)
        )
        rows.append((name, wall.strftime("%Y-%m-%d %H:%M:%S"), int(wall.replace(tzinfo=zone).timestamp())))
write("walls.tsv", rows)

# Times: a text, the zone of the reader, and nanoseconds since 1970.
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)


def nanoseconds(moment):
    delta = moment - epoch
    return (delta.days * 86400 + delta.seconds) * 10**9 + delta.microseconds * 1000


rows = []
for _ in range(30):
    zone_name = random.choice(list(zones))
    zone = zones[zone_name]
    moment = (epoch + timedelta(seconds=random.randint(0, 4_000_000_000))).replace(
        microsecond=random.choice([0, 0, 123000, 123456, 999999])
    )
    utc = moment
    east = moment.astimezone(timezone(timedelta(minutes=random.choice([0, 60, 330, -300, -570, 765]))))
    wall = moment.astimezone(zone).replace(fold=0)
    unambiguous = wall.astimezone(timezone.utc) == moment
    whole = moment.replace(microsecond=0)
    minute = whole.replace(second=0)

    def add(text, value):
        rows.append((text, zone_name, nanoseconds(value)))

    offset = east.strftime("%z")
    colon = offset[:3] + ":" + offset[3:]
    add(utc.isoformat().replace("+00:00", "Z"), moment)
    add(east.isoformat(), moment)
    add(east.isoformat(sep=" "), moment)
    add(east.strftime("%Y-%m-%d %H:%M:%S.%f") + offset[:3] if offset.endswith("00") else colon and east.isoformat(), moment)
    add(east.strftime("%Y-%m-%dT%H:%M:%S") + offset, whole)
    add(utc.strftime("%Y-%m-%dT%H:%M:%S.%fZ+0000"), moment)
    add(utc.strftime("%Y%m%dT%H%M%SZ"), whole)
    add(utc.strftime("%Y-%m-%dT%H:%MZ"), minute)
    add(utc.strftime("%Y-%m-%d %H:%M:%S.%f") + " +0000 UTC m=+0.003125501", moment)
    add(east.isoformat() + "[Somewhere/Else]", moment)
    add(email.utils.format_datetime(east), whole)
    add(email.utils.format_datetime(whole, usegmt=True), whole)
    add(east.strftime("%d/%b/%Y:%H:%M:%S ") + offset, whole)
    add("[" + east.strftime("%d/%b/%Y:%H:%M:%S ") + offset + "]", whole)
    add(utc.strftime("%a %b %e %H:%M:%S UTC %Y"), whole)
    add(utc.strftime("%a %b %e %I:%M:%S %p UTC %Y"), whole)
    add(utc.strftime("%a %Y-%m-%d %H:%M:%S UTC"), whole)
    add(east.strftime("%a %b %e %H:%M:%S %Y ") + offset, whole)
    add(utc.strftime("%a %b %d %Y %H:%M:%S GMT+0000 (Coordinated Universal Time)"), whole)
    if 1970 <= moment.year < 2070:
        add(utc.strftime("%A, %d-%b-%y %H:%M:%S GMT"), whole)
    if unambiguous:
        local_whole = whole
        add(wall.strftime("%Y-%m-%d %H:%M:%S"), local_whole)
        add(wall.strftime("%Y-%m-%dT%H:%M:%S.%f"), moment)
        add(wall.strftime("%Y/%m/%d %H:%M:%S"), local_whole)
        add(wall.strftime("%Y-%m-%d %H:%M:%S,%f"), moment)
        add(wall.strftime("%a %b %e %H:%M:%S %Y"), local_whole)
        add(wall.strftime("%d-%b-%Y %H:%M:%S.%f"), moment)
        add(wall.strftime("%b %d, %Y, %I:%M:%S %p"), local_whole)
        add(wall.strftime("%B %d, %Y at %I:%M:%S %p"), local_whole)
        add(wall.strftime("%d %B %Y %H:%M"), minute)
        midnight = datetime(wall.year, wall.month, wall.day, tzinfo=zone)
        if midnight.astimezone(timezone.utc).astimezone(zone).hour == 0:
            add(wall.strftime("%Y-%m-%d"), midnight.astimezone(timezone.utc))
            add(wall.strftime("%d %b %Y"), midnight.astimezone(timezone.utc))
            add(wall.strftime("%b %e %Y"), midnight.astimezone(timezone.utc))
    seconds = int(moment.timestamp())
    add(str(seconds), whole)
    if seconds >= 10**8:  # fewer would be taken for seconds
        add(f"{seconds}{moment.microsecond // 1000:03}", moment.replace(microsecond=moment.microsecond // 1000 * 1000))
        add(f"{seconds}{moment.microsecond:06}", moment)
        add(f"{seconds}{moment.microsecond:06}000", moment)
    add(f"{seconds}.{moment.microsecond:06}", moment)
write("times.tsv", rows)

# Spans: a text and its seconds.
rows = []
for _ in range(50):
    days, hours, minutes, seconds = (random.randint(1, n) for n in (40, 23, 59, 59))
    fraction = random.choice(["", ".5", ".123456"])
    total = Decimal(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
    exact = total + Decimal("0" + fraction or "0")
    rows += [
        (f"{days}-{hours:02}:{minutes:02}:{seconds:02}", total),
        (f"{days}d{hours}h{minutes}m{seconds}{fraction}s", exact),
        (f"{days} days {hours:02}:{minutes:02}:{seconds:02}{fraction}", exact),
        (f"{days} day, {hours}:{minutes:02}:{seconds:02}", total),
        (f"{days} days, {hours}:{minutes:02}", total - seconds),
        (f"P{days}DT{hours}H{minutes}M{seconds}{fraction}S", exact),
        (f"{hours}:{minutes:02}:{seconds:02}{fraction}", exact - days * 86400),
        (f"{minutes}:{seconds:02}", minutes * 60 + seconds),
        (f"Up {hours} hours", hours * 3600),
        (f"up {hours}:{minutes:02}", hours * 3600 + minutes * 60),
        (f"{hours}h {minutes}min left", hours * 3600 + minutes * 60),
        (f"{days} weeks ago", days * 604800),
        (f"{seconds}{fraction}ms", Decimal(f"{seconds}{fraction}") / 1000),
        (f"{seconds}µs", Decimal(seconds) / 10**6),
        (f"-{minutes}m", -60 * minutes),
    ]
rows += [("About a minute", 60), ("About an hour", 3600), ("Less than a second", "0.5"), ("1,500 ms", "1.5")]
write("spans.tsv", [(text, format(Decimal(value).normalize(), "f")) for text, value in rows])
