"""A plugin that is broken in the way that its argument names; `good` is not broken."""
import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def result(id, value):
    send({"id": id, "result": value})


def refuse(id, code, message):
    send({"id": id, "error": {"code": code, "message": message}})


calls = 0


def page(id, params):
    global calls
    calls += 1
    settings = params.get("settings") if isinstance(params, dict) else None
    if not isinstance(settings, dict):
        if MODE == "takes-bad-settings":
            settings = {}
        elif MODE == "crashes-on-bad-settings":
            settings["name"]
        else:
            return refuse(id, -32602, "settings must be an object")
    cursor = params["cursor"]
    start = cursor or 0
    if not isinstance(start, int):
        return refuse(id, -32003, "unknown cursor")
    prefix = settings.get("name", "item")
    if MODE == "crash-in-page":
        sys.stdout.write('{"jsonrpc":"2.0","id":')
        sys.stdout.flush()
        sys.stderr.write("Traceback: boom \x1b[31mred\n")
        sys.exit(7)
    if MODE == "hang":
        return
    if MODE == "flood-output":
        while True:
            sys.stdout.write("x" * 65536)
    if MODE == "flood-messages":
        while True:
            send({"method": "log", "params": {"level": "warning", "message": "again", "id": id}})
    if MODE == "flood-errors":
        for _ in range(16):
            sys.stderr.write("e" * (1 << 16))
    if MODE == "garbage":
        print("DEBUG \x1b]0;title\x07 reading the page")
        sys.stdout.flush()
    if MODE == "wrong-id":
        id += 1000
    if MODE == "ignores-cancel" and calls == 1:
        time.sleep(2.5)
    if MODE == "huge-page":
        return result(id, {"items": [{"id": "huge", "content_text": "x" * (17 << 20)}]})
    if MODE == "unstable":
        prefix += f"-{calls}"
    if MODE == "says-secret":
        return refuse(id, -32001, "the token " + os.environ.get("TOKEN", "") + " is " + settings.get("name", ""))
    numbers = range(start, start + 2)
    items = [
        {
            "id": prefix if MODE == "equal-ids" else f"{prefix}-{number}",
            "title": f"{os.getpid()}" if prefix == "pid" else f"{prefix} {number}",
            "date_published": f"2025-01-0{9 - number}T12:00:00" + ("" if MODE == "zoneless" else "Z"),
        }
        for number in numbers
    ]
    following = {"next": 0 if MODE == "round" else start + 2} if start + 2 < 6 or MODE == "round" else {"end": "no_next"}
    result(id, {"items": items, "_weft": {**following, "total_items": 6}})
    if MODE == "duplicate-answer":
        result(id, {"items": []})


def serve():
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            if MODE == "dies-of-bad-lines":
                raise
            refuse(None, -32700, "no JSON")
            continue
        id, method, params = message.get("id"), message.get("method"), message.get("params")
        if id is None:
            continue
        if method == "initialize":
            if MODE == "silent":
                continue
            version = params["protocol"] if MODE == "any-version" else 2 if MODE == "wrong-version" else 1
            result(id, {"protocol": version, "name": "broken", "version": "1", "kinds": [{"name": "broken"}]})
        elif method == "page":
            page(id, params)
        elif method == "shutdown":
            if MODE == "stubborn":
                continue
            result(id, None)
            if MODE == "says-goodbye":
                open("goodbye", "w").close()
            if MODE == "talks-after-shutdown":
                for _ in range(3):
                    send({"method": "log", "params": {"level": "warning", "message": "still here"}})
        elif MODE == "answers-all":
            result(id, {})
        else:
            refuse(id, -32601, "no such method")


if MODE == "crash-at-start":
    sys.exit("broken: no module named nothing")
if MODE == "leaves-children":
    subprocess.Popen(["sleep", "600"])
    subprocess.Popen(["setsid", "sleep", "600"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
if MODE == "never-reads":
    time.sleep(600)
if MODE == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve()
if MODE == "stubborn":
    while True:
        time.sleep(600)
if MODE == "bad-status":
    sys.exit(4)
