/// Words that other tools use, and the key that Weft has for them; a dotted one stands in another section.
enum Synonyms {
  static let table: [SectionName: [String: String]] = [
    .file: [
      "feeds": "sources", "source": "sources", "feed": "sources", "default": "defaults", "version": "weft",
      "sort": "merge.order", "order_by": "merge.order", "deduplicate": "merge.dedupe",
    ],
    .source: [
      "link": "url", "uri": "url", "href": "url", "address": "url", "feed": "url", "endpoint": "url",
      "first_page": "first_url", "start_url": "first_url", "type": "kind", "format": "kind", "plugin": "kind",
      "name": "title", "label": "title", "active": "enabled", "disabled": "enabled", "skip": "enabled",
      "priority": "weight", "timezone": "zone", "tz": "zone", "time_zone": "zone", "selector": "items",
      "select": "items", "css": "items", "xpath": "items", "item": "items", "entries": "items", "entry": "items",
      "list": "items", "results": "items", "posts": "items", "data": "items", "records": "items", "data_path": "items",
      "filters": "where", "conditions": "where", "if": "where", "field": "fields", "mapping": "fields",
      "map": "fields", "pagination": "paging", "page": "paging", "pager": "paging", "paginator": "paging",
      "http": "request", "page_size": "paging.size", "per_page": "paging.size", "limit": "paging.size",
      "next_page": "paging.next", "next_url": "paging.next", "token": "request.auth.bearer",
      "header": "request.headers", "cookie": "request.cookies", "timeouts": "request.timeout",
      "user_agent": "request.headers",
    ],
    .fields: [
      "link": "url", "href": "url", "uri": "url", "permalink": "url", "guid": "id", "uuid": "id", "name": "title",
      "headline": "title", "content": "content_html", "body": "content_html", "html": "content_html",
      "text": "content_text", "description": "summary", "excerpt": "summary", "abstract": "summary",
      "picture": "image", "thumbnail": "image", "img": "image", "date": "date_published",
      "published": "date_published", "pub_date": "date_published", "pubdate": "date_published",
      "created": "date_published", "created_at": "date_published", "published_at": "date_published",
      "updated": "date_modified", "modified": "date_modified", "updated_at": "date_modified", "author": "authors",
      "creator": "authors", "category": "tags", "categories": "tags", "keywords": "tags", "lang": "language",
      "enclosure": "attachments", "enclosures": "attachments",
    ],
    .value: [
      "selector": "select", "css": "select", "xpath": "select", "path": "select", "regex": "match", "pattern": "match",
      "value": "const", "constant": "const", "separator": "join", "date_format": "format", "timezone": "zone",
      "tz": "zone", "fallback": "default", "suffix": "template",
    ],
    .condition: [
      "key": "field", "name": "field", "regex": "matches", "match": "matches", "equals": "has", "or": "any",
    ],
    .paging: [
      "style": "by", "type": "by", "kind": "by", "mode": "by", "strategy": "by", "first": "start", "from": "start",
      "offset": "start", "initial": "start", "increment": "step", "limit": "size", "page_size": "size",
      "per_page": "size", "param": "into", "parameter": "into", "in": "into", "relation": "rel", "next_url": "next",
      "next_page": "next", "token": "cursor", "next_cursor": "cursor", "key": "last", "until": "stop", "end": "stop",
      "total": "paging.stop.total_items", "pages": "paging.stop.max_pages",
    ],
    .stop: [
      "has_next": "has_more", "more": "has_more", "pages": "max_pages", "items": "max_items", "limit": "max_items",
      "total": "total_items", "count": "total_items", "last_page": "total_pages", "before": "older_than",
      "errors": "past_end",
    ],
    .rule: ["text": "contains", "body": "contains", "error": "code"],
    .request: [
      "verb": "method", "header": "headers", "authorization": "auth", "token": "request.auth.bearer",
      "cookie": "cookies",
      "hosts": "trust", "data": "body", "payload": "body", "max_redirects": "redirects", "follow": "redirects",
      "max_size": "max_bytes", "encoding": "charset", "error": "fail_when", "errors": "fail_when", "retries": "retry",
      "rate_limit": "rate", "verify": "insecure", "user_agent": "headers",
    ],
    .auth: ["token": "bearer", "user": "basic", "password": "basic", "headers": "header", "params": "query"],
    .retry: [
      "max": "times", "attempts": "times", "count": "times", "retries": "times", "delay": "base", "max_delay": "cap",
      "statuses": "status", "codes": "status",
    ],
    .merge: ["sort": "order", "by": "order", "ahead": "prefetch", "timeout": "patience", "deduplicate": "dedupe"],
    .dedupe: ["keys": "by", "key": "by", "strip": "strip_query", "titles": "title"],
  ]
}
