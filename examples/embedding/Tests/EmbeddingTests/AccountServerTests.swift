// Requests for accounts, answered by a form that asks.

import Embedding
import Foundation
import Testing

@Suite struct AccountServerTests {
  private let accounts = Accounts()

  private func respond(
    _ json: String, tenant: String = "north"
  ) async throws -> (status: Int, body: String) {
    let response = try await AccountServer.respond(
      to: Array(json.utf8), from: Caller(tenant: tenant, accounts: accounts))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func anAccountIsMade() async throws {
    let made = try await respond(#"{"name":" Ann ","email":"ann@example.org"}"#)
    #expect(made.status == 201 && made.body == #"{"name":"ann","email":"ann@example.org"}"#)
  }

  /// Names are the tenant's own.
  @Test func aNameThatIsTaken() async throws {
    let request = #"{"name":"ann","email":"ann@example.org"}"#
    #expect(try await respond(request).status == 201)
    let again = try await respond(request)
    #expect(again.status == 422)
    #expect(again.body.contains("ann is taken; please choose another name"))
    #expect(try await respond(request, tenant: "south").status == 201)
  }

  /// Nobody is asked about a record that is wrong anyway.
  @Test(arguments: [
    (#"{"name":"ann","email":"nowhere"}"#, 422, "nowhere is not an email address"),
    (#"{"name":"a","email":"ann@example.org"}"#, 422, "A name has 3 to 20 letters or digits"),
    ("{\"name\":", 400, "malformed"),
  ])
  func whatIsWrong(request: String, status: Int, told: String) async throws {
    let response = try await respond(request)
    #expect(response.status == status && response.body.contains(told))
    #expect(await accounts.questionCount == 0)
  }

  @Test func aClientThatIsGone() async throws {
    let caller = Caller(tenant: "north", accounts: accounts)
    let task = Task {
      try await AccountServer.respond(
        to: Array(#"{"name":"ann","email":"ann@example.org"}"#.utf8), from: caller)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await accounts.questionCount == 0)
  }

  /// Of many who want a name at the same time, one gets it.
  @Test func manyAtATime() async throws {
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await respond(#"{"name":"ann","email":"a@example.org"}"#).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 201 }.count == 1)
    #expect(Set(statuses).isSubset(of: [201, 409, 422]))
  }
}
