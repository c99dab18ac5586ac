// Validation in any way returns a value of the program's own type, or the problems.

import Formwork
import Foundation
import Testing

@Suite struct DecodingTests {
  private struct Booking: Codable, Equatable {
    var id: String
    var seats: UInt8
  }

  private enum BookingField: String, CaseIterable { case id, seats, code }

  private let spec: FormSpec
  private let wanted = Booking(id: "a1", seats: 3)

  init() throws {
    spec = try FormSpec(
      source: """
        field id: string rule count(1...20) and alphanumeric message "Letters or digits"
        field seats: int rule range(1...1000)
          rule value < 200 warning "That is a bus"
        field code: string secret optional
        check seats > 0 message "Nobody comes"
        """)
  }

  @Test func theCallSite() throws {
    var sent: [Booking] = []
    var shown: [String] = []
    func send(_ booking: Booking) { sent.append(booking) }
    for body in [#"{"id":"a1","seats":3}"#, #"{"id":"a 1","seats":3}"#] {
      switch spec.validate(json: body).decode(Booking.self) {
      case .success(let booking): send(booking)
      case .failure(let problems): for problem in problems { shown.append(problem.description) }
      }
    }
    #expect(sent == [wanted] && shown == ["id: Letters or digits"])
  }

  @Test func everythingThatIsValidated() throws {
    let json = #"{"id":"a1","seats":3}"#
    let values: [String: RecordValue] = ["id": "a1", "seats": 3]
    let link = try #require(URLComponents(string: "https://example.org/?id=a1&seats=3"))
    let session = FormSession(spec, values: values)
    let outcomes = [
      spec.validate(["id": "a1", "seats": 3]), spec.validate(values),
      try spec.validate(untyped: ["id": "a1", "seats": 3]), try spec.validate(encoding: wanted),
      spec.validate(json: Array(json.utf8)), spec.validate(json: Data(json.utf8)),
      spec.validate(json: json), spec.validate(json: json, as: .product),
      spec.validate(query: link.queryItems ?? []),
      spec.validate(form: [("id", "a1"), ("seats", "3")]),
      spec.validate(form: ["id": "a1", "seats": "3"]),
      spec.validate(try spec.validate(json: json).get()), session.submit(),
    ]
    for outcome in outcomes { #expect(try outcome.decode(Booking.self).get() == wanted) }

    let form = try spec.fields(BookingField.self)
    let named = [
      form.validate(["id": "a1", "seats": 3]), form(spec.validate(json: json)),
      form.session(values: values).submit(),
    ]
    for outcome in named { #expect(try outcome.decode(Booking.self).get() == wanted) }
    struct Seats: Decodable { var seats: UInt8 }
    #expect(try spec.validate("3", for: "seats").decode(Seats.self).get().seats == 3)
  }

  @Test func recordsOfStreamsAndRulesThatWait() async throws {
    let lines = AsyncStream<[UInt8]> { stream in
      stream.yield(Array("{\"id\":\"a1\",\"seats\":3}\n{\"id\":\"a1\"}\n".utf8))
      stream.finish()
    }
    var results: [Booking?] = []
    for try await record in spec.validate(lines: lines) {
      results.append(try? record.outcome.decode(Booking.self).get())
    }
    #expect(results == [wanted, nil])

    let isFree = HostRule(asking: "isFree", .string) { $0 != "ann" }
    let asking = try FormSpec(
      source: #"needs isFree  field id: string rule isFree message "Taken"  field seats: int"#,
      rules: [isFree])
    for id in ["bob", "ann"] {
      let result = try await HostAnswers().outcome {
        asking.validate(["id": .string(id), "seats": 3])
      }.decode(Booking.self)
      switch result {
      case .success(let booking): #expect(booking.id == "bob")
      case .failure(let problems): #expect(problems.map { $0.message } == ["Taken"])
      }
    }
  }

  @Test func aRejectionIsThatOfTheOutcome() throws {
    let outcome = spec.validate(["id": "a 1", "seats": "many"])
    guard case .failure(let rejection) = outcome.decode(Booking.self) else {
      Issue.record("nothing was wrong")
      return
    }
    #expect(rejection.problems == outcome.problems && rejection.skipped == outcome.skipped)
    #expect(!rejection.skipped.isEmpty && rejection.firstField == "id")
    #expect(rejection.decodingError == nil)

    let named = try spec.fields(BookingField.self).validate(["id": "a 1", "seats": 3])
    guard case .failure(let problems) = named.decode(Booking.self) else {
      Issue.record("nothing was wrong")
      return
    }
    #expect(problems.firstField == .id && problems.decodingError == nil)
  }

  /// A type that doesn't fit the values that the form accepts.
  @Test func aTypeThatDoesNotFit() throws {
    let record: RecordValue = ["id": "a1", "seats": 300, "code": "pssst"]
    let outcome = spec.validate(record)
    guard case .failure(let rejection) = outcome.decode(Booking.self) else {
      Issue.record("300 is no UInt8")
      return
    }
    #expect(rejection.map { $0.reason } == [.undecodable(type: "Booking")])
    #expect(rejection[0].code == "undecodable" && rejection[0].severity == .error)
    #expect(rejection.description == "The record cannot be decoded as Booking")
    #expect(rejection.warnings.map { $0.message } == ["That is a bus"])
    guard case .dataCorrupted(let context)? = rejection.decodingError as? DecodingError else {
      Issue.record("\(String(describing: rejection.decodingError))")
      return
    }
    #expect(context.codingPath.map { $0.stringValue } == ["seats"])

    let named = try spec.fields(BookingField.self).validate(record).decode(Booking.self)
    guard case .failure(let problems) = named else {
      Issue.record("300 is no UInt8")
      return
    }
    #expect(problems[0].field == nil && problems[0].reason == .undecodable(type: "Booking"))
    #expect(problems.decodingError is DecodingError && problems.warnings.count == 1)
  }

  private struct NoCode: Error {}

  /// An error thrown by a type is kept. Its text, which may show a secret, doesn't become the problem's message.
  @Test func aTypeWithRulesOfItsOwn() throws {
    struct Code: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(String.self)
        throw NoCode()
      }
    }
    struct Coded: Decodable { var code: Code }
    struct Identified: Decodable { var code: UUID }
    let outcome = spec.validate(["id": "a1", "seats": 3, "code": "pssst"])
    guard case .failure(let own) = outcome.decode(Coded.self),
      case .failure(let usual) = outcome.decode(Identified.self)
    else {
      Issue.record("nothing was wrong")
      return
    }
    #expect(own.decodingError is NoCode && usual.decodingError is DecodingError)
    #expect("\(usual.decodingError as Any)".contains("pssst"))
    #expect(!usual.description.contains("pssst"))
    #expect(!String(decoding: usual[0].jsonBytes, as: UTF8.self).contains("pssst"))
  }

  @Test func theZoneAndWhatTheTypesAreTold() throws {
    struct Day: Decodable {
      static let key = CodingUserInfoKey(rawValue: "note")!
      var day: Date
      var note: String

      init(from decoder: any Decoder) throws {
        day = try decoder.container(keyedBy: Key.self).decode(Date.self, forKey: .day)
        note = decoder.userInfo[Self.key] as? String ?? ""
      }

      enum Key: CodingKey { case day }
    }
    enum DayField: String, CaseIterable { case day }
    let spec = try FormSpec(source: "field day: date")
    let zone = try #require(TimeZone(secondsFromGMT: 9 * 3600))
    let outcome = spec.validate(["day": "2026-11-25"])
    let form = try spec.fields(DayField.self)
    let days = [
      try outcome.decode(Day.self, in: zone, userInfo: [Day.key: "x"]).get(),
      try form(outcome).decode(Day.self, in: zone, userInfo: [Day.key: "x"]).get(),
    ]
    let utc = try outcome.decode(Day.self, in: #require(TimeZone(secondsFromGMT: 0))).get()
    for day in days {
      #expect(utc.day.timeIntervalSince(day.day) == 9 * 3600 && day.note == "x")
    }
    #expect(utc.note == "")
  }
}
