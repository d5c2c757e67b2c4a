internal import CCurl

/// One request at work in libcurl, and what has arrived of its answer. On the thread of transfers only.
final class CurlTransfer {
  /// The program's name, unless the board sets another one.
  private static let userAgent = "signalbox"

  /// The size of all headers of an answer above which it fails. libcurl has a limit of its own for them,
  /// which it reports in words only.
  private static let headerLimit = 200 << 10

  let handle: curl_transfer
  let request: HTTPRequest
  let exchange: any Exchange
  private let library: CurlLibrary
  private let options: TransferOptions
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_MESSAGE_SIZE))
  private var lines: OpaquePointer?
  private var headerSize = 0
  private var body: [UInt8] = []
  private var isCut = false
  private var sentSize = 0

  /// - Throws: ``NetworkFailure`` if libcurl does not have what the request needs.
  init(_ request: HTTPRequest, of exchange: any Exchange, by library: CurlLibrary) throws(NetworkFailure) {
    guard let handle = curl_transfer_make(library.functions) else { throw .other("out of memory") }
    self.handle = handle
    self.request = request
    self.exchange = exchange
    self.library = library
    options = exchange.options
    message.initialize(repeating: 0, count: Int(CURL_MESSAGE_SIZE))
    setManners()
    setConnection()
    try setRequest()
    try setCertificates()
  }

  deinit {
    curl_transfer_free(library.functions, handle)
    curl_lines_free(library.functions, lines)
    message.deallocate()
  }

  // MARK: Options

  private func set(_ option: curl_number, _ value: Int) throws(NetworkFailure) {
    try check(curl_set_number(library.functions, handle, option, value))
  }

  private func set(_ option: curl_text, _ value: String?) throws(NetworkFailure) {
    try check(curl_set_text(library.functions, handle, option, value))
  }

  private func check(_ code: CInt) throws(NetworkFailure) {
    guard code == 0 else { throw .other("libcurl: \(library.meaning(of: code))") }
  }

  /// What is the same for all requests. Older versions of libcurl do not know some of these options, and then
  /// do not need them.
  private func setManners() {
    let numbers: KeyValuePairs = [
      // Signals would end up in any thread of the program.
      CURL_NUMBER_NO_SIGNAL: 1,
      CURL_NUMBER_PROTOCOLS: 1 | 2,
      // Without a limit of its own, libcurl would have one of five minutes.
      CURL_NUMBER_CONNECT_MILLISECONDS: options.connectLimit.map(Self.milliseconds) ?? 24 * 60 * 60 * 1000,
      CURL_NUMBER_MILLISECONDS: options.limit.map(Self.milliseconds) ?? 0,
      // A request that is cancelled while its host is looked up does not delay the others.
      CURL_NUMBER_LEAVES_RESOLVER: 1,
    ]
    for (option, value) in numbers { try? set(option, value) }
    curl_set_message(library.functions, handle, message)
    curl_set_sinks(
      library.functions, handle,
      { bytes, _, size, context in CurlTransfer.of(context)?.receiveHeader(size) ?? 0 },
      { bytes, _, size, context in
        CurlTransfer.of(context)?.receive(UnsafeRawBufferPointer(start: bytes, count: size)) ?? 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// At least 1, because 0 is no limit.
  private static func milliseconds(_ duration: Duration) -> Int {
    max(1, Int(duration / .milliseconds(1)))
  }

  private func setConnection() {
    let numbers: KeyValuePairs<curl_number, Int>
    switch options.connection {
    case .fresh:
      // A probe finds out whether somebody new would be served: it resolves the name, connects and sees the
      // certificate. Nor does a connection remain that an idle program would hold.
      numbers = [
        CURL_NUMBER_FRESH_CONNECTION: 1, CURL_NUMBER_FORBID_REUSE: 1, CURL_NUMBER_NAME_CACHE_SECONDS: 0,
        CURL_NUMBER_TLS_SESSION_CACHE: 0,
      ]
      // All that libcurl can decode.
      try? set(CURL_TEXT_ENCODINGS, "")
    case .kept:
      // The system detects a server that is gone while nothing is sent.
      numbers = [
        CURL_NUMBER_HTTP_VERSION: 2, CURL_NUMBER_ASKS_IDLE_SERVER: 1,
        CURL_NUMBER_IDLE_SECONDS_BEFORE_ASKING: 10, CURL_NUMBER_SECONDS_BETWEEN_ASKING: 5,
      ]
      try? set(CURL_TEXT_PROXY, "")
    }
    for (option, value) in numbers { try? set(option, value) }
  }

  private func setRequest() throws(NetworkFailure) {
    try set(CURL_TEXT_URL, request.address)
    switch request.method {
    case "HEAD": try set(CURL_NUMBER_NO_BODY, 1)
    case "GET" where request.body == nil: try set(CURL_NUMBER_GET, 1)
    default:
      // The others say that they have no body: "Content-Length: 0".
      let body = request.body ?? []
      try set(CURL_NUMBER_POST, 1)
      try setBody(body)
      if request.method != "POST" { try set(CURL_TEXT_METHOD, request.method) }
    }
    try set(CURL_TEXT_USER_AGENT, Self.userAgent)
    for header in request.headers {
      // A name with a semicolon is a header without a value; with a colon it would be none.
      let isEmpty = header.value.allSatisfy { $0 == " " || $0 == "\t" }
      try add(isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    // What libcurl would add; without a value they are left out.
    let names = Set(request.headers.map { $0.name.lowercased() })
    if !names.contains("expect") { try add("Expect:") }
    let isForm = request.method == "POST" && request.body != nil
    if !isForm, !names.contains("content-type") { try add("Content-Type:") }
    try check(curl_set_headers(library.functions, handle, lines))
  }

  private func setBody(_ body: [UInt8]) throws(NetworkFailure) {
    guard options.connection == .kept else {
      return try check(curl_set_body(library.functions, handle, body, Int64(body.count)))
    }
    try check(
      curl_set_source(
        library.functions, handle,
        { bytes, one, size, context in
          CurlTransfer.of(context)?.send(to: UnsafeMutableRawBufferPointer(start: bytes, count: one * size))
            ?? Int(CURL_SOURCE_ABORTS)
        }, Unmanaged.passUnretained(self).toOpaque(), Int64(body.count)))
  }

  private func add(_ line: String) throws(NetworkFailure) {
    guard let longer = curl_lines_add(library.functions, lines, line) else { throw .other("out of memory") }
    lines = longer
  }

  private func setCertificates() throws(NetworkFailure) {
    switch options.trust {
    case .system: break
    case .file(let path):
      try set(CURL_TEXT_AUTHORITIES, path)
      // The authorities of the system may be a directory besides the file.
      try? set(CURL_TEXT_AUTHORITIES_DIRECTORY, nil)
      // The file is read each time, because it may have changed.
      try? set(CURL_NUMBER_AUTHORITIES_CACHE_SECONDS, 0)
    case .anyone:
      try set(CURL_NUMBER_VERIFY_PEER, 0)
      try set(CURL_NUMBER_VERIFY_HOST, 0)
    }
    if options.readsCertificate { try set(CURL_NUMBER_CERTIFICATES, 1) }
  }

  // MARK: Events

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the size, or less to end the transfer.
  private func receiveHeader(_ size: Int) -> Int {
    headerSize += size
    return headerSize > Self.headerLimit ? 0 : size
  }

  /// Returns the number of bytes of the body of the request that were stored.
  private func send(to bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard sentSize > 0 || exchange.willSend() else { return Int(CURL_SOURCE_ABORTS) }
    let part = (request.body ?? []).dropFirst(sentSize).prefix(bytes.count)
    bytes.copyBytes(from: part)
    sentSize += part.count
    return part.count
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    if options.deliversParts {
      let status = curl_status(library.functions, handle)
      return exchange.receive(bytes, status: status) ? bytes.count : 0
    }
    let room = options.bodyLimit - body.count
    body += bytes.prefix(room)
    isCut = bytes.count > room
    return isCut ? 0 : bytes.count
  }

  // MARK: The end

  private var redirect: String? { curl_redirect(library.functions, handle).map { String(cString: $0) } }

  /// The answer of a transfer that has ended with a code of libcurl.
  func answer(_ code: CInt) throws(NetworkFailure) -> TransferAnswer {
    let status = curl_status(library.functions, handle)
    guard code == 0 || isCut else {
      if headerSize > Self.headerLimit { throw .headersTooLarge }
      if code == NetworkFailure.unusableAuthorities, case .file(let path) = options.trust {
        throw .authorities(path, "a certificate in it is not valid")
      }
      throw NetworkFailure(
        CurlFailure(
          code: code, status: status, systemError: CInt(curl_system_error(library.functions, handle)),
          tunnelStatus: curl_tunnel_status(library.functions, handle), message: text(of: code)))
    }
    return TransferAnswer(
      status: status, body: body, isCut: isCut, redirect: redirect, certificateEnd: certificateEnd)
  }

  /// What libcurl says about the error of this transfer, or else about all of its kind.
  private func text(of code: CInt) -> String {
    let text = String(cString: message)
    return text.isEmpty ? library.meaning(of: code) : text
  }

  private var certificateEnd: Int64? {
    var index: CInt = 0
    while let line = curl_certificate_line(library.functions, handle, index) {
      if let end = CertificateDate.end(inLine: String(cString: line)) { return end }
      index += 1
    }
    return nil
  }
}
