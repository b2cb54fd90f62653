internal import CCurl
import URIs
import WeftModel

/// A curl easy handle with what curl borrows from us while it runs; only the loop's thread uses it.
final class EasyHandle {
  let curl: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>

  init?() {
    guard let curl = curl_easy_init() else { return nil }
    self.curl = curl
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(curl)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// Forgets the last exchange; connections belong to the multi handle and stay.
  func reset() {
    // curl_easy_reset loses the list of cookie files without freeing it.
    weft_curl_set_text(curl, CURLOPT_COOKIEFILE, nil)
    // It keeps the share, and with it the cookies of another source.
    weft_curl_set_pointer(curl, CURLOPT_SHARE, nil)
    curl_easy_reset(curl)
    curl_slist_free_all(headers)
    headers = nil
    errorText.pointee = 0
  }

  /// curl's own words for what went wrong.
  var detail: String { String(cString: errorText) }

  /// Sets everything that the hop needs; `share` is its cookie jar.
  func prepare(_ hop: Hop, userAgent: String, share: CookieJar?, receiver: UnsafeMutableRawPointer) {
    weft_curl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText)
    weft_curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    // A name that is still being looked up when the request ends must not hold the thread.
    weft_curl_set_long(curl, CURLOPT_QUICK_EXIT, 1)
    weft_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    weft_curl_set_text(curl, CURLOPT_URL, hop.url)
    weft_curl_set_long(curl, CURLOPT_PATH_AS_IS, 1)
    weft_curl_set_long(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    weft_curl_set_text(curl, CURLOPT_ACCEPT_ENCODING, "gzip, br, zstd")
    weft_curl_set_text(
      curl, CURLOPT_USERAGENT, hop.connection.contact.map { "\(userAgent) (+\($0))" } ?? userAgent)
    // Requests that could share one HTTP/2 connection wait for it instead of opening one each.
    if hop.origin.scheme == "https" { weft_curl_set_long(curl, CURLOPT_PIPEWAIT, 1) }
    weft_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(hop.connect))
    weft_curl_set_long(curl, CURLOPT_TIMEOUT_MS, milliseconds(hop.remaining))
    prepareMethod(hop)
    prepareHeaders(hop)
    prepareConnection(hop.connection)
    if let share {
      weft_curl_set_pointer(curl, CURLOPT_SHARE, share.curl)
      // Switches the cookie engine on without reading a file.
      weft_curl_set_text(curl, CURLOPT_COOKIEFILE, "")
      for line in share.seeds(hop) { weft_curl_set_text(curl, CURLOPT_COOKIELIST, line) }
    } else if !hop.cookies.isEmpty {
      weft_curl_set_text(curl, CURLOPT_COOKIE, hop.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    weft_curl_set_receivers(curl, receiveBody, receiveHeader, receiver)
  }

  private func prepareMethod(_ hop: Hop) {
    if let body = hop.body {
      weft_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      body.withUnsafeBytes { bytes in
        // The size is set, so curl copies so many bytes, zeros too; an empty body has no address.
        var none: UInt8 = 0
        let address = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
        withUnsafeMutablePointer(to: &none) { empty in
          _ = weft_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, address ?? UnsafeMutableRawPointer(empty))
        }
      }
      if hop.method != "POST" { weft_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, hop.method) }
    } else if hop.method == "HEAD" {
      weft_curl_set_long(curl, CURLOPT_NOBODY, 1)
    } else if hop.method != "GET" {
      weft_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, hop.method)
    }
  }

  private func prepareHeaders(_ hop: Hop) {
    for field in hop.headers.fields {
      // curl reads `Name:` as "do not send it" and `Name;` as "send it without a value".
      headers = curl_slist_append(headers, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if hop.body != nil {
      // Neither wait for 100 Continue nor claim a form.
      headers = curl_slist_append(headers, "Expect:")
      if hop.headers["Content-Type"] == nil { headers = curl_slist_append(headers, "Content-Type:") }
    }
    if let headers { weft_curl_set_pointer(curl, CURLOPT_HTTPHEADER, headers) }
  }

  private func prepareConnection(_ settings: ConnectionSettings) {
    if let proxy = settings.proxy { weft_curl_set_text(curl, CURLOPT_PROXY, proxy) }
    if let file = settings.certificateFile { weft_curl_set_text(curl, CURLOPT_CAINFO, file) }
    if settings.isInsecure {
      weft_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 0)
      weft_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 0)
    }
  }

  /// At least one: to curl 0 means no limit.
  private func milliseconds(_ duration: Duration) -> Int {
    max(1, Int(clamping: (duration.inMicroseconds &+ 999) / 1_000))
  }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  guard let curl = transfer.handle?.curl else { return 0 }
  let status = weft_curl_get_long(curl, CURLINFO_RESPONSE_CODE)
  return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count), status: status) ? size * count : -1
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : -1
}
