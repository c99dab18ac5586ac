// Bindings for views: the value of a box as a native type, and its default.

import Formwork
import Foundation
import Testing

@Suite struct SessionValueTests {
  private func form(
    _ source: String, _ values: [String: RecordValue] = [:],
    in zone: String = "Europe/Berlin"
  ) throws -> FormSession {
    FormSession(
      try FormSpec(source: source), values: values,
      options: .init(timeZone: TimeZone(identifier: zone)))
  }

  // MARK: - Boxes and their session

  @Test func aBoxWorksWithoutItsSession() throws {
    let spec = try FormSpec(source: "field a: int rule positive  when a > 5 < field b: string >")
    let box = try #require(FormSession(spec, timing: .change)["a"])
    box.text = "-1"
    #expect(box.isErrorActive)
    box.text = "1"
    #expect(box.message == nil)
  }

  @Test func nobodyHoldsWhatIsGone() throws {
    weak var session: FormSession?
    weak var firstBox: SessionField?
    weak var row: SessionField?
    var kept: SessionField?
    do {
      let form = try form("field tags: list of < field name: string >", ["tags": [["name": "a"]]])
      session = form
      firstBox = form["tags"]
      kept = form["tags[0].name"]
      row = form["tags"]?.append()
      form.submit()
    }
    #expect(session == nil && firstBox == nil && row == nil)
    kept?.text = ""
    kept?.validate()
    #expect(kept?.message != nil)
    kept = nil
  }

  // MARK: - Defaults

  @Test func aBoxShowsItsDefaultWhileNothingIsSet() throws {
    let form = try form(
      """
      field n: int default 7
      field on: bool default true
      field day: date("dd.MM.yyyy") default 2026-12-05
      field size: choice("S", "M") default "M"
      field name: string optional
      """)
    #expect(form["n"]?.text == "7" && form["n"]?.int == 7 && form["n"]?.decimal == 7)
    #expect(form["on"]?.isOn == true && form["on"]?.text == "true")
    #expect(form["day"]?.text == "05.12.2026" && form["day"]?.date != nil)
    #expect(form["size"]?.selection == "M" && form["size"]?.text == "M")
    #expect(form.fields.allSatisfy { $0.value == nil && $0.isBlank } && form.record == [:])

    // A deleted value stays deleted, but counts as the default.
    let number = try #require(form["n"])
    number.text = "7"
    #expect(number.value == nil, "That is what it shows.")
    number.text = ""
    #expect(number.text == "" && number.int == nil && number.isBlank)
    #expect(form.submit().product?["n"]?.int == 7)
    #expect(number.text == "")
    number.text = "8"
    number.int = nil
    #expect(number.text == "")
    form["size"]?.selection = nil
    #expect(form["size"]?.text == "" && form["size"]?.selection == nil)
    form["on"]?.text = ""
    #expect(form["on"]?.isOn == true, "A switch cannot be empty.")
    form["name"]?.text = "x"
    form["name"]?.text = ""
    #expect(form["name"]?.value == .null)
    number.value = nil
    #expect(number.text == "7")
    number.text = "8"
    form.reset()
    #expect(number.text == "7")
  }

  @Test func aRecordOfDefaultsIsLeftOut() throws {
    let form = try form(
      "field home: < field country: string default \"CH\" field zip: string > optional")
    #expect(form["home.country"]?.text == "CH")
    #expect(form.submit().product?.names == [])
    form["home.country"]?.text = ""
    #expect(form.submit().isAccepted)
    form["home.country"]?.text = "DE"
    #expect(form.submit().firstField == "home.zip")
  }

  // MARK: - Types

  @Test func numbers() throws {
    let form = try form(
      """
      field n: int field price: number(decimal ",", group ".") field id: string optional
      """)
    let (number, price) = (try #require(form["n"]), try #require(form["price"]))
    #expect(number.int == nil && number.decimal == nil)
    for (text, int) in [(" 42 ", 42), ("x", nil), ("4.5", nil), ("-0", 0)] as [(String, Int?)] {
      number.text = text
      #expect(number.int == int)
    }
    number.int = 42
    #expect(number.value == 42 && number.text == "42")
    number.int = nil
    #expect(number.value == nil)

    price.text = "1.234,50"
    #expect(price.decimal == Decimal(string: "1234.5") && price.int == nil)
    price.decimal = Decimal(string: "1234.25")
    #expect(price.text == "1.234,25", "As the field reads it.")
    price.text = "1234.25"
    #expect(price.decimal == nil)
    price.decimal = 3
    #expect(price.int == 3)
    form["id"]?.value = 7
    #expect(form["id"]?.text == "7" && form["id"]?.int == nil, "A text is no number.")
  }

  @Test func switches() throws {
    let form = try form("field a: bool field b: bool(\"ja\", \"nein\")")
    form["a"]?.text = "Yes"
    #expect(form["a"]?.isOn == true)
    form["a"]?.text = "maybe"
    #expect(form["a"]?.isOn == false)
    form["b"]?.isOn = true
    #expect(form["b"]?.text == "ja" && form["b"]?.isOn == true && form.record["a"] == "maybe")
    form["b"]?.text = "nein"
    #expect(form["b"]?.isOn == false)
  }

  @Test(arguments: ["Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland", "UTC"])
  func datesHaveTheirDayInTheZone(_ name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let form = try form(
      """
      field day: date field short: date("d.M.yyyy") field at: datetime field start: time
      field moment: instant field text: string optional
      field hour: time("h:mm a") field both: datetime("d.M.yy H:mm" 1950...2049)
      field sent: instant("yyyy-MM-dd HH:mm X")
      """, in: name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let late = try #require(
      calendar.date(
        from: DateComponents(year: 2026, month: 7, day: 5, hour: 23, minute: 30, second: 0)))
    for field in form.fields { field.date = late }
    #expect(form["day"]?.text == "2026-07-05" && form["short"]?.text == "5.7.2026")
    #expect(form["at"]?.text == "2026-07-05T23:30:00" && form["start"]?.text == "23:30:00")
    #expect(form["at"]?.date == late && form["moment"]?.date == late)
    #expect(form["hour"]?.text == "11:30 PM" && form["both"]?.text == "5.7.26 23:30")
    #expect(form["both"]?.date == late && form["sent"]?.date == late)
    #expect(form["text"]?.date == nil, "A text is no date.")
    #expect(form["day"]?.date == calendar.startOfDay(for: late))
    #expect(form["short"]?.date == form["day"]?.date)
    let time = try #require(form["start"]?.date)
    let parts = calendar.dateComponents([.year, .day, .hour, .minute], from: time)
    #expect(parts == DateComponents(year: 2001, day: 1, hour: 23, minute: 30))
    form["day"]?.value = .moment(late)
    #expect(form["day"]?.text == "2026-07-05", "As it will be read.")
    form["text"]?.text = ""
    #expect(form.submit().isAccepted)
    form["day"]?.date = .distantPast
    #expect(form["day"]?.value == .null)
    form["day"]?.text = "2026-02-30"
    #expect(form["day"]?.date == nil)
  }

  @Test func choices() throws {
    let form = try form(
      """
      field size: choice("S" "Small", "M") anyCase
      field days: list of choice("mon", "tue", "wed") optional
      """)
    let (size, days) = (try #require(form["size"]), try #require(form["days"]))
    #expect(size.selection == nil && days.selections == [])
    size.text = "s"
    #expect(size.selection == "S", "As the product has it.")
    size.text = "L"
    #expect(size.selection == nil)
    size.selection = "M"
    #expect(size.value == "M")
    days.selections = ["wed", "mon"]
    #expect(days.value == ["mon", "wed"] && days.selections == ["mon", "wed"])
    days.selections.insert("tue")
    days.selections.insert("sun")
    #expect(days.value == ["mon", "tue", "wed", "sun"], "Others come last.")
    #expect(days.selections == ["mon", "tue", "wed"])
    #expect(form.submit().problems.map { $0.field } == ["days[3]"])
    days.selections = []
    #expect(form.submit().isAccepted)
  }
}

extension RecordValue {
  /// Returns the value of `key` in a record.
  fileprivate subscript(key: String) -> RecordValue? {
    if case .record(let values) = self { values[key] } else { nil }
  }
}

extension SessionValueTests {
  @Test func choicesAreCasesOfAnEnum() throws {
    enum Fruit: String { case apple, orange, pear }
    enum Few: String { case apple }
    let spec = try FormSpec(
      source: #"field fruit: choice("apple" "Apple", "orange" "Orange") field n: int optional"#)
    let session = FormSession(spec)
    let box = try #require(session["fruit"])
    let fruit = try box.choice(of: Fruit.self)
    #expect(fruit.selection == nil)
    fruit.selection = .orange
    #expect(box.text == "orange" && fruit.selection == .orange)
    #expect(fruit.choices.map { $0.value } == [.apple, .orange])
    #expect(fruit.choices.map { $0.label } == ["Apple", "Orange"])
    fruit.selection = nil
    #expect(box.isBlank)
    #expect {
      try box.choice(of: Few.self)
    } throws: {
      ($0 as? TypeMismatch)?.differences.map { $0.kind } == [.choices(["orange"])]
    }
    #expect {
      try session["n"]?.choice(of: Fruit.self)
    } throws: {
      ($0 as? TypeMismatch)?.differences.map { $0.kind } == [.type]
    }
  }
}
