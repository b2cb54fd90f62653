extension PluginSkeleton {
  static let python = #"""
    #!/usr/bin/env python3
    """NAME: a plugin of Weft. It needs nothing but Python's own library."""
    import json
    import sys

    PAGE_SIZE = 2


    class Refused(Exception):
        """An error of the protocol: its code, and what a person should know."""

        def __init__(self, code, message):
            super().__init__(message)
            self.code = code


    def page(settings, cursor):
        """One page. The cursor of the next one says all that is needed to find it: nothing is kept in between."""
        topic = settings.get("topic", "example")
        if not isinstance(topic, str):
            raise Refused(-32002, "topic must be text")
        start = 0 if cursor is None else cursor
        if not isinstance(start, int) or not 0 <= start < 4:
            raise Refused(-32003, "this cursor is not known")
        # Your own items go here; newest first, unless the configuration says `sorted: none`.
        items = [
            {
                "id": f"{topic}-{number}",
                "url": f"https://example.org/{topic}/{number}",
                "title": f"Item {number} about {topic}",
                "date_published": f"2025-01-0{9 - number}T12:00:00Z",
            }
            for number in range(start, start + PAGE_SIZE)
        ]
        end = start + PAGE_SIZE
        return {"items": items, "_weft": {"next": end} if end < 4 else {"end": "no_next"}}


    def answer(method, params):
        if method == "initialize":
            return {"protocol": 1, "name": "NAME", "version": "0.1", "kinds": [{"name": "NAME"}]}
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
        # Standard output is for messages alone: print() would break the protocol.
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
                continue  # a notification; each page is made at once, so that cancel comes too late
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

    """#
}
