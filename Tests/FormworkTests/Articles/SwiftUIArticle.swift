// What "A form in SwiftUI" shows. Where there is no SwiftUI, stand-ins of the few views it uses let the
// same code be compiled and run.

import Formwork
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
          ForEach(field.choices, id: \.value) { choice in
            Text(choice.label).tag(choice.value)
          }
        }
      case .record, .list:
        Text(field.label)
      default:
        if field.declaration.isSecret {
          SecureField(field.label, text: $field.text)
        } else {
          TextField(field.label, text: $field.text, prompt: field.hint.map { Text($0) })
        }
      }
      if let message = field.message {
        Text(message).foregroundStyle(field.isErrorActive ? .red : .secondary)
      }
    }
  }
}
// end

// begin
struct FormView: View {
  let form: FormSession
  let accept: (Product) -> Void
  @FocusState private var focus: String?

  var body: some View {
    Form {
      ForEach(form.fieldsInForce) { field in
        FormBox(field: field).focused($focus, equals: field.path)
      }
      ForEach(form.problems, id: \.message) { problem in
        Text(problem.message).foregroundStyle(.red)
      }
      Button("Send") {
        if let product = form.submit().product { accept(product) }
        focus = form.focus
      }
    }
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

@Suite struct SwiftUIArticle {
  private enum SignUpField: String, CaseIterable {
    case id, birthday, includesProfile, nickName, height
  }

  private func load() throws -> FormSpec {
    try Article("EmbedInFiveMinutes").withForm { try FormSpec(contentsOf: $0) }
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
          "[ID: Letters]", "[PIN: •]", "(Fruit: Apple, pear)", "<More: false>", "{Send}",
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
      #expect(drawn.lines == ["Home", "[Zip]", "Tags", "{Send}"])

      let screen = SignUpScreen(spec) { accepted.append($0) }
      screen.drawn.buttons["Send"]?()
      #expect(accepted.count == 1, "A screen of its own has a form of its own.")
    }
  #endif
}
