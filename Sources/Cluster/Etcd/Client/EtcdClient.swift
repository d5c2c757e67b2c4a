internal import SignalboxCore
internal import Transfers

/// A client of the JSON gateway of etcd, version 3.4 or newer.
///
///     let client = EtcdClient(EtcdSettings(endpoints: ["https://a:2379", "https://b:2379"]))
///     let answer = await client.perform(.read([EtcdRange(prefix: "/signalbox/")]), within: .seconds(3))
///
/// It loads libcurl with the first request. Between requests it has no thread and no timer, except that of a
/// watch, which sleeps until something arrives. Connections remain open until the client is released.
///
/// All reads are linearizable. No redirect is followed, and no proxy is used: the password and the token are
/// sent only to the endpoints.
package final class EtcdClient: Sendable {
  /// An answer that exceeds this size, in bytes, is none.
  package static let answerLimit = 16 << 20

  /// The time in which a watch begins, and in which a token is requested.
  private static let usualLimit = Duration.seconds(5)

  /// The least time for which a node is waited for while there are others to try.
  private static let leastShare = Duration.seconds(1)

  /// The least time for another round.
  private static let leastTime = Duration.milliseconds(300)

  private struct State {
    var rotation: EndpointRotation
    /// The open watches, each with the index of its node.
    var watches: [ObjectIdentifier: (index: Int, exchange: WatchExchange)] = [:]
    /// The node that has given the last proof, as long as it answers.
    var proven: (index: Int, proof: EtcdProof)?
  }

  private let settings: EtcdSettings
  private let endpoints: [String]
  private let password: @Sendable () throws -> String
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> ContinuousClock.Instant
  private let source: TransferSource
  private let tokens = TokenStore()
  private let state: Locked<State>

  /// - Parameters:
  ///   - settings: Its endpoints must not be empty.
  ///   - password: Reads the password of the user, each time that a token is requested.
  ///   - libraries: The names or paths of libcurl, tried one after the other.
  ///   - random: Returns numbers from 0 up to 1.
  ///   - now: The time that decides whether, and for how long, another node is tried.
  package init(
    _ settings: EtcdSettings, password: @escaping @Sendable () throws -> String = { "" },
    libraries: [String] = CurlLibrary.usualNames,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.settings = settings
    endpoints = settings.endpoints.map(Self.normal)
    self.password = password
    self.random = random
    self.now = now
    source = TransferSource(libraries: libraries)
    state = Locked(State(rotation: EndpointRotation(count: max(1, endpoints.count), random: random())))
  }

  /// Whether a request or a watch is open, for which there is a thread.
  package var isBusy: Bool { source.isBusy }

  /// The number of open watches.
  var watchCount: Int { state.withLock { $0.watches.count } }

  // MARK: Requests

  /// Performs a request and returns the answer.
  ///
  /// It sends the request to one node after the other, in rounds with a pause of random length, until one
  /// answers or the time has passed. A request that may have been performed is sent again only if that
  /// changes nothing (``EtcdRequest/isRepeatable``). When the task is cancelled, it returns soon.
  /// - Parameters:
  ///   - limit: The time for everything.
  ///   - route: Which nodes may get it.
  package func perform(
    _ request: EtcdRequest, within limit: Duration, by route: EtcdRoute = .any
  ) async -> Result<EtcdAnswer, EtcdFailure> {
    let deadline = now() + limit
    // The next node, and the next try, would fail in the same way.
    if let failure = failureOfPreparation { return .failure(failure) }
    if case .node(let address) = route {
      guard let index = endpoints.firstIndex(of: Self.normal(address)) else {
        return .failure(.unreachable("\(address) is not named any more"))
      }
      return await send(request, to: index, limits: Limits(remaining: limit, nodes: 1))
    }
    // Why the last round failed that asked every node.
    var wholeFailure: EtcdFailure?
    while true {
      var order = state.withLock { $0.rotation.order }
      if case .except(let others) = route {
        let others = Set(others.map(Self.normal))
        order.removeAll { others.contains(endpoints[$0]) }
        if order.isEmpty { return .failure(.unreachable("there are no endpoints")) }
      }
      var failures = RoundFailures()
      var isWhole = true
      for (position, index) in order.enumerated() {
        let remaining = deadline - now()
        // The first attempt is made even without any time: its failure says why.
        if remaining <= .zero, position > 0 {
          isWhole = false
          break
        }
        // Also a last node that is silent leaves time to ask the others again: they may have a leader then.
        let limits = Limits(remaining: remaining, nodes: max(order.count - position, min(order.count, 2)))
        let result: Result<EtcdAnswer, EtcdFailure>
        if let failure = await disproof(of: index, by: route, limits) {
          result = .failure(failure)
        } else {
          result = compare(await send(request, to: index, limits: limits), of: index, by: route)
        }
        switch result {
        case .success: return result
        case .failure(let failure):
          if failure.isSameEverywhere || Task.isCancelled { return result }
          if failure.mayHaveBeenApplied, !request.isRepeatable { return result }
          failures.add(failure)
        }
      }
      guard let summary = failures.summary else { continue }
      // The nodes that were not asked any more may be those that say why.
      let failure = isWhole ? summary : wholeFailure ?? summary
      wholeFailure = failure
      let pause = Duration.milliseconds(100 + 200 * random())
      // An attempt without the time for an answer would hide the reason.
      if failures.areFinal || now() + pause + Self.leastTime > deadline {
        return .failure(failure)
      }
      // A cancelled pause ends at once.
      guard (try? await Task.sleep(for: pause)) != nil else { return .failure(failure) }
    }
  }

  /// The times for an attempt at one node.
  private struct Limits {
    /// For the attempt, if others can follow.
    let share: Duration
    /// For everything.
    let remaining: Duration

    init(remaining: Duration, nodes: Int) {
      self.remaining = max(.milliseconds(1), remaining)
      share = min(self.remaining, max(EtcdClient.leastShare, self.remaining / nodes))
    }

    func limit(of request: EtcdRequest) -> Duration { request.isRepeatable ? share : remaining }
  }

  /// Sends a request to one node, with a token if there is a user.
  private func send(_ request: EtcdRequest, to index: Int, limits: Limits) async -> Result<
    EtcdAnswer, EtcdFailure
  > {
    let endpoint = endpoints[index]
    var token: TokenStore.Token?
    var isFirst = true
    while true {
      if settings.user != nil {
        switch await currentToken(insteadOf: isFirst ? nil : token, at: index, within: limits.share) {
        case .success(let new): token = new
        case .failure(let failure): return .failure(failure)
        }
      }
      let outcome = await exchange(
        request.path, request.json, token: token, at: index, connectLimit: limits.share,
        limit: limits.limit(of: request))
      switch outcome {
      case .failure(let failure): return .failure(failure)
      case .success(.error(let error)) where error.concernsToken && settings.user != nil && isFirst:
        // etcd has refused it, so that it can be sent again.
        isFirst = false
      case .success(.error(let error)): return .failure(leave(index, error.failure(at: endpoint)))
      case .success(.object(let json)): return read(json, as: request, at: index)
      case .success(let other): return .failure(await failure(of: other, at: index, within: limits.share))
      }
    }
  }

  private func read(_ json: ArraySlice<UInt8>, as request: EtcdRequest, at index: Int) -> Result<
    EtcdAnswer, EtcdFailure
  > {
    let endpoint = endpoints[index]
    do throws(ForeignJSON) {
      let answer = try EtcdAnswer(to: request, json: json)
      if case .status(_, let status) = answer, Self.isTooOld(status.version) {
        return .failure(leave(index, .tooOld(version: status.version)))
      }
      return .success(answer)
    } catch {
      return .failure(leave(index, .notEtcd("\(endpoint): the answer is not etcd's")))
    }
  }

  // MARK: Proofs

  /// Why a node must not get a request on a route; nil if it may.
  ///
  /// Each change to another node asks for the proof again: what answers there now may be another server than
  /// the last time.
  private func disproof(of index: Int, by route: EtcdRoute, _ limits: Limits) async -> EtcdFailure? {
    guard case .proven(let proof) = route else { return nil }
    let isProven = state.withLock { $0.proven.map { $0.index == index && $0.proof == proof } ?? false }
    if isProven { return nil }
    switch await send(proof.request, to: index, limits: limits) {
    case .success(let answer) where proof.holds(for: answer):
      state.withLock { $0.proven = (index, proof) }
      return nil
    case .success: return leave(index, otherCluster(index))
    case .failure(let failure): return failure.beforeRequest
    }
  }

  /// An answer with the number of another cluster is none: a node that had given its proof was replaced.
  private func compare(
    _ result: Result<EtcdAnswer, EtcdFailure>, of index: Int, by route: EtcdRoute
  ) -> Result<EtcdAnswer, EtcdFailure> {
    guard case .proven(let proof) = route, case .success(let answer) = result,
      answer.header.clusterID != proof.clusterID
    else { return result }
    return .failure(leave(index, otherCluster(index)))
  }

  private func otherCluster(_ index: Int) -> EtcdFailure {
    .otherCluster("\(endpoints[index]) is another etcd, or has lost its data")
  }

  private static func normal(_ endpoint: String) -> String {
    endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
  }

  // MARK: Watches

  /// Reports the changes of all keys with a prefix, in order, on any thread.
  ///
  /// It watches at one node, and ends with ``EtcdWatchEvent/ended(_:)`` or
  /// ``EtcdWatchEvent/compacted(_:)``: when the node does not answer, also to other requests, or has lost the
  /// others, and when the watch does not begin in 5 seconds. The next watch then uses another node.
  /// - Parameters:
  ///   - revision: The first revision whose changes are reported.
  ///   - route: Which nodes may be watched at: any, or one that has given its proof.
  /// - Returns: The watch, which ends when it is released.
  package func watch(
    prefix: String, from revision: Int64, by route: EtcdRoute = .any,
    onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) -> EtcdWatch {
    let json = WatchJSON(prefix: prefix, from: revision).json
    return EtcdWatch(
      Task {
        if let failure = await self.run(watch: json, by: route, onEvent: onEvent) {
          onEvent(.ended(failure))
        }
      })
  }

  /// Returns why a watch has ended; nil if it was cancelled, or its last event says why.
  private func run(
    watch json: [UInt8], by route: EtcdRoute, onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) async -> EtcdFailure? {
    if let failure = failureOfPreparation { return failure }
    var token: TokenStore.Token?
    var isFirst = true
    while true {
      let index = state.withLock { $0.rotation.current }
      let endpoint = endpoints[index]
      let limits = Limits(remaining: Self.usualLimit, nodes: 1)
      if let failure = await disproof(of: index, by: route, limits) {
        return Task.isCancelled ? nil : failure
      }
      if settings.user != nil {
        switch await currentToken(insteadOf: isFirst ? nil : token, at: index, within: Self.usualLimit) {
        case .success(let new): token = new
        case .failure(let failure): return Task.isCancelled ? nil : failure
        }
      }
      var options = options(connectLimit: Self.usualLimit, limit: nil)
      options.deliversParts = true
      let exchange = WatchExchange(options: options, onEvent: onEvent)
      let request = request(WatchJSON.path, json, token: token, at: index)
      let end: WatchExchange.End
      do throws(NetworkFailure) {
        let thread = try source.thread
        state.withLock { $0.watches[ObjectIdentifier(exchange)] = (index, exchange) }
        end = await exchange.end(of: request, within: Self.usualLimit, on: thread)
        _ = state.withLock { $0.watches.removeValue(forKey: ObjectIdentifier(exchange)) }
      } catch {
        return .unreachable("\(error)")
      }
      switch end {
      case .cancelled, .compacted: return nil
      case .refused(let reason) where !exchange.isCreated:
        // etcd does not say whether the token has expired, or the user must not read the keys.
        guard settings.user != nil, isFirst else { return .authentication("\(endpoint): \(reason)") }
        isFirst = false
      case .error(let error) where error.concernsToken && settings.user != nil && isFirst:
        isFirst = false
      case .refused(let reason): return leave(index, .noAnswer("\(endpoint): \(reason)"))
      case .error(let error): return leave(index, error.failure(at: endpoint))
      case .failed(let failure, let wasSent):
        return leave(index, Self.failure(failure, wasSent: wasSent, at: endpoint))
      case .givenUp: return leave(index, .noAnswer("\(endpoint): no answer in time"))
      case .foreign: return leave(index, .notEtcd("\(endpoint): the answer is not etcd's"))
      case .tooLarge: return leave(index, .noAnswer("\(endpoint): the answer is too large"))
      case .answered(let answer): return await failure(ofWatch: answer, at: index)
      }
    }
  }

  /// Why a watch has ended whose answer has.
  private func failure(ofWatch answer: TransferAnswer, at index: Int) async -> EtcdFailure {
    switch GatewayAnswer(answer) {
    case .error(let error): leave(index, error.failure(at: endpoints[index]))
    case .object: leave(index, .noAnswer("\(endpoints[index]): the watch has ended"))
    case let other: await failure(of: other, at: index, within: Self.usualLimit)
    }
  }

  // MARK: Tokens

  private func currentToken(insteadOf old: TokenStore.Token?, at index: Int, within limit: Duration) async
    -> Result<TokenStore.Token, EtcdFailure>
  {
    if let token = tokens.token, token != old { return .success(token) }
    return await tokens.token(insteadOf: old) { await self.authenticate(at: index, within: limit) }
  }

  private func authenticate(at index: Int, within limit: Duration) async -> Result<
    TokenStore.Token, EtcdFailure
  > {
    let endpoint = endpoints[index]
    let credentials: CredentialsJSON
    do {
      credentials = CredentialsJSON(name: settings.user ?? "", password: try password())
    } catch {
      return .failure(.authentication("the password cannot be read: \(error)"))
    }
    let outcome = await exchange(
      CredentialsJSON.path, credentials.json, token: nil, at: index, connectLimit: limit, limit: limit)
    switch outcome {
    case .failure(let failure): return .failure(failure.beforeRequest)
    case .success(.object(let json)):
      guard let answer = try? TokenJSON(json: json) else {
        return .failure(leave(index, .notEtcd("\(endpoint): the answer is not etcd's")))
      }
      return .success(.text(answer.token))
    case .success(.error(let error)):
      if error.saysNoAuthentication { return .success(.none) }
      return .failure(leave(index, error.failure(at: endpoint)).beforeRequest)
    case .success(let other):
      return .failure(await failure(of: other, at: index, within: limit).beforeRequest)
    }
  }

  // MARK: Transfers

  /// Why no request can be sent to any node.
  private var failureOfPreparation: EtcdFailure? {
    if endpoints.isEmpty { return .unreachable("there are no endpoints") }
    do throws(NetworkFailure) {
      if case .file(let path) = settings.trust { try AuthoritiesFile.check(path) }
      _ = try source.thread
      return nil
    } catch {
      return .unreachable("\(error)")
    }
  }

  private func options(connectLimit: Duration, limit: Duration?) -> TransferOptions {
    var options = TransferOptions(bodyLimit: Self.answerLimit)
    options.connection = .kept
    options.connectLimit = connectLimit
    options.limit = limit
    options.trust =
      switch settings.trust {
      case .system: .system
      case .file(let path): .file(path)
      case .anyone: .anyone
      }
    return options
  }

  private func request(_ path: String, _ json: [UInt8]?, token: TokenStore.Token?, at index: Int)
    -> HTTPRequest
  {
    // A node that has lost the others refuses at once, instead of after seconds.
    var headers = [HTTPRequest.Header(name: "Grpc-Metadata-hasleader", value: "true")]
    if json != nil { headers.append(.init(name: "Content-Type", value: "application/json")) }
    if case .text(let token) = token { headers.append(.init(name: "Authorization", value: token)) }
    return HTTPRequest(
      endpoints[index] + path, method: json == nil ? "GET" : "POST", headers: headers, body: json)
  }

  /// Sends a request to a node and says what its answer means.
  private func exchange(
    _ path: String, _ json: [UInt8]?, token: TokenStore.Token?, at index: Int, connectLimit: Duration,
    limit: Duration
  ) async -> Result<GatewayAnswer, EtcdFailure> {
    let outcome: GatewayExchange.Outcome
    do throws(NetworkFailure) {
      let thread = try source.thread
      let exchange = GatewayExchange(options: options(connectLimit: connectLimit, limit: limit))
      outcome = await exchange.outcome(of: request(path, json, token: token, at: index), on: thread)
    } catch {
      return .failure(.unreachable("\(error)"))
    }
    switch outcome.result {
    case .success(let answer): return .success(GatewayAnswer(answer))
    case .failure(let failure):
      let failure = Self.failure(failure, wasSent: outcome.wasSent, at: endpoints[index])
      return .failure(outcome.wasCancelled ? failure : leave(index, failure))
    }
  }

  // MARK: Failures

  private static func failure(_ failure: NetworkFailure, wasSent: Bool, at endpoint: String) -> EtcdFailure {
    let text = "\(endpoint): \(failure)"
    return switch failure {
    case .notHTTP: .notEtcd(text)
    case _ where wasSent: .noAnswer(text)
    default: .unreachable(text)
    }
  }

  /// What an answer means that is neither etcd's nor an error of etcd.
  private func failure(of answer: GatewayAnswer, at index: Int, within limit: Duration) async -> EtcdFailure {
    let endpoint = endpoints[index]
    switch answer {
    case .incomplete(let reason): return leave(index, .noAnswer("\(endpoint): \(reason)"))
    case .foreign(let reason): return leave(index, .notEtcd("\(endpoint): \(reason)"))
    case .notFound:
      let version = await exchange(
        VersionJSON.path, nil, token: nil, at: index, connectLimit: limit, limit: limit)
      if case .success(.object(let json)) = version, let version = try? VersionJSON(json: json) {
        return leave(index, .tooOld(version: version.etcdserver))
      }
      return leave(index, .notEtcd("\(endpoint): it answers with the status 404"))
    case .error, .object: return .notEtcd("\(endpoint): the answer is not etcd's")
    }
  }

  /// Prefers other nodes, and ends the watches at this one, if the failure is the node's.
  /// - Returns: The failure.
  private func leave(_ index: Int, _ failure: EtcdFailure) -> EtcdFailure {
    if failure.isSameEverywhere { return failure }
    let watches = state.withLock { state in
      state.rotation.leave(index)
      if state.proven?.index == index { state.proven = nil }
      return state.watches.values.filter { $0.index == index }
    }
    if let thread = try? source.thread {
      for watch in watches { watch.exchange.giveUp(on: thread) }
    }
    return failure
  }

  /// Whether a version, such as `3.3.27`, is older than 3.4. Others are not known to be.
  private static func isTooOld(_ version: String) -> Bool {
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) < (3, 4)
  }
}

extension EtcdFailure {
  /// Whether another node would say the same.
  fileprivate var isSameEverywhere: Bool {
    switch self {
    case .refused, .noSpace, .authentication, .leaseNotFound: true
    case .unreachable, .noAnswer, .noLeader, .notEtcd, .otherCluster, .tooOld: false
    }
  }

  /// The failure of what came before a request, which has not been sent then.
  fileprivate var beforeRequest: Self {
    if case .noAnswer(let reason) = self { .unreachable(reason) } else { self }
  }
}
