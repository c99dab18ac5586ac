// A form that is filled in page by page.

import Formwork
import Testing

@Suite struct SessionGroupTests {
  private func trip() throws -> FormSession {
    let spec = try FormSpec(
      source: """
        field email: string required if phone is blank message "Email or phone"
          rule email message "Not an email address"
        field start: date
        field phone: string optional
        field end: date rule value >= start message "Before {start}"
        field guests: list of < field name: string > rule count(1...) message "Who comes?"
        check end != 2026-12-24 at start message "Closed on Christmas Eve"
        """)
    return FormSession(spec)
  }

  @Test func aPageIsJudgedAlone() throws {
    let form = try trip()
    let page = try #require(form.group(["email", "start"]))
    #expect(page.fields.map { $0.path } == ["email", "start"])
    form["email"]?.text = "ann"
    #expect(!page.isValid && form["email"]?.message == nil, "Nothing is shown.")
    #expect(!page.validate())
    #expect(page.focus == "email" && form["email"]?.message == "Not an email address")
    #expect(form["start"]?.isErrorActive == true && form["end"]?.message == nil)
    form["email"]?.text = "ann@example.org"
    #expect(page.focus == "start")
    form["start"]?.text = "2026-12-05"
    #expect(page.isValid && form["start"]?.message != nil)
    #expect(page.validate() && page.focus == nil && form["start"]?.message == nil)
  }

  /// A rule that names a box of a later page isn't enforced until the user has visited that box.
  @Test func rulesWaitForLaterPages() throws {
    let form = try trip()
    let first = try #require(form.group(["email", "start"]))
    let second = try #require(form.group(["phone", "end", "guests"]))
    form["start"]?.text = "2026-12-05"
    #expect(first.validate(), "There may be a phone number.")
    form["email"]?.text = "ann"
    #expect(!first.validate(), "What is there is judged.")
    form["email"]?.text = ""

    form["end"]?.text = "2026-12-04"
    #expect(!second.validate() && second.focus == "end")
    #expect(form["end"]?.message == "Before 2026-12-05", "That page is behind us.")
    #expect(form["guests"]?.message == "Who comes?")
    form["guests"]?.append()
    form["end"]?.text = "2026-12-24"
    #expect(!second.validate() && second.focus == "guests[0].name")
    form["guests[0].name"]?.text = "Bob"
    #expect(second.validate())

    // The user has now visited that page, and there is neither a phone number nor an email.
    #expect(!first.isValid)
    #expect(form.submit().problems.map { $0.field } == ["email", "start"])
    #expect([first, second].map { $0.focus } == ["email", nil], "The page to go to.")
    form["end"]?.text = "2026-12-09"
    form["phone"]?.text = "1"
    #expect(first.validate() && second.validate() && form.submit().isAccepted)
  }

  @Test func whatIsNotInForceIsOnNoPage() throws {
    let spec = try FormSpec(
      source: """
        field home: < field zip: string >
        field works: bool default false
        when works < field employer: string >
        """)
    let form = FormSession(spec)
    let page = try #require(form.group(["works", "employer", "home"]))
    #expect(page.fieldsInForce.map { $0.path } == ["works", "home", "home.zip"])
    form["home.zip"]?.text = "10"
    #expect(page.isValid)
    form["works"]?.isOn = true
    #expect(page.fieldsInForce.map { $0.path }.contains("employer") && !page.validate())
    #expect(form.group(["works", "nobody"]) == nil)
    #expect(form.group([])?.validate() == true)
  }

  @Test func errorsFromOutsideAreForgottenWithThePage() throws {
    let form = try trip()
    let page = try #require(form.group(["email"]))
    form["email"]?.text = "ann@example.org"
    form.setError("This address is taken", at: "email")
    #expect(page.focus == "email" && page.isValid)
    #expect(page.validate() && form["email"]?.message == nil)
  }

  enum Trip: String, CaseIterable, Sendable {
    case email, start, phone, end, guests
    case guest = "guests.name"
  }

  @Test func pagesHaveNamesThatTheCompilerChecks() throws {
    let form = try trip().spec.fields(Trip.self).session()
    let page = form.group([.phone, .guests])
    form[.guests].append(["name": "Ann"])
    #expect(page.validate() && form[.guest, in: form[.guests].rows[0]].text == "Ann")
  }

  @Test func aPageIsWrongHoweverMuchElseIs() throws {
    let spec = try FormSpec(source: "field a: int  field b: int")
    let form = FormSession(spec, options: .init(problemLimit: 1))
    let page = try #require(form.group(["b"]))
    #expect(!page.isValid && !page.validate() && page.focus == "b")
  }

  @Test func nobodyWaitsForOtherRows() throws {
    let spec = try FormSpec(
      source: """
        field stays: list of <
          field start: date  field end: date rule value >= start message "Before {start}"
        >
        """)
    let form = FormSession(spec, values: ["stays": [["start": "2026-12-05", "end": "2026-12-01"]]])
    form["stays"]?.append()
    let page = try #require(form.group(["stays[0]"]))
    #expect(!page.isValid && !page.validate() && page.focus == "stays[0].end")
  }

  /// A page of single cells waits only for its own rows.
  @Test func cellsWaitForTheirOwnRows() throws {
    let spec = try FormSpec(
      source: """
        field trips: list of <
          field stays: list of <
            field start: date
            field end: date rule value >= start message "Before {start}"
          >
        >
        """)
    let form = FormSession(
      spec, values: ["trips": [["stays": [["start": "2026-12-05", "end": "2026-12-01"]]], [:]]])
    form["trips[0].stays"]?.append()
    form["trips[1].stays"]?.append()
    let end = try #require(form.group(["trips[0].stays[0].end"]))
    #expect(!end.isValid && !end.validate() && end.focus == "trips[0].stays[0].end")

    form["trips[0].stays[1].end"]?.text = "2026-12-01"
    let other = try #require(form.group(["trips[0].stays[1].end"]))
    #expect(other.isValid, "Its own start is still to come.")
    form["trips[0].stays[1].start"]?.text = "2026-12-02"
    #expect(!other.isValid)
  }

  /// A rule that names a whole list waits for all of its rows.
  @Test func cellsWaitForTheListTheyName() throws {
    let spec = try FormSpec(
      source: """
        field parts: list of <
          field isOpen: bool default false
          when isOpen < field share: int optional >
          field least: int optional rule sum(parts.share) >= value message "Too few"
        >
        """)
    let form = FormSession(
      spec, values: ["parts": [["least": 5, "isOpen": true, "share": 1], [:]]])
    let least = try #require(form.group(["parts[0].least"]))
    #expect(least.isValid, "The other row may get a share.")
    form["parts[1].isOpen"]?.isOn = false
    #expect(!least.isValid, "It gets none.")
    form["parts[1].isOpen"]?.isOn = true
    #expect(least.isValid)
    form["parts[1].share"]?.int = 2
    #expect(!least.isValid)
    form["parts[1].share"]?.int = 4
    #expect(least.isValid)
  }

  @Test func nobodyWaitsForBoxesThatAreNotThere() throws {
    let spec = try FormSpec(
      source: """
        field email: string required if phone is blank message "Email or phone"
        field calls: bool default false
        when calls < field phone: string optional >
        """)
    let form = FormSession(spec)
    let page = try #require(form.group(["email", "calls"]))
    #expect(!page.isValid)
    form["calls"]?.isOn = true
    #expect(page.validate(), "There may be a phone number.")

    let other = FormSession(spec)
    let first = try #require(other.group(["email"]))
    let second = try #require(other.group(["calls", "phone"]))
    #expect(first.validate(), "There may be calls.")
    #expect(second.validate() && !first.validate())
  }

  @Test func aRowThatIsGoneIsOnNoPage() throws {
    let spec = try FormSpec(source: "field tags: list of < field name: string rule digits >")
    let form = FormSession(spec, values: ["tags": [["name": "x"], ["name": "y"]]])
    let page = try #require(form.group(["tags[0]"]))
    #expect(!page.validate() && page.focus == "tags[0].name")
    form["tags"]?.remove(at: 0)
    #expect(page.fields == [] && page.fieldsInForce == [] && page.focus == nil)
    #expect(page.isValid && page.validate())
  }
}
