extension PluginSkeleton {
  static let shell = #"""
    #!/bin/sh
    # NAME: a plugin of Weft in POSIX shell.
    #
    # A shell cannot read JSON. Weft writes the members of its messages in a fixed order and without blanks (see the
    # specification), so that what is needed here can be cut out of a line: the id, the method and the cursor.
    LC_ALL=C

    reply() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$1" "$2"; }
    refuse() { printf '{"jsonrpc":"2.0","id":%s,"error":{"code":%s,"message":"%s"}}\n' "$1" "$2" "$3"; }

    # One item by its number. Text from elsewhere must be escaped for JSON first.
    item() {
      printf '{"id":"NAME-%s","url":"https://example.org/%s","title":"Item %s","date_published":"2025-01-0%sT12:00:00Z"}' \
        "$1" "$1" "$1" "$((9 - $1))"
    }

    page() {
      cursor=${2#'{"cursor":'}
      cursor=${cursor%%,*}
      case $2 in
        *'"settings":{'*) ;;
        *) refuse "$1" -32602 'settings must be an object'; return ;;
      esac
      case $cursor in
        null) reply "$1" "{\"items\":[$(item 0),$(item 1)],\"_weft\":{\"next\":2}}" ;;
        2) reply "$1" "{\"items\":[$(item 2),$(item 3)],\"_weft\":{\"end\":\"no_next\"}}" ;;
        *) refuse "$1" -32003 'this cursor is not known' ;;
      esac
    }

    while IFS= read -r line; do
      case $line in
        '{"jsonrpc":"2.0","id":'*',"method":"'*'}')
          rest=${line#'{"jsonrpc":"2.0","id":'}
          id=${rest%%,*}
          rest=${rest#*'"method":"'}
          method=${rest%%\"*}
          params=${rest#*'"params":'}
          case $method in
            initialize) reply "$id" '{"protocol":1,"name":"NAME","version":"0.1","kinds":[{"name":"NAME"}]}' ;;
            page) page "$id" "$params" ;;
            shutdown) reply "$id" null ;;
            *) refuse "$id" -32601 'there is no such method' ;;
          esac
          ;;
        '{"jsonrpc":"2.0","method":'*) ;; # a notification; each page is made at once, so that cancel comes too late
        *) refuse null -32700 'this line is no message' ;;
      esac
    done

    """#
}
