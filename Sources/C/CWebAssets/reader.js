// The page works without this script, one page after another. With it the next page comes by itself, the keyboard moves
// from item to item, times stay true, and the address says where the reader stands.
"use strict";

(() => {
  const feed = document.querySelector("[role=feed]");
  const status = document.getElementById("status");
  if (!feed) return;

  // MARK: more items

  let loading = false;
  let failures = 0;
  const more = () => document.querySelector(".more a[rel=next]");

  async function load() {
    const link = more();
    if (loading || !link) return;
    loading = true;
    feed.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.status + " " + answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const items = [...page.querySelectorAll("[role=feed] > article")];
      const known = new Set([...feed.children].map((item) => item.id));
      const fresh = items.filter((item) => !known.has(item.id)).map((item) => document.importNode(item, true));
      for (const item of fresh) item.dataset.page = link.href;
      feed.append(...fresh);
      const next = page.querySelector(".more");
      document.querySelector(".more").replaceWith(next ? document.importNode(next, true) : "");
      renumber();
      tellTimes(fresh);
      failures = 0;
      watchEnd();
    } catch (problem) {
      failures += 1;
      say("More items could not be loaded: " + problem.message);
      setTimeout(watchEnd, Math.min(30000, 1000 * 2 ** failures));
    } finally {
      loading = false;
      feed.setAttribute("aria-busy", "false");
    }
  }

  // Positions count from the first item shown; the size is not known before the end.
  function renumber() {
    const first = Number(feed.firstElementChild?.getAttribute("aria-posinset") ?? 1);
    const items = feed.children;
    const size = more() ? -1 : first + items.length - 1;
    for (let index = 0; index < items.length; index++) {
      items[index].setAttribute("aria-posinset", first + index);
      items[index].setAttribute("aria-setsize", size);
    }
  }

  const end = new IntersectionObserver(
    (entries) => { if (entries.some((entry) => entry.isIntersecting)) load(); },
    { rootMargin: "0px 0px 500px 0px" });

  // What stands behind the items would be pushed away again and again.
  const footer = document.querySelector("footer");

  function watchEnd() {
    end.disconnect();
    footer.hidden = !!more();
    const place = document.querySelector(".more");
    if (place && more()) end.observe(place);
  }

  // MARK: the address follows the position

  // An item near the end of its page can stand at the top only when more stands below it.
  async function comeBack() {
    const item = location.hash && document.getElementById(location.hash.slice(1));
    if (!item) return;
    item.scrollIntoView({ block: "start" });
    while (item.getBoundingClientRect().top > 1 && more() && failures === 0) {
      await load();
      item.scrollIntoView({ block: "start" });
    }
  }

  let told = 0;
  function tellPosition() {
    told = 0;
    const item = firstVisible();
    if (!item) return;
    const page = item.dataset.page ?? location.pathname + location.search;
    history.replaceState(null, "", new URL(page, location.href).pathname + new URL(page, location.href).search + "#" + item.id);
  }

  function firstVisible() {
    for (const item of feed.children) if (item.getBoundingClientRect().bottom > 1) return item;
    return null;
  }

  addEventListener("scroll", () => { if (!told) told = setTimeout(tellPosition, 200); }, { passive: true });

  // MARK: keyboard (the ARIA feed pattern, and single letters)

  const current = () => document.activeElement?.closest?.("[role=feed] > article");

  function go(step) {
    const from = current() ?? (step > 0 ? null : firstVisible());
    const to = from
      ? (step > 0 ? from.nextElementSibling : from.previousElementSibling)
      : firstVisible();
    if (!to) { if (step > 0) load(); return; }
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "start" });
  }

  const help = document.getElementById("help");

  addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.ctrlKey) {
      // Out of the feed, which has no end: before it and behind it.
      if (!current()) return;
      if (event.key === "Home") document.querySelector("header a").focus();
      else if (event.key === "End") (more() ?? document.querySelector("footer a"))?.focus();
      else return;
      event.preventDefault();
      return;
    }
    switch (event.key) {
      case "j": go(1); break;
      case "k": go(-1); break;
      case "PageDown": if (!current()) return; go(1); break;
      case "PageUp": if (!current()) return; go(-1); break;
      case "o": (current() ?? firstVisible())?.querySelector("h2 a")?.click(); break;
      case "r": for (const button of document.querySelectorAll(".sources li[data-state=error] button")) button.click(); break;
      case "?": help.open ? help.close() : help.showModal(); break;
      default: return;
    }
    event.preventDefault();
  });

  // MARK: times

  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang || undefined, { numeric: "auto" });
  const spans = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

  function tellTimes(roots) {
    for (const root of roots) {
      for (const time of root.querySelectorAll("time[datetime]")) {
        const then = Date.parse(time.dateTime);
        if (Number.isNaN(then)) continue;
        time.title ||= new Date(then).toLocaleString();
        const seconds = (then - Date.now()) / 1000;
        const [unit, size] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
        time.textContent = relative.format(Math.round(seconds / size), unit);
      }
    }
  }

  setInterval(() => tellTimes([feed]), 60000);

  // MARK: sources

  function say(text) { status.textContent = text; }

  function show(state) {
    for (const chip of document.querySelectorAll(".sources li")) {
      if (chip.dataset.source !== state.source) continue;
      const was = chip.dataset.state;
      chip.dataset.state = state.state;
      chip.querySelector(".state").textContent = state.text;
      chip.title = state.reason ?? "";
      if (was === "error" && state.state === "ready") say((state.title ?? state.source) + " answers again. Reload to see its items.");
    }
  }

  for (const button of document.querySelectorAll(".sources button")) {
    button.addEventListener("click", async () => {
      const source = button.closest("li").dataset.source;
      const answer = await fetch("/retry?source=" + encodeURIComponent(source), { method: "POST" }).catch(() => null);
      say(answer?.ok ? "Asked again for " + source + "." : source + " could not be asked again.");
    });
  }

  const events = new EventSource("/events");
  events.addEventListener("state", (event) => show(JSON.parse(event.data)));
  addEventListener("pagehide", () => events.close());

  tellTimes([feed]);
  renumber();
  watchEnd();
  comeBack();
})();
