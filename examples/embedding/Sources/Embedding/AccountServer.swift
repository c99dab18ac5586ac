// What a server does with a request for a new account: bytes come in, a status and JSON go out. A rule of the form asks the
// accounts of the caller's tenant whether a name is free.

import Formwork
import Foundation

/// The accounts of all tenants, as a database has them.
public actor Accounts {
  private var names: [String: Set<String>] = [:]
  /// How often somebody asked.
  public private(set) var questionCount = 0

  public init() {}

  /// Whether nobody in a tenant has a name.
  public func isFree(_ name: String, in tenant: String) -> Bool {
    questionCount += 1
    return !names[tenant, default: []].contains(name)
  }

  /// Takes a name; returns false if somebody was faster.
  public func add(_ name: String, in tenant: String) -> Bool {
    names[tenant, default: []].insert(name).inserted
  }
}

/// On whose behalf a request is answered; rules that wait ask it.
public struct Caller: Sendable {
  @TaskLocal static var current: Caller?

  public var tenant: String
  public var accounts: Accounts

  public init(tenant: String, accounts: Accounts) {
    (self.tenant, self.accounts) = (tenant, accounts)
  }

  static let isFree = HostRule(asking: "isFree", .string) { name in
    guard let caller = current else { throw CancellationError() }
    // As a database would, it stops when the client is gone.
    try Task.checkCancellation()
    return await caller.accounts.isFree(name, in: caller.tenant)
  }
}

/// A status of HTTP, and JSON.
public struct Response: Sendable {
  public var status: Int
  public var body: Data

  private struct Problems: Encodable { var problems: [Problem] }

  fileprivate init(created product: Product) throws {
    (status, body) = (201, Data(product.jsonBytes))
  }

  fileprivate init(_ status: Int, _ problems: [Problem]) throws {
    (self.status, body) = (status, try JSONEncoder().encode(Problems(problems: problems)))
  }
}

public enum AccountServer {
  /// Makes an account of the body of a request.
  ///
  /// - Throws: `CancellationError` when the client is gone.
  public static func respond(to body: [UInt8], from caller: Caller) async throws -> Response {
    let outcome = try await Caller.$current.withValue(caller) {
      try await HostAnswers().outcome { Forms.account.spec.validate(json: body) }
    }
    switch outcome {
    case .accepted(let product):
      guard let name = product["name"]?.string,
        await caller.accounts.add(name, in: caller.tenant)
      else { return try Response(409, []) }
      return try Response(created: product)
    case .rejected(let problems):
      let isReadable = !problems.contains { $0.code == "malformed" }
      return try Response(isReadable ? 422 : 400, problems.problems)
    }
  }
}
