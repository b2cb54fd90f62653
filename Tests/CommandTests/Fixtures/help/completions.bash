# bash completion for weft, made by: weft help --completions bash
_weft() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "feed check probe parse select plugins plugin serve demo help --version --help" -- "$word"))
    return
  fi
  case "${COMP_WORDS[1]} $previous" in
    "feed -c"|"feed --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "feed --limit") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --after") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --page-url") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --order") COMPREPLY=($(compgen -W "newest interleave weighted rank" -- "$word")); return ;;
    "feed --source") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --since") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --until") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --format") COMPREPLY=($(compgen -W "text ndjson json atom rss" -- "$word")); return ;;
    "feed --mode") COMPREPLY=($(compgen -W "eco smooth" -- "$word")); return ;;
    "feed --prefetch") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --patience") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "feed --trace") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "feed --record") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "feed --replay") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "check -c"|"check --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "check --format") COMPREPLY=($(compgen -W "text json" -- "$word")); return ;;
    "parse -c"|"parse --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "parse --source") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "parse --kind") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "parse --base") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "parse --content-type") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "plugins -c"|"plugins --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "plugins --format") COMPREPLY=($(compgen -W "text json" -- "$word")); return ;;
    "plugin --language") COMPREPLY=($(compgen -W "python shell swift" -- "$word")); return ;;
    "plugin --directory") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "plugin --setting") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "plugin --kind") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "plugin --timeout") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "serve -c"|"serve --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "serve --listen") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "serve --host") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "serve --title") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "serve --fresh") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo -c"|"demo --config") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "demo --limit") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --after") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --page-url") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --order") COMPREPLY=($(compgen -W "newest interleave weighted rank" -- "$word")); return ;;
    "demo --source") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --since") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --until") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --format") COMPREPLY=($(compgen -W "text ndjson json atom rss" -- "$word")); return ;;
    "demo --mode") COMPREPLY=($(compgen -W "eco smooth" -- "$word")); return ;;
    "demo --prefetch") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --patience") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "demo --trace") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "demo --record") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "demo --replay") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "demo --port") COMPREPLY=($(compgen -W "" -- "$word")); return ;;
    "help --completions") COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return ;;
  esac
  case "${COMP_WORDS[1]}" in
    feed) COMPREPLY=($(compgen -W "--config --limit --after --page-url --order --source --since --until --format --mode --prefetch --patience --strict --stats --trace --refresh --offline --record --replay --help" -- "$word")) ;;
    check) COMPREPLY=($(compgen -W "--config --format --help" -- "$word")) ;;
    probe) COMPREPLY=($(compgen -W "--help" -- "$word")) ;;
    parse) COMPREPLY=($(compgen -W "--config --source --kind --base --content-type --help" -- "$word") $(compgen -f -- "$word")) ;;
    select) COMPREPLY=($(compgen -W "--help" -- "$word") $(compgen -f -- "$word")) ;;
    plugins) COMPREPLY=($(compgen -W "--config --format --help" -- "$word")) ;;
    plugin) COMPREPLY=($(compgen -W "--language --directory --setting --kind --timeout --help" -- "$word")) ;;
    serve) COMPREPLY=($(compgen -W "--config --listen --host --title --fresh --help" -- "$word")) ;;
    demo) COMPREPLY=($(compgen -W "--config --limit --after --page-url --order --source --since --until --format --mode --prefetch --patience --strict --stats --trace --refresh --offline --record --replay --port --feed --help" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W "--completions --man --help feed check probe parse select plugins plugin serve demo help" -- "$word")) ;;
  esac
}
complete -o filenames -F _weft weft
