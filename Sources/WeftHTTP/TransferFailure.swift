internal import CCurl
import Glibc
import URIs
import WeftModel

/// What curl's result codes mean to a person.
enum TransferFailure {
  /// What is known when an exchange fails.
  struct Circumstances {
    var code: CURLcode
    /// curl's own text; may be empty.
    var detail: String
    /// The error number of the last system call that failed.
    var systemError: Int32
    var isConnected: Bool
    var receivedBytes: Int
    /// The status is known.
    var hasHead: Bool
    /// The connection stands, and no byte of a body has come.
    var isInHead: Bool
  }

  /// The failure of an exchange that a callback stopped.
  static func stopped(_ stop: Transfer.Stop, _ hop: Hop) -> SourceFailure {
    switch stop {
    case .bodyTooLarge:
      failure(.tooLarge, "the body is larger than \(LimitText.bytes(hop.limits.bodyBytes))", hop)
    case .headersTooLarge:
      failure(.tooLarge, "the headers are larger than \(LimitText.bytes(HeaderCollector.limit))", hop)
    case .privateAddress(let address):
      failure(
        .redirect,
        "\(hop.server) has the address \(address), which is not public: a public server must not lead there", hop)
    case .enoughOfRedirect: failure(.redirect, "the body of a redirect does not end", hop)
    }
  }

  /// The failure of an exchange that curl ended.
  static func of(_ circumstances: Circumstances, _ hop: Hop) -> SourceFailure {
    let detail = circumstances.detail
    switch circumstances.code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return failure(.resolve, "no address found for \(hop.origin.host)", hop, .scheduled)
    case CURLE_COULDNT_RESOLVE_PROXY: return failure(.resolve, "no address found for the proxy", hop, .scheduled)
    case CURLE_COULDNT_CONNECT: return failure(.connect, unreachable(circumstances, hop), hop, .scheduled)
    case CURLE_OPERATION_TIMEDOUT: return failure(.timeout, late(circumstances, hop), hop, .scheduled)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return failure(.tls, "TLS: the certificate of \(hop.server) is not trusted (\(detail))", hop)
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CRL_BADFILE:
      return failure(.tls, "TLS: the file of certificates cannot be used (\(detail))", hop)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
      return failure(.tls, "TLS: no secure connection to \(hop.server) (\(detail))", hop, .scheduled)
    case CURLE_GOT_NOTHING:
      return failure(.connect, "\(hop.server) closed the connection without an answer", hop, .scheduled)
    case CURLE_PARTIAL_FILE:
      return failure(.connect, brokenOff(circumstances, hop), hop, .scheduled)
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      let text = circumstances.hasHead ? brokenOff(circumstances, hop) : "the connection to \(hop.server) broke"
      return failure(.connect, detail.isEmpty ? text : "\(text) (\(detail))", hop, .scheduled)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return failure(.connect, "\(hop.server) does not answer as an HTTP server does (\(detail))", hop)
    case CURLE_BAD_CONTENT_ENCODING:
      return failure(.document, "the compressed body from \(hop.server) cannot be unpacked (\(detail))", hop)
    case CURLE_OUT_OF_MEMORY where circumstances.isInHead:
      // What curl calls a line that outgrows its buffer.
      return failure(.tooLarge, "a header line of \(hop.server) is larger than 100 KiB", hop)
    case CURLE_FILESIZE_EXCEEDED:
      return failure(.tooLarge, "the answer from \(hop.server) is too large (\(detail))", hop)
    case CURLE_URL_MALFORMAT: return failure(.request, "the URL cannot be used: \(detail)", hop)
    default:
      let text = detail.isEmpty ? String(cString: curl_easy_strerror(circumstances.code)) : detail
      return failure(.connect, "no answer from \(hop.server): \(text)", hop, .scheduled)
    }
  }

  private static func unreachable(_ circumstances: Circumstances, _ hop: Hop) -> String {
    // curl's own words name the port that it tried; another than the server's is a proxy's.
    let words = circumstances.detail.split(separator: " ")
    if let port = words.firstIndex(of: "port"), words.indices.contains(port + 1), let number = Int(words[port + 1]),
      number != hop.origin.port, words.indices.contains(port - 1)
    {
      return "no connection to the proxy at \(words[port - 1]):\(number)"
    }
    let address = "\(hop.origin.host):\(hop.origin.port)"
    switch circumstances.systemError {
    case ECONNREFUSED: return "nothing listens at \(address)"
    case EHOSTUNREACH, ENETUNREACH: return "no way leads to \(address)"
    case 0: return "no connection to \(address) (\(circumstances.detail))"
    case let number: return "no connection to \(address) (\(String(cString: strerror(number))))"
    }
  }

  private static func late(_ circumstances: Circumstances, _ hop: Hop) -> String {
    let whole = LimitText.duration(hop.limits.whole)
    if circumstances.hasHead { return "the answer from \(hop.server) was not complete within \(whole)" }
    if !circumstances.isConnected, hop.connect < hop.remaining {
      return "no connection to \(hop.server) within \(LimitText.duration(hop.connect))"
    }
    return "no answer within \(whole) from \(hop.server)"
  }

  private static func brokenOff(_ circumstances: Circumstances, _ hop: Hop) -> String {
    "the answer from \(hop.server) broke off after \(LimitText.bytes(circumstances.receivedBytes))"
  }

  private static func failure(
    _ kind: SourceFailure.Kind, _ message: String, _ hop: Hop, _ retry: SourceFailure.Retry = .never
  ) -> SourceFailure {
    SourceFailure(kind, message, url: hop.shownURL, retry: retry)
  }
}
