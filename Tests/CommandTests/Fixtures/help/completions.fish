# fish completion for weft, made by: weft help --completions fish

# The command of this line is the one named.
function __weft_command
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end

# The names of the sources in the configuration of this command line.
function __weft_sources
  set -l words (commandline -opc)
  set -l file
  for index in (seq 2 (count $words))
    switch $words[$index]
      case -c --config
        set -q words[(math $index + 1)]; and set file -c $words[(math $index + 1)]
      case '--config=*'
        set file -c (string replace -- --config= '' $words[$index])
      case '-c*'
        set file -c (string replace -- -c '' $words[$index])
    end
  end
  test (count $file) -eq 2; and set file[2] (string replace -r -- '^~/' $HOME/ $file[2])
  $words[1] help --sources $file 2>/dev/null
end

complete -c weft -f
complete -c weft -n __fish_use_subcommand -a feed -d 'prints the merged feed of the sources in a configuration'
complete -c weft -n '__weft_command feed' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command feed' -l limit -x -d 'print exactly so many items, with the fewest requests (default 50)'
complete -c weft -n '__weft_command feed' -l after -x -d 'go on where an earlier run ended: the _weft.cursor of its --format json'
complete -c weft -n '__weft_command feed' -l page-url -x -d 'where the output will be served, with {cursor} for the page: json, atom and rss then name their next page'
complete -c weft -n '__weft_command feed' -l order -x -a 'newest interleave weighted rank' -d 'newest, interleave, weighted or rank (default: the configuration'\''s)'
complete -c weft -n '__weft_command feed' -l source -x -a '(__weft_sources)' -d 'read only this source; may be given several times'
complete -c weft -n '__weft_command feed' -l since -x -d 'only items from then on: RFC 3339, a day, or a span back from now such as 36h or 7d'
complete -c weft -n '__weft_command feed' -l until -x -d 'only items before then, written as for --since'
complete -c weft -n '__weft_command feed' -l format -x -a 'text ndjson json atom rss html csv' -d 'text, ndjson, json, atom, rss, html (one page without scripts) or csv (values exact: a spreadsheet may take a cell that begins with = for a formula); default text'
complete -c weft -n '__weft_command feed' -l long -d 'format text: below each line the beginning of the text, authors, tags and the address'
complete -c weft -n '__weft_command feed' -l times -x -a 'local relative utc' -d 'formats text and html: local (the zone of TZ, the locale of LC_ALL, LC_TIME or LANG), relative (3 h ago) or utc; default local on a terminal, else utc'
complete -c weft -n '__weft_command feed' -l mode -x -a 'eco smooth' -d 'eco: only requests that the items need, one after the other; smooth: side by side, in half of the time or less, at times for a request more (default eco)'
complete -c weft -n '__weft_command feed' -l prefetch -x -d 'have so many items ready beyond those printed (default 0)'
complete -c weft -n '__weft_command feed' -l patience -x -d 'how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s'
complete -c weft -n '__weft_command feed' -l strict -d 'never leave a source out: wait for it, and print nothing past one that failed'
complete -c weft -n '__weft_command feed' -l stats -d 'print a table of the sources and their requests on standard error at the end'
complete -c weft -n '__weft_command feed' -l trace -x -a '(__fish_complete_path (commandline -ct))' -d 'write one JSON object a line for each request, page, failure, state and item; - for standard error'
complete -c weft -n '__weft_command feed' -l refresh -d 'ask the servers again, whatever the cache holds'
complete -c weft -n '__weft_command feed' -l offline -d 'answer from the cache alone, and say what is missing there'
complete -c weft -n '__weft_command feed' -l record -x -a '(__fish_complete_path (commandline -ct))' -d 'keep every request and what came of it there, without secrets, in files to read or to send with a report'
complete -c weft -n '__weft_command feed' -l replay -x -a '(__fish_complete_path (commandline -ct))' -d 'answer from a recording and open no socket'
complete -c weft -n '__weft_command feed' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a read -d 'shows the merged feed in the terminal, to scroll and read'
complete -c weft -n '__weft_command read' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command read' -l order -x -a 'newest interleave weighted rank' -d 'newest, interleave, weighted or rank (default: the configuration'\''s)'
complete -c weft -n '__weft_command read' -l source -x -a '(__weft_sources)' -d 'read only this source; may be given several times'
complete -c weft -n '__weft_command read' -l since -x -d 'only items from then on: RFC 3339, a day, or a span back from now such as 36h or 7d'
complete -c weft -n '__weft_command read' -l until -x -d 'only items before then, written as for --since'
complete -c weft -n '__weft_command read' -l prefetch -x -d 'have so many items ready beyond those shown (default: the configuration'\''s)'
complete -c weft -n '__weft_command read' -l patience -x -d 'how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s'
complete -c weft -n '__weft_command read' -l refresh -d 'ask the servers again, whatever the cache holds'
complete -c weft -n '__weft_command read' -l offline -d 'answer from the cache alone, and say what is missing there'
complete -c weft -n '__weft_command read' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a check -d 'reads two pages of each source and says what it found and what it could not'
complete -c weft -n '__weft_command check' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command check' -l format -x -a 'text json' -d 'text or json (default text)'
complete -c weft -n '__weft_command check' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command check' -a '(__weft_sources)'
complete -c weft -n __fish_use_subcommand -a probe -d 'looks at a page and prints a stanza for it'
complete -c weft -n '__weft_command probe' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a parse -d 'reads one document and prints it as a JSON Feed'
complete -c weft -n '__weft_command parse' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command parse' -l source -x -a '(__weft_sources)' -d 'read only this source; may be given several times'
complete -c weft -n '__weft_command parse' -l kind -x -a 'auto feed json html xml' -d 'read the document as this kind (weft plugins lists them)'
complete -c weft -n '__weft_command parse' -l base -x -d 'the address of the document, for relative links'
complete -c weft -n '__weft_command parse' -l content-type -x -d 'the media type that the server gave, with its charset'
complete -c weft -n '__weft_command parse' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command parse' -F
complete -c weft -n __fish_use_subcommand -a select -d 'prints what a selector finds in a document, one JSON value a line'
complete -c weft -n '__weft_command select' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command select' -F
complete -c weft -n __fish_use_subcommand -a plugins -d 'lists the kinds of source, their settings and where they come from'
complete -c weft -n '__weft_command plugins' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command plugins' -l format -x -a 'text json' -d 'text or json (default text)'
complete -c weft -n '__weft_command plugins' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a plugin -d 'makes a new plugin, or tries one against the specification'
complete -c weft -n '__weft_command plugin' -l language -x -a 'python shell swift' -d 'what the new plugin is written in: python, shell or swift (default python)'
complete -c weft -n '__weft_command plugin' -l directory -x -a '(__fish_complete_path (commandline -ct))' -d 'the folder that is made for the new plugin (default: ./NAME)'
complete -c weft -n '__weft_command plugin' -l setting -x -d 'a setting of the source that test reads, written as in YAML'
complete -c weft -n '__weft_command plugin' -l kind -x -a 'auto feed json html xml' -d 'the kind that test reads (default: the one that plugin.yaml names, or the first)'
complete -c weft -n '__weft_command plugin' -l timeout -x -d 'how long test waits for an answer (default 10s)'
complete -c weft -n '__weft_command plugin' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command plugin' -a 'new test'
complete -c weft -n __fish_use_subcommand -a serve -d 'serves the merged feed to browsers, feed readers and other Wefts'
complete -c weft -n '__weft_command serve' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command serve' -l listen -x -d 'where to listen (default 127.0.0.1:8080); port 0 takes a free one'
complete -c weft -n '__weft_command serve' -l host -x -d 'a name under which the site is reached; may be given several times'
complete -c weft -n '__weft_command serve' -l title -x -d 'the title of the feed (default: the only source'\''s, or Weft)'
complete -c weft -n '__weft_command serve' -l public-url -x -d 'where readers find the site, behind a proxy: next pages are named there, and its name is one of the site'\''s'
complete -c weft -n '__weft_command serve' -l fresh -x -d 'how old the first page of a source may be (default 60s)'
complete -c weft -n '__weft_command serve' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a demo -d 'serves the built-in demo site on the loopback interface'
complete -c weft -n '__weft_command demo' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command demo' -l limit -x -d 'print exactly so many items, with the fewest requests (default 50)'
complete -c weft -n '__weft_command demo' -l after -x -d 'go on where an earlier run ended: the _weft.cursor of its --format json'
complete -c weft -n '__weft_command demo' -l page-url -x -d 'where the output will be served, with {cursor} for the page: json, atom and rss then name their next page'
complete -c weft -n '__weft_command demo' -l order -x -a 'newest interleave weighted rank' -d 'newest, interleave, weighted or rank (default: the configuration'\''s)'
complete -c weft -n '__weft_command demo' -l source -x -a '(__weft_sources)' -d 'read only this source; may be given several times'
complete -c weft -n '__weft_command demo' -l since -x -d 'only items from then on: RFC 3339, a day, or a span back from now such as 36h or 7d'
complete -c weft -n '__weft_command demo' -l until -x -d 'only items before then, written as for --since'
complete -c weft -n '__weft_command demo' -l format -x -a 'text ndjson json atom rss html csv' -d 'text, ndjson, json, atom, rss, html (one page without scripts) or csv (values exact: a spreadsheet may take a cell that begins with = for a formula); default text'
complete -c weft -n '__weft_command demo' -l long -d 'format text: below each line the beginning of the text, authors, tags and the address'
complete -c weft -n '__weft_command demo' -l times -x -a 'local relative utc' -d 'formats text and html: local (the zone of TZ, the locale of LC_ALL, LC_TIME or LANG), relative (3 h ago) or utc; default local on a terminal, else utc'
complete -c weft -n '__weft_command demo' -l mode -x -a 'eco smooth' -d 'eco: only requests that the items need, one after the other; smooth: side by side, in half of the time or less, at times for a request more (default eco)'
complete -c weft -n '__weft_command demo' -l prefetch -x -d 'have so many items ready beyond those printed (default 0)'
complete -c weft -n '__weft_command demo' -l patience -x -d 'how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s'
complete -c weft -n '__weft_command demo' -l strict -d 'never leave a source out: wait for it, and print nothing past one that failed'
complete -c weft -n '__weft_command demo' -l stats -d 'print a table of the sources and their requests on standard error at the end'
complete -c weft -n '__weft_command demo' -l trace -x -a '(__fish_complete_path (commandline -ct))' -d 'write one JSON object a line for each request, page, failure, state and item; - for standard error'
complete -c weft -n '__weft_command demo' -l refresh -d 'ask the servers again, whatever the cache holds'
complete -c weft -n '__weft_command demo' -l offline -d 'answer from the cache alone, and say what is missing there'
complete -c weft -n '__weft_command demo' -l record -x -a '(__fish_complete_path (commandline -ct))' -d 'keep every request and what came of it there, without secrets, in files to read or to send with a report'
complete -c weft -n '__weft_command demo' -l replay -x -a '(__fish_complete_path (commandline -ct))' -d 'answer from a recording and open no socket'
complete -c weft -n '__weft_command demo' -l port -x -d 'the port (default: a free one)'
complete -c weft -n '__weft_command demo' -l feed -d 'print the merged feed of the configuration and end'
complete -c weft -n '__weft_command demo' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a schema -d 'prints a JSON Schema of the configuration, for editors'
complete -c weft -n '__weft_command schema' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a import -d 'prints a configuration made of a list of subscriptions (OPML)'
complete -c weft -n '__weft_command import' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command import' -F
complete -c weft -n __fish_use_subcommand -a export -d 'prints the feeds of a configuration as a list of subscriptions (OPML)'
complete -c weft -n '__weft_command export' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command export' -l help -s h -d 'print this help'
complete -c weft -n __fish_use_subcommand -a help -d 'explains a command, or prints completions and the man pages'
complete -c weft -n '__weft_command help' -l config -s c -x -a '(__fish_complete_path (commandline -ct))' -d 'the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, $XDG_CONFIG_HOME/weft/weft.yaml'
complete -c weft -n '__weft_command help' -l completions -x -a 'bash zsh fish' -d 'print completions for bash, zsh or fish'
complete -c weft -n '__weft_command help' -l man -d 'print the man page weft(1), or that of weft.yaml'
complete -c weft -n '__weft_command help' -l sources -d 'print the names of the configuration'\''s sources, one a line; for completions'
complete -c weft -n '__weft_command help' -l help -s h -d 'print this help'
complete -c weft -n '__weft_command help' -a 'feed read check probe parse select plugins plugin serve demo schema import export help'
