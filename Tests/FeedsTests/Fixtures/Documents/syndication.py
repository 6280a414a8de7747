"""Reads RSS and Atom with feedparser and writes the fields that listview should read, as JSON.

Usage: python3 syndication.py FILE.xml... (writes FILE.json)
"""
import html, json, re, sys, feedparser

def plain(text): return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())

for path in sys.argv[1:]:
    rows = []
    for entry in feedparser.parse(path).entries:
        row = {name: entry[name] for name in ("title", "link", "published", "author", "summary") if name in entry}
        if "summary" in row: row["summary"] = plain(row["summary"])
        if "author_detail" in entry: row["author"] = entry.author_detail.name
        if "published" not in row and "updated" in entry: row["published"] = entry["updated"]
        row["id"] = entry.get("id") or entry.get("link")
        rows.append(row)
    with open(path.rsplit(".", 1)[0] + ".json", "w", encoding="utf-8") as file:
        json.dump(rows, file, ensure_ascii=False, indent=1)
        file.write("\n")
