// A record gives the same result in every shape that programs use.

import Formwork
import Foundation
import TestSizes
import Testing

/// The sign-up form of the user stories.
let signUpForm = """
  form signUp "Sign up"
  language en
  field id "ID": string
    rule count(1...20) && alphanumeric  message "ID must be 1 to 20 letters or digits"
      ja "IDは1〜20文字の英数字です"
  field favoriteFruit: choice("apple", "orange", "banana")
    title "Nothing chosen"  message "Please choose a fruit"
  field includesProfile: bool default false
  when includesProfile as profile <
    field nickName: string  rule count(1...20)  message "Nickname must be 1 to 20 characters"
    field age: int  rule range(0...999)  message "Age must be 0 to 999"
                    rule value < 120  warning "{value}? Please check"
  >
  """

@Suite struct ValidateTests {
  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpForm) }

  private struct Request: Encodable {
    var id: String
    var favoriteFruit: String
    var includesProfile = false
    var nickName: String?
    var age: Int?
  }

  @Test(arguments: [1, 700, 3_000, 60_000]) func textsOfEveryLengthAreCleaned(times: Int) throws {
    let spec = try FormSpec(
      source: """
        field a: string halfwidth without("-") trimmed lowercased
        field b: string trimmed
        field c: string without("-") trimmed uppercased
        """)
    func text(_ part: String) -> String { String(repeating: part, count: times) }
    let product = try #require(
      spec.validate(["a": "  \(text("ＡÉ-b"))  ", "b": " \(text("é"))", "c": "- \(text("ß-"))"])
        .product)
    #expect(
      product.description
        == #"{"a":"\#(text("aéb"))","b":"\#(text("é"))","c":"\#(text("SS"))"}"#)
  }

  @Test func everyShapeComesToTheSame() throws {
    let literal = spec.validate(["id": "a1", "favoriteFruit": "apple"])
    let text = spec.validate(json: #"{"id":"a1","favoriteFruit":"apple"}"#)
    let bytes = spec.validate(json: Array(#"{"id":"a1","favoriteFruit":"apple"}"#.utf8))
    let data = spec.validate(json: Data(#"{"id":"a1","favoriteFruit":"apple"}"#.utf8))
    let untyped: [String: Any] = ["id": "a1", "favoriteFruit": "apple", "age": Int?.none as Any]
    let any = try spec.validate(untyped: untyped)
    let encoded = try spec.validate(encoding: Request(id: "a1", favoriteFruit: "apple"))
    let texts: [String: String] = ["id": "a1", "favoriteFruit": "apple"]
    let form = spec.validate(form: texts)
    let query = spec.validate(query: [
      URLQueryItem(name: "id", value: "a1"), URLQueryItem(name: "favoriteFruit", value: "apple"),
    ])
    let wanted = #"{"id":"a1","favoriteFruit":"apple","includesProfile":false}"#
    for outcome in [literal, text, bytes, data, any, encoded, form, query] {
      #expect(outcome.product?.description == wanted)
    }
  }

  @Test func aDictionaryOfValuesNeedsNoLiteral() {
    let record: [String: RecordValue] = ["id": "a1", "favoriteFruit": "kiwi"]
    #expect(spec.validate(record).problems.map { $0.code } == ["choice"])
  }

  @Test func ofAKeyThatALiteralHasTwiceTheLastCounts() {
    let outcome = spec.validate(["id": "a1", "favoriteFruit": "kiwi", "favoriteFruit": "apple"])
    #expect(outcome.product?["favoriteFruit"]?.string == "apple")
  }

  @Test func whatIsNoObjectIsMalformed() {
    for outcome in [spec.validate(3), spec.validate(["a", "b"]), spec.validate(nil)] {
      #expect(outcome.problems.map { $0.code } == ["malformed"])
      #expect(outcome.problems.map { $0.reason } == [.malformed])
      #expect(outcome.problems[0].field == nil && outcome.problems[0].position == nil)
    }
  }

  @Test func badJSONIsRejectedWithItsPlace() {
    let outcome = spec.validate(json: "{\"id\": \"a1\",\n  \"favoriteFruit\": apple}")
    #expect(outcome.problems.map { $0.code } == ["malformed"])
    #expect(outcome.problems[0].position?.line == 2)
    #expect(outcome.problems[0].position?.column == 20)
    for text in ["", "  ", "[1]", "{\"id\":\"a\",\"id\":\"b\"}", "{\"id\":\"\\ud800\"}", "{} {}"] {
      #expect(spec.validate(json: text).problems.map { $0.code } == ["malformed"], "\(text)")
    }
    #expect(spec.validate(json: [0x7B, 0x22, 0xFF]).problems.map { $0.code } == ["malformed"])
  }

  @Test func aByteOrderMarkIsNoPartOfARecord() {
    let json = "\u{FEFF}{\"id\":\"a1\",\"favoriteFruit\":\"apple\"}"
    #expect(spec.validate(json: json).isAccepted)
  }

  @Test func deepJSONIsRefusedAndNotFollowed() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(spec.validate(json: "{\"id\":" + deep).problems.map { $0.code } == ["malformed"])
  }
}

/// Records with unusual keys, lists and texts.
@Suite struct RecordValueTests {
  @Test func listsAndRecordsOfAnyDepth() throws {
    let spec = try FormSpec(
      source: """
        closed
        field order: <
          field items: list of < field name: string  field prices: list of number >
          field note: any optional
        >
        """)
    let outcome = spec.validate([
      "order": [
        "items": [
          ["name": "pen", "prices": [1.5, "2", 3]], ["name": "ink", "prices": []], "no record",
        ],
        "note": ["b": [1, 2.50, nil, true], "a": ["x": "é\n"]],
      ]
    ])
    #expect(outcome.problems.map { $0.field } == ["order.items[1].prices", "order.items[2]"])
    #expect(outcome.problems.map { $0.reason } == [.required, .type(expected: .record)])
    let good = spec.validate([
      "order": [
        "items": [["name": "pen", "prices": [1.5, "2", 3]]],
        "note": ["b": [1, 2.50, nil, true], "a": ["x": "é\n"]],
      ]
    ])
    let json =
      #"{"order":{"items":[{"name":"pen","prices":[1.5,2,3]}],"#
      + #""note":{"a":{"x":"é\n"},"b":[1,2.5,null,true]}}}"#
    #expect(good.product?.description == json)
    #expect(good.product?["order"]?["note"]?["b"]?[1]?.decimal == Decimal(string: "2.5"))
    #expect(good.product?["order"]?["note"]?["a"]?["x"]?.string == "é\n")
  }

  @Test func unknownKeysOfAClosedFormComeInOrder() throws {
    let spec = try FormSpec(source: "closed field name: string optional")
    let outcome = spec.validate(["zoo": 1, "nam": 2, "été": 3, "formwork_problems": ["x"]])
    #expect(outcome.problems.map { $0.field } == ["nam", "zoo", "été"])
    #expect(outcome.problems.map { $0.code } == ["unknown", "unknown", "unknown"])
    #expect(outcome.problems[0].reason == .unknown(near: ["name"]))
  }

  @Test func keysAreEqualHoweverTheirLettersAreComposed() throws {
    let spec = try FormSpec(source: "field été: string  field が: int")
    let decomposed: [String: RecordValue] = ["e\u{301}te\u{301}": "x", "\u{304B}\u{3099}": 1]
    #expect(spec.validate(decomposed).isAccepted)
  }

  @Test func numbersKeepTheirDigits() throws {
    let spec = try FormSpec(source: "field a: number")
    let precise = try #require(Decimal(string: "12345678901234567890.123456789"))
    #expect(spec.validate(["a": .decimal(precise)]).product?["a"]?.decimal == precise)
    #expect(spec.validate(["a": 0.1]).product?.description == #"{"a":0.1}"#)
    #expect(spec.validate(["a": 1e-7]).product?.description == #"{"a":0.0000001}"#)
    #expect(spec.validate(["a": .int(.min)]).product?["a"]?.int == .min)
    let big = try RecordValue(["a": UInt64.max] as Any)
    #expect(spec.validate(big).product?.description == #"{"a":18446744073709551615}"#)
    for none in [Double.nan, .infinity, -.infinity] {
      #expect(spec.validate(["a": .double(none)]).problems.map { $0.code } == ["type"])
    }
    #expect(spec.validate(["a": .decimal(.nan)]).problems.map { $0.code } == ["type"])
  }

  @Test func textsOfEveryLengthArrive() throws {
    let spec = try FormSpec(source: "field a: string rule count(...100000)  field b: string")
    for count in [1, 7, 8, 15, 16, 17, 4_095, 16 << 10, 100_000] {
      let text = String(repeating: "x", count: count)
      let product = spec.validate(["a": .string(text), "b": "after"]).product
      #expect(product?["a"]?.string == text && product?["b"]?.string == "after")
    }
    let family = "👨‍👩‍👧‍👦"
    let one = try FormSpec(source: "field a: string rule count(1)")
    #expect(one.validate(["a": .string(family)]).isAccepted)
    #expect(!one.validate(["a": .string(family + family)]).isAccepted)
  }

  @Test func valuesOfUnknownTypesAreTakenOrRefusedWithTheirPlace() throws {
    struct Unknown {}
    enum Fruit: String { case apple }
    let record: [String: Any] = [
      "text": "a"[...], "small": Int8(3), "float": Float(0.1), "fruit": Fruit.apple,
      "list": [1, nil, "x"] as [Any?], "none": Int?.none as Any, "some": Int?.some(4) as Any,
      "nested": ["deep": [true, Date(timeIntervalSince1970: 0)] as [Any]],
      "uuid": try #require(UUID(uuidString: "F47AC10B-58CC-4372-A567-0E02B2C3D479")),
    ]
    let wanted: RecordValue = [
      "text": "a", "small": 3, "float": 0.1, "fruit": "apple", "list": [1, nil, "x"], "none": nil,
      "some": 4, "nested": ["deep": [true, .moment(Date(timeIntervalSince1970: 0))]],
      "uuid": "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    ]
    #expect(try RecordValue(record as Any) == wanted)
    let bad: [String: Any] = ["items": [["price": Unknown()]]]
    #expect(throws: RecordValueError.self) { try RecordValue(bad as Any) }
    do throws(RecordValueError) {
      _ = try RecordValue(bad as Any)
    } catch {
      #expect(error.path == "items[0].price")
      #expect(error.description.contains("a record cannot have a value of type Unknown"))
    }
    #expect(throws: RecordValueError.self) { try RecordValue(["a": Double.nan] as Any) }
    let late = #expect(throws: RecordValueError.self) {
      try RecordValue(["a": Date(timeIntervalSince1970: 1e15)] as Any)
    }
    #expect(late?.description == "a: the date is outside the years 1 to 9999")
    #expect(throws: RecordValueError.self) { try RecordValue([3: "a"] as Any) }
    var deep: Any = 1
    for _ in 0..<300 { deep = [deep] }
    #expect(throws: RecordValueError.self) { try RecordValue(deep) }
  }

  /// Foundation's own parser returns objects in which 1 and true look alike.
  @Test func objectsOfFoundationAreWhatTheyStandFor() throws {
    let json = """
      {"one": 1, "zero": 0, "yes": true, "no": false, "half": 0.5, "none": null, "text": "x",
       "long": 12345678901234567890, "small": 1e-7, "list": [1, true], "inner": {"a": 1}}
      """
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let wanted: RecordValue = [
      "one": 1, "zero": 0, "yes": true, "no": false, "none": nil, "text": "x", "small": 1e-7,
      "half": .decimal(Decimal(string: "0.5") ?? 0),
      "long": .decimal(Decimal(string: "12345678901234567890") ?? 0), "list": [1, true],
      "inner": ["a": 1],
    ]
    #expect(try RecordValue(object) == wanted)
    let spec = try FormSpec(source: "field one: int  field yes: bool  field half: number")
    let record = try #require(object as? [String: Any])
    let product = try spec.validate(untyped: record).product
    #expect(product?.description == #"{"one":1,"yes":true,"half":0.5}"#)
  }

  @Test func whateverCanBeEncodedIsARecord() throws {
    struct Address: Encodable {
      var zip: String
      var lines: [String]
    }
    class Person: Encodable {
      var name = "Ann"
      var address = Address(zip: "123", lines: ["a", "b"])
      var born = DateComponents(year: 2000, month: 2, day: 29)
      var seen = Date(timeIntervalSince1970: 1.5)
      var balance = Decimal(string: "0.10")
      var missing: Int?
      var width: UInt8 = 255
      var long = Int128(UInt64.max)
      var byID = [1: "one"]
      var flag = true
    }
    final class Member: Person {
      private enum CodingKeys: CodingKey { case number }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(7, forKey: .number)
        try super.encode(to: container.superEncoder())
      }
    }
    let person: RecordValue = [
      "name": "Ann", "address": ["zip": "123", "lines": ["a", "b"]], "born": "2000-02-29",
      "seen": .moment(Date(timeIntervalSince1970: 1.5)),
      "balance": .decimal(Decimal(string: "0.1") ?? 0),
      "width": 255, "long": .decimal(Decimal(UInt64.max)), "byID": ["1": "one"], "flag": true,
    ]
    #expect(try RecordValue(encoding: Person()) == person)
    #expect(try RecordValue(encoding: Member()) == ["number": 7, "super": person])
    #expect(throws: EncodingError.self) { try RecordValue(encoding: ["a": Double.nan]) }
    #expect(try RecordValue(encoding: [RecordValue.int(1), "a"]) == [1, "a"])
  }

  /// Formats don't apply to a moment of the program, which may have more than its format.
  @Test func momentsKeepWhatFormatsLack() throws {
    let spec = try FormSpec(
      source: """
        field day: date("d.M.yy" 1950...2049)  field time: time("H:mm")
        field local: datetime("d.M.yyyy HH:mm")
        field sent: instant("d.M.yyyy HH:mm X") rule value < now message "{value}"
        """)
    let moment = Date(timeIntervalSince1970: 1_795_132_815.5)
    let names = ["day", "time", "local", "sent"]
    let record = Dictionary(uniqueKeysWithValues: names.map { ($0, moment as Any) })
    let product = try spec.validate(
      untyped: record, options: ValidationOptions(now: moment + 1, timeZone: .gmt)
    ).get()
    #expect(product["day"]?.description == "2026-11-20")
    #expect(product["time"]?.description == "00:00:15.5")
    #expect(product["local"]?.description == "2026-11-20T00:00:15.5")
    #expect(product["sent"]?.description == "2026-11-20T00:00:15.5Z")
    let problems = try spec.validate(
      untyped: record, options: ValidationOptions(now: moment, timeZone: .gmt)
    ).problems
    #expect(problems.map { $0.message } == ["20.11.2026 00:00 Z"])
  }

  /// A local midnight is the same day everywhere, in records, sessions and decoded types.
  @Test(arguments: ["Asia/Tokyo", "America/New_York", "UTC"])
  func daysDoNotShift(in zone: String) async {
    await #expect(processExitsWith: .success) { [zone] in
      setenv("TZ", zone, 1)
      tzset()
      struct Visit: Codable, Equatable { var day: Date }
      let visit = Visit(day: beginning(in: .current))
      #expect(TimeZone.current.identifier == zone || zone == "UTC")
      let spec = try FormSpec(source: "field day: date rule value <= today")
      let options = ValidationOptions(now: visit.day + 60)
      let product = try spec.validate(encoding: visit, options: options).get()
      #expect(product["day"]?.description == "2026-11-20")
      #expect(try product.decode(Visit.self) == visit)
      #expect(try spec.validate(["day": .moment(visit.day)], options: options).get() == product)
      #expect(try spec.validate(["day": .date(visit.day)], options: options).get() == product)
      let session = FormSession(spec, values: ["day": .moment(visit.day)], options: options)
      #expect(try session.submit().get() == product)
    }
  }

  /// A date of the program converts to the same day and back, in the given time zone or else in the system's.
  @Test(arguments: [nil, 9, -11]) func datesGoBothWays(_ hours: Int?) throws {
    struct Visit: Codable, Equatable {
      var day, again, both, moment: Date
      var days: [Date]
      var inner: [String: Date]
    }
    let spec = try FormSpec(
      source: """
        field day: date  field again: date("dd.MM.yyyy")  field both: datetime  field moment: instant
        field days: list of date  field inner: < field at: date >
        field text: string optional from "day"  field at: time optional
        """)
    let zone = hours.flatMap { TimeZone(secondsFromGMT: $0 * 3_600) }
    let midnight = beginning(in: zone ?? .current)
    let visit = Visit(
      day: midnight, again: midnight, both: midnight + 1.25, moment: midnight + 1.25,
      days: [midnight, midnight - 1], inner: ["at": midnight])
    let options = ValidationOptions(timeZone: zone)
    let product = try spec.validate(encoding: visit, options: options).get()
    #expect(product["day"]?.description == "2026-11-20")
    #expect(product["again"]?.description == "2026-11-20")
    #expect(product["days"]?.description == #"["2026-11-20","2026-11-19"]"#)
    var wanted = visit
    wanted.days[1] -= 86_399
    #expect(try product.decode(Visit.self, in: zone ?? .current) == wanted)

    if zone == nil {
      // Without a time zone it is the system's in both directions, wherever the program runs.
      #expect(try product.decode(Visit.self) == wanted)
      #expect(product["day"]?.date() == midnight)
      #expect(RecordValue.date(midnight) == .string("2026-11-20"))
      #expect(try spec.validate(spec.record(of: product.decode(Visit.self))).get() == product)
    }

    let untyped: [String: Any] = [
      "day": midnight, "again": midnight, "both": midnight, "moment": midnight, "days": [midnight],
      "inner": ["at": midnight], "at": midnight + 61,
    ]
    #expect(
      try spec.validate(untyped: untyped, options: options).product?["at"]?.description
        == "00:01:01")
    let session = FormSession(spec, options: options)
    session["day"]?.value = .moment(midnight)
    #expect(session["day"]?.isBlank == false)
    session.validate("day")
    #expect(session["day"]?.message == nil)
    session["day"]?.value = .moment(Date(timeIntervalSince1970: 1e15))
    session.validate("day")
    #expect(session["day"]?.message != nil)
  }

  @Test func momentsAreTextsThatFieldsRead() throws {
    let spec = try FormSpec(
      source: "field day: date  field at: time  field both: datetime  field moment: instant")
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
    let moment = Date(timeIntervalSince1970: 1_795_176_000.25)
    let outcome = spec.validate([
      "day": .date(moment, in: tokyo), "at": .time(moment, in: tokyo),
      "both": .dateTime(moment, in: tokyo), "moment": .instant(moment),
    ])
    let json =
      #"{"day":"2026-11-20","at":"21:00:00.25","both":"2026-11-20T21:00:00.25","#
      + #""moment":"2026-11-20T12:00:00.25Z"}"#
    #expect(outcome.product?.description == json)
    #expect(RecordValue.instant(Date(timeIntervalSince1970: .infinity)) == .null)
    #expect(RecordValue.instant(Date(timeIntervalSince1970: 1e15)) == .null)
    #expect(RecordValue.components(DateComponents(year: 2026, month: 2, day: 30)) == .null)
  }
}

/// The data that a browser sends.
@Suite struct WebFormTests {
  private let spec: FormSpec

  init() throws {
    spec = try FormSpec(
      source: """
        field name: string
        field tags: list of choice("new", "vip") optional
        field codes: list("|") of int optional
        field address: < field zip: string rule digits  field street: string optional > optional
        field news: bool default false
        """)
  }

  @Test func namesThatComeTwiceAreLists() {
    let outcome = spec.validate(form: [
      ("name", "Ann"), ("tags", "new"), ("tags", "vip"), ("codes", "1|2"), ("news", "on"),
      ("address.zip", "123"), ("address.street", ""),
    ])
    let json =
      #"{"name":"Ann","tags":["new","vip"],"codes":[1,2],"address":{"zip":"123"},"news":true}"#
    #expect(outcome.product?.description == json)
  }

  @Test func namesThatNobodyAsksForAreToldByClosedForms() throws {
    let count = sized(10_000, large: 200_000)
    let body = (0..<count).map { _ in ("a", "1") } + [("b", "1"), ("b", "2")]
    let open = try FormSpec(source: "field b: list of int")
    #expect(open.validate(form: body).product?.description == #"{"b":[1,2]}"#)
    let closed = try FormSpec(source: "closed  field b: list of int")
    #expect(closed.validate(form: body).problems.map { $0.code } == ["unknown"])
    let wanted = try FormSpec(source: "field a: list of int  field b: list of int")
    #expect(wanted.validate(form: body).product?["a"]?.list?.count == count)
  }

  /// The names that web frameworks use for fields in records and lists.
  @Test(
    arguments: [
      ("address[zip]=1&address[street]=x", #""address":{"zip":"1","street":"x"}"#),
      ("tags[]=new&tags[]=vip", #""tags":["new","vip"]"#), ("tags[]=", ""),
      ("tags[1]=vip&tags[0]=new", #""tags":["new","vip"]"#),
      ("items[2].p=2&items[0].p=1", #""items":[{"p":1},{"p":2}]"#),
      ("items[0][p]=1&items[0][q][]=a", #""items":[{"p":1,"q":["a"]}]"#),
      ("items.0.p=1&items.10.p=3&items.9.p=2", #""items":[{"p":1},{"p":2},{"p":3}]"#),
      ("items[].p=1&items[].q=a&items[].p=2", #""items":[{"p":1,"q":["a"]},{"p":2}]"#),
      ("items[0].p=x", "items[0].p"), ("name[first]=x", "name"), ("name[]=x", "name"),
      ("address[]=x", "address"), ("tags[x]=new", "tags"), ("tags[0=new", #""tags":["new"]"#),
      ("tags[99999999999999999999]=new", "tags"), ("a.b=x", #""dotted":"x""#),
      ("token[x]=1&[=2&=3&.=4", ""),
      // In several notations at once.
      ("name=Bea&name[first]=x", "name"), ("name[first]=x&name[0]=y", "name"),
      ("address=x&address[zip]=1", "address"),
      ("address=&address[zip]=1", #""address":{"zip":"1"}"#),
      ("tags=new&tags[0]=vip", #""tags":["new","vip"]"#), ("tags=new&tags[x]=vip", "tags[1]"),
    ] as [(String, String)])
  func namesOfWebForms(_ query: String, _ wanted: String) throws {
    let spec = try FormSpec(
      source: """
        field name: string default "Ann"
        field tags: list of choice("new", "vip") optional
        field address: < field zip: string  field street: string optional > optional
        field items: list of < field p: int  field q: list of string optional > optional
        field dotted: string optional from "a.b"
        """)
    let form = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    switch spec.validate(form: form) {
    case .accepted(let product):
      let rest = wanted.isEmpty ? "" : "," + wanted
      #expect(product.description == "{\"name\":\"Ann\"" + rest + "}")
    case .rejected(let rejection): #expect(rejection.problems.map { $0.field } == [wanted])
    }
  }

  @Test(
    "bodies of web forms",
    arguments: [
      ("a=Secret+123&b=x%2By", #""a":"Secret 123","b":"x+y""#),
      ("a=%E4%BA%AC&b=%25", #""a":"京","b":"%""#), ("a=1%2&b=%zz%4", #""a":"1%2","b":"%zz%4""#),
      ("&&a=x=y&=&b", #""a":"x=y""#), ("tags=1&tags%5B%5D=2", #""tags":["1","2"]"#), ("", ""),
      ("a=%fc&_charset_=ISO-8859-1&b=%A4", #""a":"ü","b":"¤""#),
      ("_charset_=Shift_JIS&a=%8B%9E%87%40%FB%FC", #""a":"京①髙""#),
      ("_charset_=EUC-KR&a=%81%43", #""a":"갅""#), ("_charset_=iso-8859-1&a=%80", #""a":"€""#),
      ("_charset_=IBM037&a=%C1", #""a":"\#u{FFFD}""#), ("a=%E4%BA%AC&_charset_=UTF-8", #""a":"京""#),
      ("a=%E4&_charset_=nonsense//IGNORE", #""a":"\#u{FFFD}""#), ("a=%FF", #""a":"\#u{FFFD}""#),
      ("a=%EF%BB%BFx", #""a":"\#u{FEFF}x""#),
    ] as [(String, String)])
  func bodiesOfWebForms(_ body: String, _ wanted: String) throws {
    let spec = try FormSpec(
      source: """
        closed
        field a: string optional
        field b: string optional
        field tags: list of string optional
        """)
    let outcome = spec.validate(body: body, as: .urlencoded)
    #expect(outcome.product?.description == "{" + wanted + "}", "\(outcome.problems)")
    #expect(spec.validate(body: Data(body.utf8), as: .urlencoded).product == outcome.product)
  }

  @Test func theEncodingOfABodyMayBeAField() throws {
    let spec = try FormSpec(source: "field `_charset_`: string")
    let outcome = spec.validate(body: "_charset_=utf-8", as: .urlencoded)
    #expect(outcome.product?.description == #"{"_charset_":"utf-8"}"#)
  }

  /// Very deeply nested names don't crash the process.
  @Test func namesThatLeadVeryDeep() {
    let deep = "address" + String(repeating: "[a]", count: 200_000)
    #expect(spec.validate(form: [("name", "Ann"), (deep, "x")]).product != nil)
    let plain = "name" + String(repeating: "[0]", count: 200_000)
    #expect(spec.validate(form: [(plain, "x")]).problems.map { $0.field } == ["name"])
  }

  @Test func oneTextIsAListOfOne() {
    let outcome = spec.validate(form: [("name", "Ann"), ("tags", "vip")])
    #expect(outcome.product?["tags"]?.list?.count == 1)
    #expect(spec.validate(form: [("name", "Ann"), ("tags", "")]).product?["tags"] == nil)
  }

  @Test func aNameTwiceWhereOneIsWantedIsTold() {
    let outcome = spec.validate(form: [("name", "Ann"), ("name", "Bob")])
    #expect(outcome.problems.map { $0.description.hasPrefix("name: ") } == [true])
    #expect(outcome.problems.map { $0.code } == ["type"])
  }

  @Test func problemsInRecordsHaveTheirPath() {
    let outcome = spec.validate(query: [
      URLQueryItem(name: "name", value: nil), URLQueryItem(name: "address.zip", value: "12a"),
      URLQueryItem(name: "news", value: "maybe"),
    ])
    #expect(outcome.problems.map { $0.field } == ["name", "address.zip", "news"])
    #expect(outcome.firstField == "name")
  }

  @Test func namesOfMarksAreNames() throws {
    let spec = try FormSpec(
      source: """
        field `\u{301}`: int
        field r: < field `\u{301}b`: string >
        check r.`\u{301}b` != "x" message "not {r.\u{301}b}" at r.`\u{301}b`
        example "marks" rejects r.`\u{301}b` < `\u{301}`: 1 r: < `\u{301}b`: "x" > >
        """)
    #expect(spec.fields.map { $0.name } == ["\u{301}", "r"])
    #expect(spec.validate(json: #"{"\u0301":1,"r":{"\u0301b":"y"}}"#).product != nil)
    let problems = spec.validate(json: #"{"\u0301":"a","r":{"\u0301b":"x"}}"#).problems
    #expect(problems.map { $0.field } == ["\u{301}", "r.\u{301}b"])
    #expect(problems.last?.message == "not x")
  }
}

/// Returns the beginning of 20 November 2026.
private func beginning(in zone: TimeZone) -> Date {
  let midnight = Date(timeIntervalSince1970: 1_795_132_800)
  return midnight - Double(zone.secondsFromGMT(for: midnight))
}
