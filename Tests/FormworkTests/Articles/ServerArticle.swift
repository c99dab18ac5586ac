// The code of "On a server".

import Formwork
import Foundation
import Testing

@Suite struct ServerArticle {
  // begin
  struct Specs: Sendable {
    let order: FormSpec

    init(folder: String) throws(FormSpecError) {
      order = try FormSpec(contentsOf: folder + "/order.form")
    }
  }
  // end

  private let specs: Specs

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let form = """
      field article: string
      field count: list of int
        rule count(1...3) message "Too many" ja "多すぎます"
      """
    try Data(form.utf8).write(to: folder.appending(path: "order.form"))
    specs = try Specs(folder: folder.path)
  }

  // begin
  struct Complaint: Encodable {
    var field: String?
    var code: String
    var message: String

    init(_ problem: Problem) {
      (field, code, message) = (problem.field, problem.code, problem.message)
    }
  }

  func answer(_ body: [UInt8], language: String?) throws -> (status: Int, body: Data) {
    switch specs.order.validate(json: body, options: .init(language: language, problemLimit: 20)) {
    case .accepted(let product):
      return (200, Data(product.jsonBytes))
    case .rejected(let problems):
      return (422, try JSONEncoder().encode(problems.map { Complaint($0) }))
    }
  }
  // end

  // begin
  struct Order: Codable {
    var article: String
    var count: [Int16]
  }

  func status(of body: [UInt8]) -> Int {
    switch specs.order.validate(json: body).decode(Order.self) {
    case .success(let order): place(order)
    case .failure(let problems): problems.decodingError == nil ? 422 : 500
    }
  }
  // end

  private func place(_ order: Order) -> Int { order.count.count }

  @Test(arguments: [("[1,2]", 2), ("[1,2,3,4]", 422), ("[100000]", 500)])
  func values(count: String, status: Int) {
    #expect(self.status(of: Array(#"{"article":"tea","count":\#(count)}"#.utf8)) == status)
  }

  @Test func json() throws {
    let order = #"{"article":"tea","count":[1]}"#
    let good = try answer(Array(order.utf8), language: nil)
    #expect(good.status == 200 && good.body == Data(order.utf8))
    let bad = try answer(Array(#"{"article":"tea","count":[1,2,3,4]}"#.utf8), language: "ja")
    #expect(bad.status == 422)
    #expect(String(decoding: bad.body, as: UTF8.self).contains("多すぎます"))
  }

  @Test func products() throws {
    let product = try specs.order.validate(["article": "tea", "count": [1]]).get()
    let order = try product.decode(Order.self)
    // begin
    let same = specs.order.validate(product)
    let kept = specs.order.validate(json: product.jsonBytes, as: .product)
    let changed = try specs.order.validate(encoding: order, as: .product)
    // end
    #expect(same.product == product && kept.product == product && changed.product == product)
  }

  @Test func forms() throws {
    let link = "https://example.org/?article=green+tea&count=3"
    // begin
    let outcome = specs.order.validate(form: [("article", "tea"), ("count", "3"), ("count", "4")])
    let sent = specs.order.validate(body: "article=green+tea&count=3&count=4", as: .urlencoded)
    let query = URLComponents(string: link)?.percentEncodedQuery ?? ""
    let search = specs.order.validate(body: query, as: .urlencoded)
    // end
    #expect(outcome.product?["count"]?.list?.count == 2)
    #expect(sent.product?["article"]?.string == "green tea")
    #expect(search.product?["article"]?.string == "green tea")
  }

  @Test func streams() async throws {
    let text = #"{"article":"tea","count":[1]}"# + "\n" + #"{"article":"","count":[1]}"#
    let bytes = AsyncStream<UInt8> { stream in
      for byte in text.utf8 { stream.yield(byte) }
      stream.finish()
    }
    // begin
    var accepted = 0
    for try await record in specs.order.validate(lines: bytes) {
      if record.outcome.isAccepted { accepted += 1 }
      for problem in record.outcome.problems { print("line \(record.line): \(problem.message)") }
    }
    // end
    #expect(accepted == 1)
    let body = AsyncStream<[UInt8]> { stream in
      stream.yield(Array("article,count\ntea,".utf8))
      stream.yield(Array("1\n,2\n".utf8))
      stream.finish()
    }
    // begin
    for try await record in specs.order.validate(body: body, as: .csv, bodyLimit: 50 << 20) {
      for problem in record.outcome.problems { print("line \(record.line): \(problem.message)") }
    }
    // end
  }

  @Test func otherData() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (form, customers) = (
      folder.appending(path: "order.form"), folder.appending(path: "customers.csv")
    )
    try Data("id\na1\n".utf8).write(to: customers)
    let text = """
      list customers < field id: string >
      list countries < field code: string >
      field customer: string rule value in customers.id message "No customer {value}"
      field country: string rule value in countries.code message "No country {value}"
      """
    try Data(text.utf8).write(to: form)
    // begin
    let spec = try FormSpec(
      contentsOf: form,
      lists: ["customers": .file(customers), "countries": [["code": "NL"], ["code": "BE"]]])
    // end
    #expect(spec.validate(["customer": "a1", "country": "BE"]).isAccepted)
    #expect(spec.validate(["customer": "a2", "country": "DE"]).problems.count == 2)
  }

  // begin
  enum Caller {
    @TaskLocal static var tenant = "none"
  }
  // end

  private struct Accounts {
    func isFree(_ name: String, in tenant: String) async throws -> Bool {
      name != "ann" || tenant != "north"
    }
  }

  @Test(arguments: ["north", "south"]) func rulesThatWait(tenant: String) async throws {
    let accounts = Accounts()
    // begin
    let isFree = HostRule(asking: "isFree", .string) { name in
      try await accounts.isFree(name, in: Caller.tenant)
    }
    // end
    let signUp = try FormSpec(
      source: #"needs isFree  field name: string rule isFree message "{value} is taken""#,
      rules: [isFree])
    let body = Array(#"{"name":"ann"}"#.utf8)
    // begin
    let outcome = try await Caller.$tenant.withValue(tenant) {
      try await HostAnswers().outcome { signUp.validate(json: body) }
    }
    // end
    #expect(outcome.problems.map { $0.message } == (tenant == "north" ? ["ann is taken"] : []))
  }

  @Test func days() throws {
    let body = Array(#"{"article":"tea","count":[1]}"#.utf8)
    // begin
    let options = ValidationOptions(timeZone: TimeZone(identifier: "Asia/Tokyo"))
    let outcome = specs.order.validate(json: body, options: options)
    // end
    #expect(outcome.isAccepted)
  }
}
