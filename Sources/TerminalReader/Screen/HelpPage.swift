/// What `?` shows.
enum HelpPage {
  static let lines = [
    "  j k, arrows, wheel   move                 Enter, 2 clicks read",
    "  space b, page keys   a screen on, back    q Esc Left      back; in the list q ends",
    "  g G, Home End        first, last          n p             next, last item while reading",
    "  r                    retry what failed    1 … 9, click    open a link of the article",
    "  R                    look for new items; once more, or g: show them",
    "  s                    the sources: their states; off: hidden and not fetched",
    "  / n N                search in what is at hand, next, last match",
    "  o y                  open in a browser, copy the address",
    "  T                    to the top of the feed, read anew",
    "  Ctrl-L               draw the screen again",
    "",
    "  • is not read yet; “late” came too late for its place in the order.",
    "  Ending keeps the place: weft read goes on there. Any key closes this page.",
  ]
}
