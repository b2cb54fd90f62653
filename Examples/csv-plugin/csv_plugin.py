#!/usr/bin/env python3
"""Rows of CSV files as pages of a feed: a plugin of Weft (docs/plugin-protocol.md).

The cursor of a page is the number of rows before it, with the time and the size of the file: a file that has changed
since gets error -32003, and Weft begins again at its first page.
"""
import csv
import json
import os
import re
import sys
from datetime import datetime, timezone

FIELDS = ("id", "url", "title", "content_text", "date_published", "authors", "tags")
folder = os.getcwd()


class Refused(Exception):
    """An error of the protocol: its code, and what a person should know."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def instant(text):
    """A day or an RFC 3339 date as RFC 3339 in UTC; None for anything else."""
    text = text.strip()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        text += "T00:00:00Z"
    try:
        date = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return date.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def item(row, columns):
    """One row as an item of JSON Feed; columns that are empty are no members."""
    value = {name: (row.get(columns.get(name, name)) or "").strip() for name in FIELDS}
    result = {name: value[name] for name in ("id", "url", "title", "content_text") if value[name]}
    result.setdefault("id", value["url"] or value["title"])
    date = instant(value["date_published"]) if value["date_published"] else None
    if date:
        result["date_published"] = date
    if value["authors"]:
        result["authors"] = [{"name": value["authors"]}]
    tags = [word.strip() for word in value["tags"].split(";") if word.strip()]
    if tags:
        result["tags"] = tags
    return result


def page(settings, cursor):
    name = settings.get("file")
    if not isinstance(name, str) or not name:
        raise Refused(-32002, "the setting file is missing")
    size = settings.get("page_size", 20)
    if not isinstance(size, int) or size < 1:
        raise Refused(-32002, "page_size must be a whole number from 1")
    columns = settings.get("columns", {})
    path = os.path.join(folder, name)
    try:
        with open(path, newline="", encoding="utf-8-sig", errors="replace") as file:
            state = os.fstat(file.fileno())
            rows = list(csv.DictReader(file, delimiter=settings.get("delimiter", ",")))
    except OSError as error:
        raise Refused(-32005, f"{name}: {error.strerror}") from None
    except csv.Error as error:
        raise Refused(-32006, f"{name}: {error}") from None
    stamp = f"{state.st_mtime_ns}-{state.st_size}"
    start = 0
    if cursor is not None:
        if not isinstance(cursor, dict) or cursor.get("stamp") != stamp:
            raise Refused(-32003, f"{name} has changed")
        start = cursor["row"]
    items = [item(row, columns) for row in rows]
    # Newest first, rows without a date at the end; rows of one instant stay in the order of the file.
    items.sort(key=lambda item: item.get("date_published", ""), reverse=True)
    end = start + size
    hints = {"total_items": len(items)}
    if end < len(items):
        hints["next"] = {"row": end, "stamp": stamp}
    return {"title": os.path.basename(name), "items": items[start:end], "_weft": hints}


def answer(method, params):
    global folder
    if method == "initialize":
        if isinstance(params, dict) and params.get("folder"):
            folder = params["folder"]
        return {"protocol": 1, "name": "csv", "version": "1.0", "kinds": [{"name": "csv"}]}
    if method == "page":
        if not isinstance(params, dict) or not isinstance(params.get("settings"), dict):
            raise Refused(-32602, "settings must be an object")
        return page(params["settings"], params.get("cursor"))
    if method == "shutdown":
        return None
    raise Refused(-32601, f"there is no method {method}")


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def main():
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            send({"id": None, "error": {"code": -32700, "message": "this line is no JSON"}})
            continue
        if not isinstance(message, dict) or "method" not in message:
            send({"id": None, "error": {"code": -32600, "message": "this is no request"}})
            continue
        if "id" not in message:
            continue  # a notification; a page is read at once, so that cancel comes too late
        try:
            send({"id": message["id"], "result": answer(message["method"], message.get("params"))})
        except Refused as error:
            send({"id": message["id"], "error": {"code": error.code, "message": str(error)}})
        except Exception as error:  # one page fails, the plugin lives on
            send({"id": message["id"], "error": {"code": -32603, "message": repr(error)}})


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    main()
