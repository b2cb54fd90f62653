#!/usr/bin/env python3
"""What `weft probe` makes of real pages: a table of proposals that load, find the items, find the next page.

usage: scripts/probe-table.py [CONFORMANCE-FOLDER] [--program PATH] [--show KIND|NAME]

The folder (default ../shared/conformance) holds saved HTML listings with hand-made labels of their next page, recorded
chains of JSON API pages with their items, and real feeds. Pages are answered in the program itself; everything that was
not recorded is 404. Where only page one was recorded, its copy with other addresses stands for page two.
"""

import json
import pathlib
import re
import subprocess
import sys
from urllib.parse import urljoin, urlsplit

ROOT = pathlib.Path(__file__).resolve().parent.parent


def argument(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def page(url, body, type, headers=None, status=200):
    headers = {"Content-Type": type, **(headers or {})}
    return {"url": url, "status": status, "headers": headers, "body_hex": body.hex()}


def other_addresses(body):
    """The page with other addresses in its links: a second page of the same make."""

    def changed(match):
        address = match.group(2)
        cut = min([i for i in (address.find(b"?"), address.find(b"#")) if i >= 0] or [len(address)])
        path = address[:cut]
        path = path + b"two/" if path.endswith(b"/") else path + b"-two" if path else path
        return match.group(1) + path + address[cut:]

    return re.sub(rb"""(\bhref\s*=\s*["']?)([^"'>\s#][^"'>\s]*)""", changed, body)


def listings(folder):
    for line in (folder / "html/pages.jsonl").open():
        truth = json.loads(line)
        body = (folder / "html/pages" / truth["file"]).read_bytes()
        nexts = [truth["next"]] if truth.get("next") else truth.get("next_any_of") or []
        type = f"text/html; charset={truth['encoding']}" if truth.get("encoding") else "text/html"
        pages = [page(u, other_addresses(body), type) for u in nexts] + [page(truth["url"], body, type)]
        yield {"kind": "html", "name": truth["file"], "url": truth["url"], "pages": pages, "next": nexts,
               "next_known": truth["next_sure"]}


def slices(chain, folder):
    """Pages of every offset, cut out of what was recorded: Weft asks one item back."""
    first = chain["pages"][0]
    body = (folder / "json-api" / first["body"]).read_bytes()
    if chain["style"].startswith("dummyjson"):
        all = [p for q in chain["pages"] for p in json.loads((folder / "json-api" / q["body"]).read_bytes())["products"]]
        whole = json.loads(body)
        for skip in range(len(all)):
            text = json.dumps({**whole, "products": all[skip:skip + 25], "skip": skip}).encode()
            yield page(re.sub(r"skip=\d+", f"skip={skip}", first["url"]), text, "application/json")
    if chain["style"].startswith("arxiv"):
        entries, first_start = [], int(re.search(r"start=(\d+)", first["url"]).group(1))
        for q in chain["pages"]:
            entries += re.findall(rb"<entry>.*?</entry>", (folder / "json-api" / q["body"]).read_bytes(), re.S)
        size = first["count"]
        head, tail = body.split(b"<entry>", 1)[0], b"</feed>"
        for skip in range(len(entries)):
            text = head + b"".join(entries[skip:skip + size]) + tail
            yield page(re.sub(r"start=\d+", f"start={first_start + skip}", first["url"]), text, "application/atom+xml")


def chains(folder):
    for line in (folder / "json-api/chains.jsonl").open():
        chain = json.loads(line)
        first = chain["pages"][0]
        atom = chain["style"].startswith("arxiv")
        pages = list(slices(chain, folder))
        for recorded in chain["pages"]:
            headers = {k.title(): str(v) for k, v in recorded["headers"].items() if k in ("link", "x-total", "x-total-pages")}
            type = "application/atom+xml" if atom else recorded["headers"].get("content-type", "application/json")
            pages.append(page(recorded["url"], (folder / "json-api" / recorded["body"]).read_bytes(), type, headers, recorded["status"]))
        following = first.get("next") or {}
        nexts = [chain["pages"][1]["url"]] if len(chain["pages"]) > 1 else []
        if following.get("kind") == "link-header" and nexts:
            # The header's address; the recording asked for it in other words.
            nexts = [following["value"]]
            pages.append({**pages[1], "url": following["value"]})
        if chain["style"].startswith("hn-"):
            # Only single pages were recorded; page numbers begin at 0 there.
            number = following["value"]
            base = re.sub(r"&page=\d+", "", first["url"])
            nexts = [f"{base}&page={number}", first["url"].replace(f"page={number - 1}", f"page={number}")]
            other = re.sub(rb'"objectID":\s*"', b'"objectID":"9', (folder / "json-api" / first["body"]).read_bytes())
            other = re.sub(rb'"url":\s*"http', b'"url":"https', re.sub(rb'"url":\s*"https', b'"url":"http', other))
            pages += [page(u, other, "application/json") for u in nexts if u != first["url"]]
        yield {"kind": "atom" if atom else "json", "name": chain["id"], "style": chain["style"], "url": first["url"],
               "pages": pages, "next": nexts, "next_known": bool(nexts), "items": first.get("items", []), "count": first["count"],
               "offset": following.get("kind") == "offset" or atom}


def feeds(folder):
    for line in (folder / "feeds/expect/realworld.jsonl").open():
        truth = json.loads(line)
        if not truth["entry_count"] or truth["bytes"] < 1500:
            continue
        body = (folder / "feeds/files" / truth["file"]).read_bytes()
        url = "https://feeds.example.org/blog/feed/"
        text = body.decode("utf-8", "replace")
        head = re.split(r"<item[ >]|<entry[ >]", text)[0]
        link = re.search(r"""<(?:\w+:)?link[^>]*rel=["'](?:next|prev-archive)["'][^>]*>""", head)
        target = link and re.search(r"""href=["']([^"']+)""", link.group(0))
        following = target.group(1).replace("&amp;", "&") if target else None
        if truth["feed"]["kind"] == "jsonfeed":
            following = json.loads(text).get("next_url")
        nexts = [urljoin(url, following)] if following else []
        first = []
        wordpress = re.search(r"<generator[^>]*>[^<]*wordpress", head, re.I)
        if wordpress and not nexts:
            # WordPress answers ?paged=1 with the feed itself.
            nexts = [url + "?paged=2"]
            first = [page(url + "?paged=1", body, "application/xml")]
        other = re.sub(rb"(<guid[^>]*>|<id>|<link>|\"id\":\s*\"?)", rb"\g<1>two", body)
        pages = [page(u, other, "application/xml") for u in nexts] + [page(url, body, "application/xml"), *first]
        yield {"kind": "feed", "name": truth["file"], "url": url, "pages": pages, "next": nexts, "next_known": True,
               "count": truth["entry_count"]}


def same_next(case, answer):
    found = answer.get("next") if answer.get("paging") in ("confirmed", "untried") else None
    if not case["next"]:
        return found is None
    if found is None:
        return False
    if case.get("offset"):
        # One item is asked back.
        return any(re.sub(r"(skip|start)=\d+", "", u) == re.sub(r"(skip|start)=\d+", "", found) for u in case["next"])
    return found.split("#")[0] in [u.split("#")[0] for u in case["next"]]


def field_share(case, answer, name, found):
    """The share of items whose field is the recorded one; None where none was recorded."""
    pairs = [(t.get(name), f.get(found)) for t, f in zip(case.get("items", []), answer.get("items") or [])]
    pairs = [(t, f) for t, f in pairs if isinstance(t, (str, int)) and t != ""]
    if not pairs:
        return None
    if name == "url":
        return sum(urljoin(case["url"], str(t)) == f for t, f in pairs) / len(pairs)
    if name.startswith("date"):
        return sum(str(t)[:19] == str(f)[:19] for t, f in pairs) / len(pairs)
    plain = lambda text: re.sub(r"\s+", " ", str(text)).strip()
    return sum(plain(t) == plain(f) for t, f in pairs) / len(pairs)


def main():
    folder = pathlib.Path(next((a for a in sys.argv[1:] if "/" in a and a != argument("--program")), ROOT / "../shared/conformance"))
    program = argument("--program", str(ROOT / ".build/debug/weft-conformance"))
    show = argument("--show")
    if not (folder / "html/pages.jsonl").exists():
        print(f"no conformance data in {folder}: nothing to do")
        return
    cases = [*listings(folder), *chains(folder), *feeds(folder)]
    lines = "".join(json.dumps({"url": c["url"], "pages": c["pages"]}) + "\n" for c in cases)
    outcome = subprocess.run([program, "probe"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert len(answers) == len(cases), f"{len(cases)} cases, {len(answers)} answers"
    rows, fields = {}, {}
    for case, answer in zip(cases, answers):
        group = case.get("style", case["kind"])
        row = rows.setdefault(group, dict.fromkeys(("cases", "proposed", "load", "items", "next", "confirmed", "requests"), 0))
        row["cases"] += 1
        row["proposed"] += "text" in answer
        row["load"] += answer.get("loads") is True
        items = answer.get("items") or []
        right = len(items) == case["count"] if "count" in case else len(items) >= 3
        row["items"] += right
        following = same_next(case, answer)
        row["next"] += following
        row["confirmed"] += answer.get("paging") == "confirmed"
        row["requests"] = max(row["requests"], int(answer.get("requests", 0)))
        for name, found in (("url", "url"), ("title", "title"), ("date_published", "date")):
            share = field_share(case, answer, name, found)
            if share is not None:
                fields.setdefault((group, name), []).append(share)
        if show and (show in (group, case["kind"], "all") or show == case["name"]):
            wrong = [w for w, ok in (("items", right), ("next", following), ("loads", answer.get("loads"))) if not ok]
            print(f"=== {case['name']} {case['url']}\nwrong: {wrong} truth: {case['next']} found: {answer.get('next')} "
                  f"items {len(items)} of {case.get('count')}\n{answer.get('text') or answer.get('failure')}")
        elif show == "wrong" and not (right and following and answer.get("loads")):
            print(f"=== {case['name']} {case['url']}\ntruth: {case['next']} found: {answer.get('next')} items {len(items)} of "
                  f"{case.get('count')}\n{answer.get('text') or answer.get('failure')}")
    names = ("cases", "proposed", "load", "items", "next", "confirmed", "requests")
    print(f"{'':24}" + "".join(f"{n:>10}" for n in names))
    for group, row in rows.items():
        print(f"{group:24}" + "".join(f"{row[n]:>10}" for n in names))
    print("\nfields as recorded, share of the items on average")
    for (group, name), shares in fields.items():
        print(f"{group:24}{name:>16}  {sum(shares) / len(shares):.2f}")


main()
