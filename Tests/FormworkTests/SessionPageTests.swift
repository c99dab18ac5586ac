// The steps of filling in a form.

import Formwork
import Testing

@Suite struct SessionPageTests {
  private static let visit = """
    form visit "Visit"
    field kind: choice("new", "known")
    page "You" ja "あなた" <
      intro "Who are you?" ja "どなたですか"
      field name "Name" ja "名前": string rule count(1...20)
      field phone: string required if email is blank message "Phone or email"
    >
    when kind == "new" title "For new ones" <
      page "Before" < field before: string optional field x: int >
      intro "Welcome"
      field friend: string optional
      page "Read this" < intro "Long" >
    > else <
      page "Last time" < field x: string field last: date >
    >
    page "Contact" <
      field email: string optional rule email
      field home: < field zip: string > optional
      field count: int = 1
    >
    """

  private func session(language: String? = nil) throws -> FormSession {
    var options = ValidationOptions()
    options.language = language
    return FormSession(try FormSpec(source: SessionPageTests.visit), options: options)
  }

  /// The pages in force with their parts.
  private func shown(_ form: FormSession) -> [String] {
    form.pagesInForce.map { page in
      let parts = page.parts.map { part in
        switch part {
        case .title(let text): "# \(text)"
        case .intro(let text): "“\(text)”"
        case .field(let box): box.path
        }
      }
      return "\(page.number) \(page.title ?? "-"): \(parts.joined(separator: ", "))"
    }
  }

  @Test func branchesSkipPages() throws {
    let form = try session()
    #expect(form.pages.count == 7)
    #expect(
      shown(form) == [
        "0 -: kind", "1 You: “Who are you?”, name, phone", "6 Contact: email, home",
      ])
    form["kind"]?.text = "new"
    #expect(
      shown(form) == [
        "0 -: kind", "1 You: “Who are you?”, name, phone", "2 Before: before, x",
        "3 -: # For new ones, “Welcome”, friend", "4 Read this: “Long”", "6 Contact: email, home",
      ])
    form["kind"]?.text = "known"
    #expect(
      shown(form).dropFirst(2) == ["5 Last time: x, last", "6 Contact: email, home"])
    #expect(form.pages[2].fieldsInForce.isEmpty && form.pages[5].fieldsInForce.count == 2)
  }

  @Test func aPageIsJudgedAlone() throws {
    let form = try session()
    let (you, contact) = (form.pages[1], form.pages[6])
    #expect(!you.isValid && form["name"]?.message == nil)
    #expect(!you.validate() && you.focus == "name")
    #expect(form["kind"]?.message == nil && form["email"]?.message == nil)
    form["name"]?.text = "Ann"
    #expect(you.validate(), "There may be an email address.")
    form["email"]?.text = "x"
    #expect(!contact.validate() && contact.focusedField?.path == "email")
    form["email"]?.text = ""
    #expect(contact.validate() && !you.isValid, "There is none.")
    #expect(you.group.fields.map { $0.path } == ["name", "phone"])
  }

  @Test func languages() throws {
    let form = try session(language: "ja")
    #expect(form.pages[1].title == "あなた")
    #expect(form.pages[6].title == "Contact")
    #expect(shown(form)[1] == "1 あなた: “どなたですか”, name, phone")
  }

  @Test func aFormWithoutPagesIsOneStep() throws {
    let spec = try FormSpec(
      source: """
        field a: bool
        when a title "T" < intro "I" field b: int >
        intro "J"
        """)
    let form = FormSession(spec)
    #expect(shown(form) == ["0 -: a, “J”"])
    form["a"]?.isOn = true
    #expect(shown(form) == ["0 -: a, # T, “I”, b, “J”"])
    #expect(!form.pages[0].validate() && form.pages[0].focus == "b")
  }

  @Test func builtInSwift() throws {
    let spec = try FormSpec("visit") {
      Page(FormText("You", ["ja": "あなた"])) {
        Intro("Who are you?")
        Field("name", .string)
        Field("isNew", .bool)
      }
      When(.field("isNew"), as: "more", title: "New") {
        Page("More") { Field("age", .int) }
      }
      .else(title: "Known") { Field("since", .date) }
    }
    #expect(
      spec.formText == """
        form visit
        page "You" ja "あなた" <
          intro "Who are you?"
          field name: string
          field isNew: bool
        >
        when isNew as more title "New" <
          page "More" <
            field age: int
          >
        > else title "Known" <
          field since: date
        >

        """)
    #expect(FormSession(spec).pages.map { $0.title } == ["You", "More", nil])
  }
}
