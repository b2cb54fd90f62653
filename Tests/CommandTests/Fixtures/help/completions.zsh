#compdef weft
# zsh completion for weft, made by: weft help --completions zsh

# The names of the sources in the configuration of this command line.
_weft_sources() {
  local -a file names
  local given=${opt_args[-c]:-${opt_args[--config]}}
  [[ -n $given ]] && file=(-c ${~${(Q)given}})
  names=(${(f)"$($weft help --sources $file 2>/dev/null)"})
  compadd -a names
}

_weft() {
  local weft=${words[1]}
  typeset -A opt_args
  if (( CURRENT == 2 )); then
    local -a commands=(
      'feed:prints the merged feed of the sources in a configuration'
      'read:shows the merged feed in the terminal, to scroll and read'
      'check:reads two pages of each source and says what it found and what it could not'
      'probe:looks at a page and prints a stanza for it'
      'parse:reads one document and prints it as a JSON Feed'
      'select:prints what a selector finds in a document, one JSON value a line'
      'plugins:lists the kinds of source, their settings and where they come from'
      'plugin:makes a new plugin, or tries one against the specification'
      'serve:serves the merged feed to browsers, feed readers and other Wefts'
      'demo:serves the built-in demo site on the loopback interface'
      'schema:prints a JSON Schema of the configuration, for editors'
      'import:prints a configuration made of a list of subscriptions (OPML)'
      'export:prints the feeds of a configuration as a list of subscriptions (OPML)'
      'help:explains a command, or prints completions and the man pages'
    )
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
    feed) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--limit=[print exactly so many items, with the fewest requests (default 50)]:N|all:' \
      '--after=[go on where an earlier run ended the _weft.cursor of its --format json]:CURSOR:' \
      '--page-url=[where the output will be served, with {cursor} for the page json, atom and rss then name their next page]:TEMPLATE:' \
      '--order=[newest, interleave, weighted or rank (default the configuration'\''s)]:ORDER:(newest interleave weighted rank)' \
      '*--source=[read only this source; may be given several times]:NAME:_weft_sources' \
      '--since=[only items from then on RFC 3339, a day, or a span back from now such as 36h or 7d]:DATE:' \
      '--until=[only items before then, written as for --since]:DATE:' \
      '--format=[text, ndjson, json, atom, rss, html (one page without scripts) or csv (values exact a spreadsheet may take a cell that begins with = for a formula); default text]:FORMAT:(text ndjson json atom rss html csv)' \
      '--long[format text below each line the beginning of the text, authors, tags and the address]' \
      '--times=[formats text and html local (the zone of TZ, the locale of LC_ALL, LC_TIME or LANG), relative (3 h ago) or utc; default local on a terminal, else utc]:STYLE:(local relative utc)' \
      '--mode=[eco only requests that the items need, one after the other; smooth side by side, in half of the time or less, at times for a request more (default eco)]:MODE:(eco smooth)' \
      '--prefetch=[have so many items ready beyond those printed (default 0)]:N:' \
      '--patience=[how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s]:DURATION:' \
      '--strict[never leave a source out wait for it, and print nothing past one that failed]' \
      '--stats[print a table of the sources and their requests on standard error at the end]' \
      '--trace=[write one JSON object a line for each request, page, failure, state and item; - for standard error]:FILE:_files' \
      '--refresh[ask the servers again, whatever the cache holds]' \
      '--offline[answer from the cache alone, and say what is missing there]' \
      '--record=[keep every request and what came of it there, without secrets, in files to read or to send with a report]:DIR:_files' \
      '--replay=[answer from a recording and open no socket]:DIR:_files' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    read) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--order=[newest, interleave, weighted or rank (default the configuration'\''s)]:ORDER:(newest interleave weighted rank)' \
      '*--source=[read only this source; may be given several times]:NAME:_weft_sources' \
      '--since=[only items from then on RFC 3339, a day, or a span back from now such as 36h or 7d]:DATE:' \
      '--until=[only items before then, written as for --since]:DATE:' \
      '--prefetch=[have so many items ready beyond those shown (default the configuration'\''s)]:N:' \
      '--patience=[how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s]:DURATION:' \
      '--refresh[ask the servers again, whatever the cache holds]' \
      '--offline[answer from the cache alone, and say what is missing there]' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    check) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--format=[text or json (default text)]:FORMAT:(text json)' \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:name:_weft_sources' ;;
    probe) _arguments -s \
      '-h[print this help]' \
      '--help[print this help]' ;;
    parse) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '*--source=[read only this source; may be given several times]:NAME:_weft_sources' \
      '--kind=[read the document as this kind (weft plugins lists them)]:KIND:(auto feed json html xml)' \
      '--base=[the address of the document, for relative links]:URL:' \
      '--content-type=[the media type that the server gave, with its charset]:TYPE:' \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:file:_files' ;;
    select) _arguments -s \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:selector:_files' ;;
    plugins) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--format=[text or json (default text)]:FORMAT:(text json)' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    plugin) _arguments -s \
      '--language=[what the new plugin is written in python, shell or swift (default python)]:LANGUAGE:(python shell swift)' \
      '--directory=[the folder that is made for the new plugin (default ./NAME)]:DIR:_files' \
      '*--setting=[a setting of the source that test reads, written as in YAML]:KEY=VALUE:' \
      '--kind=[the kind that test reads (default the one that plugin.yaml names, or the first)]:KIND:(auto feed json html xml)' \
      '--timeout=[how long test waits for an answer (default 10s)]:DURATION:' \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:new:(new test)' ;;
    serve) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--listen=[where to listen (default 127.0.0.18080); port 0 takes a free one]:HOST:PORT:' \
      '*--host=[a name under which the site is reached; may be given several times]:NAME:' \
      '--title=[the title of the feed (default the only source'\''s, or Weft)]:TEXT:' \
      '--public-url=[where readers find the site, behind a proxy next pages are named there, and its name is one of the site'\''s]:URL:' \
      '--fresh=[how old the first page of a source may be (default 60s)]:DURATION:' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    demo) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--limit=[print exactly so many items, with the fewest requests (default 50)]:N|all:' \
      '--after=[go on where an earlier run ended the _weft.cursor of its --format json]:CURSOR:' \
      '--page-url=[where the output will be served, with {cursor} for the page json, atom and rss then name their next page]:TEMPLATE:' \
      '--order=[newest, interleave, weighted or rank (default the configuration'\''s)]:ORDER:(newest interleave weighted rank)' \
      '*--source=[read only this source; may be given several times]:NAME:_weft_sources' \
      '--since=[only items from then on RFC 3339, a day, or a span back from now such as 36h or 7d]:DATE:' \
      '--until=[only items before then, written as for --since]:DATE:' \
      '--format=[text, ndjson, json, atom, rss, html (one page without scripts) or csv (values exact a spreadsheet may take a cell that begins with = for a formula); default text]:FORMAT:(text ndjson json atom rss html csv)' \
      '--long[format text below each line the beginning of the text, authors, tags and the address]' \
      '--times=[formats text and html local (the zone of TZ, the locale of LC_ALL, LC_TIME or LANG), relative (3 h ago) or utc; default local on a terminal, else utc]:STYLE:(local relative utc)' \
      '--mode=[eco only requests that the items need, one after the other; smooth side by side, in half of the time or less, at times for a request more (default eco)]:MODE:(eco smooth)' \
      '--prefetch=[have so many items ready beyond those printed (default 0)]:N:' \
      '--patience=[how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s]:DURATION:' \
      '--strict[never leave a source out wait for it, and print nothing past one that failed]' \
      '--stats[print a table of the sources and their requests on standard error at the end]' \
      '--trace=[write one JSON object a line for each request, page, failure, state and item; - for standard error]:FILE:_files' \
      '--refresh[ask the servers again, whatever the cache holds]' \
      '--offline[answer from the cache alone, and say what is missing there]' \
      '--record=[keep every request and what came of it there, without secrets, in files to read or to send with a report]:DIR:_files' \
      '--replay=[answer from a recording and open no socket]:DIR:_files' \
      '--port=[the port (default a free one)]:N:' \
      '--feed[print the merged feed of the configuration and end]' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    schema) _arguments -s \
      '-h[print this help]' \
      '--help[print this help]' ;;
    import) _arguments -s \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:file:_files' ;;
    export) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '-h[print this help]' \
      '--help[print this help]' ;;
    help) _arguments -s \
      '-c+[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--config=[the configuration, - for standard input; default $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml]:FILE:_files' \
      '--completions=[print completions for bash, zsh or fish]:SHELL:(bash zsh fish)' \
      '--man[print the man page weft(1), or that of weft.yaml]' \
      '--sources[print the names of the configuration'\''s sources, one a line; for completions]' \
      '-h[print this help]' \
      '--help[print this help]' \
      '*:command:(feed read check probe parse select plugins plugin serve demo schema import export help)' ;;
  esac
}

_weft "$@"
