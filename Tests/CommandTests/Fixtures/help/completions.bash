# bash completion for weft, made by: weft help --completions bash

# The words behind the first argument that begin with what is written.
_weft_words() {
  local written=$1 word
  shift
  for word; do [[ $word == "$written"* ]] && COMPREPLY+=("$word"); done
}

_weft_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# The names of the sources in the configuration of this command line.
_weft_sources() {
  local index file= name
  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${COMP_WORDS[index]} in
      -c) file=${COMP_WORDS[index+1]} ;;
      # Bash splits at the equals sign.
      --config)
        file=${COMP_WORDS[index+1]}
        [[ $file == = ]] && file=${COMP_WORDS[index+2]} ;;
      -c?*) file=${COMP_WORDS[index]#-c} ;;
    esac
  done
  [[ $file == \~/* ]] && file=$HOME/${file#\~/}
  while IFS= read -r name; do
    printf -v name %q "$name"
    [[ $name == "$1"* ]] && COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" help --sources ${file:+-c "$file"} 2>/dev/null)
}

_weft() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [[ $COMP_CWORD == 1 ]]; then
    _weft_words "$word" feed read check probe parse select plugins plugin serve demo schema import export help --version --help
    return
  fi
  case "${COMP_WORDS[1]} $previous" in
    "feed -c"|"feed --config") _weft_files "$word"; return ;;
    "feed --limit") :; return ;;
    "feed --after") :; return ;;
    "feed --page-url") :; return ;;
    "feed --order") _weft_words "$word" newest interleave weighted rank; return ;;
    "feed --source") _weft_sources "$word"; return ;;
    "feed --since") :; return ;;
    "feed --until") :; return ;;
    "feed --format") _weft_words "$word" text ndjson json atom rss html csv; return ;;
    "feed --times") _weft_words "$word" local relative utc; return ;;
    "feed --mode") _weft_words "$word" eco smooth; return ;;
    "feed --prefetch") :; return ;;
    "feed --patience") :; return ;;
    "feed --trace") _weft_files "$word"; return ;;
    "feed --record") _weft_files "$word"; return ;;
    "feed --replay") _weft_files "$word"; return ;;
    "read -c"|"read --config") _weft_files "$word"; return ;;
    "read --order") _weft_words "$word" newest interleave weighted rank; return ;;
    "read --source") _weft_sources "$word"; return ;;
    "read --since") :; return ;;
    "read --until") :; return ;;
    "read --prefetch") :; return ;;
    "read --patience") :; return ;;
    "check -c"|"check --config") _weft_files "$word"; return ;;
    "check --format") _weft_words "$word" text json; return ;;
    "parse -c"|"parse --config") _weft_files "$word"; return ;;
    "parse --source") _weft_sources "$word"; return ;;
    "parse --kind") _weft_words "$word" auto feed json html xml; return ;;
    "parse --base") :; return ;;
    "parse --content-type") :; return ;;
    "plugins -c"|"plugins --config") _weft_files "$word"; return ;;
    "plugins --format") _weft_words "$word" text json; return ;;
    "plugin --language") _weft_words "$word" python shell swift; return ;;
    "plugin --directory") _weft_files "$word"; return ;;
    "plugin --setting") :; return ;;
    "plugin --kind") _weft_words "$word" auto feed json html xml; return ;;
    "plugin --timeout") :; return ;;
    "serve -c"|"serve --config") _weft_files "$word"; return ;;
    "serve --listen") :; return ;;
    "serve --host") :; return ;;
    "serve --title") :; return ;;
    "serve --public-url") :; return ;;
    "serve --fresh") :; return ;;
    "demo -c"|"demo --config") _weft_files "$word"; return ;;
    "demo --limit") :; return ;;
    "demo --after") :; return ;;
    "demo --page-url") :; return ;;
    "demo --order") _weft_words "$word" newest interleave weighted rank; return ;;
    "demo --source") _weft_sources "$word"; return ;;
    "demo --since") :; return ;;
    "demo --until") :; return ;;
    "demo --format") _weft_words "$word" text ndjson json atom rss html csv; return ;;
    "demo --times") _weft_words "$word" local relative utc; return ;;
    "demo --mode") _weft_words "$word" eco smooth; return ;;
    "demo --prefetch") :; return ;;
    "demo --patience") :; return ;;
    "demo --trace") _weft_files "$word"; return ;;
    "demo --record") _weft_files "$word"; return ;;
    "demo --replay") _weft_files "$word"; return ;;
    "demo --port") :; return ;;
    "export -c"|"export --config") _weft_files "$word"; return ;;
    "help -c"|"help --config") _weft_files "$word"; return ;;
    "help --completions") _weft_words "$word" bash zsh fish; return ;;
  esac
  case "${COMP_WORDS[1]}" in
    feed)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --limit --after --page-url --order --source --since --until --format --long --times --mode --prefetch --patience --strict --stats --trace --refresh --offline --record --replay --help
      else
        :
      fi ;;
    read)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --order --source --since --until --prefetch --patience --refresh --offline --help
      else
        :
      fi ;;
    check)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --format --help
      else
        _weft_sources "$word"
      fi ;;
    probe)
      if [[ $word == -* ]]; then
        _weft_words "$word" --help
      else
        :
      fi ;;
    parse)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --source --kind --base --content-type --help
      else
        _weft_files "$word"
      fi ;;
    select)
      if [[ $word == -* ]]; then
        _weft_words "$word" --help
      else
        _weft_files "$word"
      fi ;;
    plugins)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --format --help
      else
        :
      fi ;;
    plugin)
      if [[ $word == -* ]]; then
        _weft_words "$word" --language --directory --setting --kind --timeout --help
      else
        _weft_words "$word" new test
      fi ;;
    serve)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --listen --host --title --public-url --fresh --help
      else
        :
      fi ;;
    demo)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --limit --after --page-url --order --source --since --until --format --long --times --mode --prefetch --patience --strict --stats --trace --refresh --offline --record --replay --port --feed --help
      else
        :
      fi ;;
    schema)
      if [[ $word == -* ]]; then
        _weft_words "$word" --help
      else
        :
      fi ;;
    import)
      if [[ $word == -* ]]; then
        _weft_words "$word" --help
      else
        _weft_files "$word"
      fi ;;
    export)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --help
      else
        :
      fi ;;
    help)
      if [[ $word == -* ]]; then
        _weft_words "$word" --config --completions --man --sources --help
      else
        _weft_words "$word" feed read check probe parse select plugins plugin serve demo schema import export help
      fi ;;
  esac
}
complete -F _weft weft
