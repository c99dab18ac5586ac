// The code of "A form in SwiftUI". Without SwiftUI, stand-ins for the few views that it uses let the same code be
// compiled and run.

import Formwork
import Foundation
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

// begin
struct FormBox: View {
  @Bindable var field: SessionField

  var body: some View {
    VStack(alignment: .leading) {
      switch field.declaration.type {
      case .bool:
        Toggle(field.label, isOn: $field.isOn)
      case .choice:
        Picker(field.label, selection: $field.text) {
          Text("").tag("")
          ForEach(field.choices, id: \.value) { choice in
            Text(choice.label).tag(choice.value)
          }
        }
      case .record:
        Text(field.label)
      default:
        if field.declaration.isSecret {
          SecureField(field.label, text: $field.text)
        } else {
          TextField(field.label, text: $field.text, prompt: field.hint.map { Text($0) })
        }
      }
      FormMessage(field: field)
    }
  }
}

struct FormMessage: View {
  let field: SessionField

  var body: some View {
    if let message = field.message {
      Text(message).foregroundStyle(field.isErrorActive ? .red : .secondary)
    }
  }
}
// end

// begin
struct FormBoxes: View {
  let fields: [SessionField]
  let focus: FocusState<String?>.Binding

  var body: some View {
    ForEach(fields) { field in
      if field.declaration.type == .list {
        FormRows(list: field, focus: focus)
      } else {
        FormBox(field: field).focused(focus, equals: field.id)
      }
    }
  }
}

struct FormRows: View {
  let list: SessionField
  let focus: FocusState<String?>.Binding

  var body: some View {
    Section(list.label) {
      ForEach(list.rows) { row in
        VStack(alignment: .leading) {
          FormBoxes(fields: row.fields.isEmpty ? [row] : row.fieldsInForce, focus: focus)
        }
      }
      .onDelete { list.remove(atOffsets: $0) }
      .onMove { list.move(fromOffsets: $0, toOffset: $1) }
      FormMessage(field: list)
      Button("Add") { list.append() }
    }
  }
}
// end

// begin
struct StayView: View {
  @Bindable var nights: SessionField
  @Bindable var arrival: SessionField
  @Bindable var board: SessionField

  init(_ form: FormSession) {
    nights = form["nights"]!
    arrival = form["arrival"]!
    board = form["board"]!
  }

  var body: some View {
    Stepper(nights.label, value: Binding($nights.int, or: 1))
    DatePicker(arrival.label, selection: Binding($arrival.date, or: .now))
    Picker(board.label, selection: $board.selection) {
      Text("").tag(nil as String?)
      ForEach(board.choices, id: \.value) { choice in
        Text(choice.label).tag(choice.value as String?)
      }
    }
  }
}

extension Binding where Value: Sendable {
  /// Replaces nil with `value`, for views that require a value.
  init(_ optional: Binding<Value?>, or value: Value) {
    self.init(
      get: { optional.wrappedValue ?? value }, set: { optional.wrappedValue = $0 })
  }
}
// end

// begin
struct FormView: View {
  let form: FormSession
  let accept: (Product) -> Void
  @FocusState var focus: String?

  var body: some View {
    Form {
      FormBoxes(fields: form.fieldsInForce, focus: $focus)
      FormProblems(form: form)
      Button("Send") {
        if let product = form.submit().product { accept(product) }
        focus = form.focusedField?.id
      }
    }
  }
}

struct FormProblems: View {
  let form: FormSession

  var body: some View {
    ForEach(form.problems, id: \.self) { problem in
      Text(problem.message).foregroundStyle(.red)
    }
  }
}
// end

// begin
struct AccountView: View {
  let form: FormSession
  let send: (Product) async throws -> [Complaint]
  @State var answers = HostAnswers()
  @FocusState var focus: String?

  struct Complaint {
    var message: String
    var field: String?
  }

  var body: some View {
    Form {
      FormBoxes(fields: form.fieldsInForce, focus: $focus)
      FormProblems(form: form)
      Button("Send") { Task { await submit() } }
    }
  }

  private func submit() async {
    do {
      if let product = try await answers.outcome(of: { form.submit() }).product {
        for complaint in try await send(product) {
          form.setError(complaint.message, at: complaint.field)
        }
      }
    } catch {
      form.setError("Nobody answers: please try again")
    }
    focus = form.focusedField?.id
  }
}
// end

// begin
struct SignUpScreen: View {
  @State private var form: FormSession
  private let accept: (Product) -> Void

  init(_ spec: FormSpec, accept: @escaping (Product) -> Void) {
    _form = State(initialValue: FormSession(spec, timing: .change))
    self.accept = accept
  }

  var body: some View {
    FormView(form: form, accept: accept)
  }
}
// end

// begin
struct Wizard: View {
  let form: FormSession
  let pages: [SessionGroup]
  let accept: (Product) -> Void
  @State var number = 0
  @FocusState var focus: String?

  private var page: SessionGroup { pages[number] }

  var body: some View {
    Form {
      FormBoxes(fields: page.fieldsInForce, focus: $focus)
      FormProblems(form: form)
      if number > 0 { Button("Back") { number -= 1 } }
      Button(number < pages.count - 1 ? "Next" : "Send") {
        if page.validate() { goOn() }
        focus = page.focusedField?.id
      }
    }
  }

  private func goOn() {
    if number < pages.count - 1 {
      number += 1
    } else if let product = form.submit().product {
      accept(product)
    } else {
      number = pages.firstIndex { $0.focus != nil } ?? number
    }
  }
}
// end

@Suite struct SwiftUIArticle {
  private enum SignUpField: String, CaseIterable {
    case id, birthday, includesProfile, nickName, height
  }

  private func load() throws -> FormSpec {
    try Article("EmbedInFiveMinutes").withForm { try FormSpec(contentsOf: $0) }
  }

  private struct SignUp: Encodable {
    var id: String
    var birthday: String
  }

  @Test func whatIsThereAlready() throws {
    let spec = try load()
    let signUp = SignUp(id: "a1", birthday: "1990-02-28")
    let product = try spec.validate(["id": "a1", "birthday": "1990-02-28"]).get()
    // begin
    let kept = FormSession(spec, values: spec.record(of: product))
    let edited = try FormSession(spec, values: spec.record(of: signUp))
    // end
    #expect(kept.submit().product == product && edited.submit().product == product)
  }

  @Test func withoutAScreen() throws {
    let spec = try load()
    // begin
    let form = try spec.fields(SignUpField.self).session()
    form[.id].text = "a 1"
    form[.birthday].text = "1990-02-28"
    form.submit()
    #expect(form.focus == .id)
    #expect(form[.id].message == "ID must be 1 to 20 letters or digits")

    form[.id].text = "a1"
    #expect(!form[.id].isErrorActive)
    #expect(form.submit().product != nil)
    // end
  }

  #if !canImport(SwiftUI)
    @Test @MainActor func onScreen() throws {
      let spec = try FormSpec(
        source: """
          field id "ID": string hint "Letters" rule alphanumeric message "Letters or digits"
          field pin "PIN": string secret
          field fruit: choice("apple" "Apple", "pear")
          field more: bool default false
          when more < field why: string >
          """)
      let form = FormSession(spec)
      var accepted: [Product] = []
      let view = FormView(form: form) { accepted.append($0) }
      #expect(
        view.drawn.lines == [
          "[ID: Letters]", "[PIN: •]", "(Fruit: , Apple, pear)", "<More: false>", "{Send}",
        ])
      form["id"]?.text = "a 1"
      view.drawn.buttons["Send"]?()
      #expect(
        view.drawn.lines.prefix(4) == [
          "[ID: a 1]", "red: Letters or digits", "[PIN: •]", "red: PIN is required",
        ])
      form["more"]?.isOn = true
      #expect(view.drawn.lines.contains("[Why]"))
      form["id"]?.text = "a1"
      #expect(view.drawn.lines.prefix(2) == ["[ID: a1]", "secondary: Letters or digits"])
      form["pin"]?.text = "1"
      form["fruit"]?.text = "pear"
      form["more"]?.isOn = false
      view.drawn.buttons["Send"]?()
      #expect(accepted.map { $0.names } == [["id", "pin", "fruit", "more"]])

      let trip = try FormSpec(
        source: "field home: < field zip: string >  field tags: list of string optional")
      let drawn = FormView(form: FormSession(trip)) { accepted.append($0) }.drawn
      #expect(drawn.lines == ["Home", "[Zip]", "Tags", "{Add}", "{Send}"])

      let screen = SignUpScreen(spec) { accepted.append($0) }
      screen.drawn.buttons["Send"]?()
      #expect(accepted.count == 1, "A screen of its own has a form of its own.")
    }

    @Test @MainActor func rowsOnScreen() throws {
      let spec = try FormSpec(
        source: """
          field items: list of < field sku: string field gift: bool default false when gift < field note: string > >
          field tags: list of string optional
          """)
      let form = FormSession(spec, values: ["items": [["sku": "a", "gift": true]], "tags": ["x"]])
      let focus = FocusState<String?>().projectedValue
      let view = FormRows(list: try #require(form["items"]), focus: focus)
      #expect(view.drawn.lines == ["Items", "[Sku: a]", "<Gift: true>", "[Note]", "{Add}"])
      view.drawn.buttons["Add"]?()
      #expect(view.drawn.lines.suffix(3) == ["[Sku]", "<Gift: false>", "{Add}"])
      let tags = FormRows(list: try #require(form["tags"]), focus: focus)
      #expect(tags.drawn.lines == ["Tags", "[Tags: x]", "{Add}"])
      form.setError("Too few", at: "tags")
      #expect(tags.drawn.lines == ["Tags", "[Tags: x]", "red: Too few", "{Add}"])
      #expect(
        view.drawn.focusable == form["items"]?.rows.flatMap { $0.fieldsInForce.map { $0.id } })
    }

    @Test @MainActor func typedBoxesOnScreen() throws {
      let spec = try FormSpec(
        source: """
          field nights: int field arrival: date field board: choice("half" "Half board", "full")
          """)
      let form = FormSession(spec, options: .init(timeZone: .gmt))
      let view = StayView(form)
      #expect(view.drawn.lines[0] == "-Nights: 1-" && form["nights"]?.isBlank == true)
      form["nights"]?.text = "3"
      form["arrival"]?.text = "2026-12-05"
      #expect(
        view.drawn.lines == [
          "-Nights: 3-", "#Arrival: 2026-12-05T00:00:00Z#", "(Board: , Half board, full)",
        ])
    }

    @Test @MainActor func aServerOnScreen() async throws {
      let isFree = HostRule(asking: "isFree", .string) { $0 != "ann" }
      let spec = try FormSpec(
        source: """
          needs isFree
          field name: string rule isFree message "{value} is taken"
          field mail: string
          """, rules: [isFree])
      let form = FormSession(spec, values: ["name": "ann", "mail": "x"])
      var sent: [String?] = []
      let view = AccountView(form: form) { product in
        sent.append(product["name"]?.string)
        return [.init(message: "Unknown", field: "mail")]
      }
      func shows(_ line: String) async throws {
        for _ in 0..<1_000 where !view.drawn.lines.contains(line) {
          try await Task.sleep(for: .milliseconds(5))
        }
        #expect(view.drawn.lines.contains(line))
      }
      view.drawn.buttons["Send"]?()
      try await shows("red: ann is taken")
      form["name"]?.text = "bob"
      view.drawn.buttons["Send"]?()
      try await shows("red: Unknown")
      #expect(sent == ["bob"])
    }

    @Test @MainActor func pageByPageOnScreen() throws {
      let spec = try FormSpec(
        source: """
          field name: string field zip: string rule digits message "Digits"
          check name != "x" or zip != "1" at name message "Not you"
          """)
      let form = FormSession(spec)
      var accepted: [Product] = []
      let pages = try [["name"], ["zip"]].map { try #require(form.group($0)) }
      let view = Wizard(form: form, pages: pages) { accepted.append($0) }
      func press(_ button: String) { view.drawn.buttons[button]?() }
      press("Next")
      #expect(view.drawn.lines == ["[Name]", "red: Name is required", "{Next}"])
      form["name"]?.text = "x"
      press("Next")
      #expect(view.drawn.lines == ["[Zip]", "{Back}", "{Send}"])
      form["zip"]?.text = "1"
      press("Send")
      #expect(view.drawn.lines == ["[Name: x]", "red: Not you", "{Next}"], "Its page is shown.")
      form["name"]?.text = "y"
      form.setError("Closed")
      #expect(view.drawn.lines.contains("red: Closed"), "What belongs to no page is on each.")
      press("Next")
      press("Send")
      #expect(accepted.map { $0.names } == [["name", "zip"]])
    }
  #endif
}
