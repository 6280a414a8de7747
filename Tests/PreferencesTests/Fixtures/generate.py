#!/usr/bin/env python3
"""Writes what Python's own reader of TOML 1.0 (tomllib) makes of generated files.

documents.jsonl  random files: right ones of the supported part, right ones with what is not
                 supported, and either of them with bytes replaced, removed, inserted and swapped
short.jsonl      of all texts of up to two or three pieces in four places, those that tomllib accepts

Each line holds `toml`, the text; `meaning`, its values as tomllib reads them, null where it refuses
the text; and `supported`, whether the text was built of supported parts only.

Usage: python3 generate.py    (Python 3.11 or newer; the seed is fixed)
"""
import itertools
import json
import pathlib
import random
import struct
import tomllib

FOLDER = pathlib.Path(__file__).parent
random.seed(20261122)


def value_text(value):
    if isinstance(value, bool):
        return "b:" + ("true" if value else "false")
    if isinstance(value, int):
        return f"i:{value}"
    if isinstance(value, float):
        return "f:" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "s:" + value
    if isinstance(value, list):
        return "l:" + "\x1e".join(value_text(element) for element in value)
    return "unsupported"


def meaning(text):
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    lines = []
    for name, content in document.items():
        if isinstance(content, dict):
            lines.append(f"table\x1f{name}")
            lines += [f"{name}\x1f{key}\x1f{value_text(v)}" for key, v in content.items()]
        else:
            lines.append(f"\x1f{name}\x1f{value_text(content)}")
    return lines


def blank():
    return random.choice(["", "", "", " ", "\t", "  "])


def newline():
    return random.choice(["\n", "\n", "\n", "\r\n"])


def comment():
    return random.choice(["", "", "", "# a comment", "#", "# é 日本 \" [ =", "#\t'"])


def between():
    return random.choice(["", "", " ", newline(), f" {comment()}{newline()}\t"])


CHARACTERS = list("abcXYZ019 -_.#=[]{},'!~é日\U0001f600\u00a0\u0301\t")


def basic_string():
    parts = []
    for _ in range(random.choice([0, 1, 2, 5, 12])):
        kind = random.random()
        if kind < 0.75:
            parts.append(random.choice(CHARACTERS))
        elif kind < 0.9:
            parts.append("\\" + random.choice('btnfr"\\'))
        else:
            scalar = random.choice(
                [0, 0x41, 0x7F, 0x301, 0xD7FF, 0xE000, 0xFFFF, random.randrange(0xD800)]
            )
            parts.append(f"\\u{scalar:04x}")
            parts.append(f"\\U{random.choice([0x10000, 0x10FFFF, 0x1F600, 0x20]):08X}")
    return '"' + "".join(parts) + '"'


def literal_string():
    return "'" + "".join(c for c in random.choices(CHARACTERS + ["\\", '"'], k=random.randrange(8)) if c != "'") + "'"


def underscored(digits):
    text = digits[0]
    for digit in digits[1:]:
        text += random.choice(["", "", "", "_"]) + digit
    return text


def decimal():
    return underscored(random.choice(["0", str(random.randrange(1, 10)), str(random.getrandbits(62)), "9223372036854775807", "17"]))


def integer():
    kind = random.randrange(6)
    if kind == 0:
        return "0x" + underscored("".join(random.choices("0123456789abcdefABCDEF", k=random.randrange(1, 16))))
    if kind == 1:
        return "0o" + underscored("".join(random.choices("01234567", k=random.randrange(1, 21))))
    if kind == 2:
        return "0b" + underscored("".join(random.choices("01", k=random.randrange(1, 63))))
    if kind == 3:
        return "-9223372036854775808"
    return random.choice(["", "+", "-"]) + decimal()


def digits():
    return underscored("".join(random.choices("0123456789", k=random.choice([1, 2, 5, 20]))))


def number():
    text = random.choice(["", "+", "-"]) + decimal()
    if random.random() < 0.6:
        text += "." + digits()
    if random.random() < 0.6 or "." not in text:
        text += random.choice("eE") + random.choice(["", "+", "-"]) + random.choice(["0", "07", "1_0", "23", "280"])
    return text


def simple():
    return random.choice([basic_string, literal_string, integer, number, lambda: random.choice(["true", "false"])])()


def array(element):
    elements = [f"{between()}{element()}{between()}" for _ in range(random.randrange(4))]
    end = random.choice(["", "," + between()]) if elements else between()
    return "[" + ",".join(elements) + end + "]"


def value():
    return simple() if random.random() < 0.75 else array(simple)


def unsupported():
    return random.choice(
        [
            lambda: '"""' + random.choice(["", "a\n b", '\\\n  "" x']) + '"""',
            lambda: "'''\n it's '''",
            lambda: random.choice(["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27 00:32:00.999-07:00"]),
            lambda: random.choice(["inf", "+inf", "-nan", "nan"]),
            lambda: random.choice(["9223372036854775808", "-9223372036854775809", "0xffff_ffff_ffff_ffff", "1e400", "-1.5e+999"]),
            lambda: array(lambda: array(simple)),
            lambda: array(lambda: "{ a = 1 }"),
            lambda: "{ a = { b = 1 } }",
            lambda: "{ a.b = 1 }",
        ]
    )()


def key(used):
    while True:
        name = random.choice(["a", "b-c", "D_1", "09", "-", "next-row", "é", "a b", "", "a.b", "\u212b"]) + random.choice(["", "", str(random.randrange(50))])
        if name in used:
            continue
        used.add(name)
        is_bare = name and all(c.isascii() and (c.isalnum() or c in "-_") for c in name)
        return random.choice([name, f'"{name}"', f"'{name}'"]) if is_bare else random.choice([f'"{name}"', f"'{name}'"])


def document(any_value, extra=False):
    text, names = "", set()
    def line(content):
        return f"{blank()}{content}{blank()}{comment()}{newline()}"
    for _ in range(random.randrange(3)):
        kind = random.randrange(4)
        if kind == 0:
            name, used = key(names), set()
            for _ in range(random.randrange(1, 3)):
                text += line(f"{name}{blank()}.{blank()}{key(used)}{blank()}={blank()}{any_value()}")
        elif kind == 1:
            used = set()
            entries = [f"{blank()}{key(used)}{blank()}={blank()}{any_value()}{blank()}" for _ in range(random.randrange(3))]
            text += line(f"{key(names)} = {{{','.join(entries)}}}")
        else:
            text += line(f"{key(names)}{blank()}={blank()}{any_value()}")
    for _ in range(random.randrange(3)):
        used = set()
        text += line(f"[{blank()}{key(names)}{blank()}]")
        for _ in range(random.randrange(3)):
            text += line(f"{key(used)}{blank()}={blank()}{any_value()}")
        if extra and random.random() < 0.3:
            text += line(random.choice(["[x.y]", "[[x]]", "x.y = 1", "x = {}", "x . 'y' . z = 2"]))
    return text if random.random() < 0.8 else text.rstrip("\r\n")


JUNK = ["[", "]", "{", "}", "=", ".", ",", '"', "'", "#", "\n", "\r", "\t", " ", "\\", "\\u12", "\\x", "_", "-", "+", "0", "1", "e", "a", "é", "\0", "\x7f", "\x85", "\u2028", "\ufeff", "true", '"""', "[[", "\na = 1\n"]


def mutated(text):
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        place = random.randrange(len(text) + 1)
        kind = random.randrange(4)
        if kind == 0:
            text = text[:place] + random.choice(JUNK) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + random.randrange(1, 4):]
        elif kind == 2:
            text = text[:place] + random.choice(JUNK) + text[place + 1:]
        else:
            other = random.randrange(len(text) + 1)
            text = text[:place] + text[min(place, other):max(place, other)][:12] + text[place:]
    return text


def entry(text, supported):
    return json.dumps({"toml": text, "meaning": meaning(text), "supported": supported}, ensure_ascii=True)


def documents():
    seen = set()
    for number in range(1600):
        kind = number % 4
        if kind == 0:
            text, supported = document(value), True
        elif kind == 1:
            text, supported = document(lambda: unsupported() if random.random() < 0.3 else value(), extra=True), False
        else:
            text, supported = mutated(document(value, extra=kind == 3)), False
        if text in seen or len(text) > 220:
            continue
        seen.add(text)
        if supported:
            assert meaning(text) is not None, text
        yield entry(text, supported)


PIECES = list("[]{}=.,\"'#_-+01eax:\\ \n\r\té\0")
PLACES = {"@": 3, "a=@": 3, "[a]\n@=1\n[b]": 3, 'a="@"': 2}


def short():
    for place, length in PLACES.items():
        for count in range(length + 1):
            for pieces in itertools.product(PIECES, repeat=count):
                text = place.replace("@", "".join(pieces))
                if (lines := meaning(text)) is not None:
                    yield json.dumps({"toml": text, "meaning": lines, "supported": False})


(FOLDER / "documents.jsonl").write_text("\n".join(documents()) + "\n")
(FOLDER / "short.jsonl").write_text("\n".join(dict.fromkeys(short())) + "\n")
