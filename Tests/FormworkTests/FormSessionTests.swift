// A user signs up, box by box, and sees what a form on screen would show.

import Formwork
import Observation
import Testing

@Suite struct FormSessionTests {
  enum SignUp: String, CaseIterable, Sendable {
    case id, favoriteFruit, includesProfile, nickName, age
  }

  private func form(
    values: [String: RecordValue] = [:], timing: FormSession.Timing = .submit,
    options: ValidationOptions = .init()
  ) throws -> NamedSession<SignUp> {
    try FormSpec(source: signUpForm).fields(SignUp.self)
      .session(values: values, timing: timing, options: options)
  }

  @Test func aNewFormIsQuiet() throws {
    let form = try form()
    #expect(form.fieldsInForce.map { $0.path } == ["id", "favoriteFruit", "includesProfile"])
    #expect(form.fields.allSatisfy { $0.message == nil && !$0.isErrorActive && $0.isBlank })
    #expect(form[.id].label == "ID")
    #expect(form[.nickName].label == "Nick name")
    #expect(form[.favoriteFruit].choices.map { $0.value } == ["apple", "orange", "banana"])
    #expect(form.focus == nil)
  }

  @Test func signingUp() throws {
    let form = try form()

    // An ID with a space, no fruit, and straight to the button.
    form[.id].text = "a 1"
    #expect(form[.id].message == nil, "Nobody has asked yet.")
    #expect(form.submit().product == nil)

    // Both boxes are marked, and the focus goes to the first.
    #expect(form.focus == .id)
    #expect(form[.id].isErrorActive)
    #expect(form[.id].message == "ID must be 1 to 20 letters or digits")
    #expect(form[.favoriteFruit].isErrorActive)
    #expect(form[.favoriteFruit].title == "Nothing chosen")
    #expect(form[.favoriteFruit].message == "Please choose a fruit")

    // Typing removes the error and leaves the hint.
    form[.id].text = "a1"
    #expect(!form[.id].isErrorActive)
    #expect(form[.id].message == "ID must be 1 to 20 letters or digits")
    #expect(form[.favoriteFruit].isErrorActive, "Nothing was done about the fruit.")

    // The next attempt reports only what is still wrong.
    #expect(form.submit().firstField == .favoriteFruit)
    #expect(form[.id].message == nil)

    form[.favoriteFruit].text = "apple"
    let product = try #require(form.submit().product)
    #expect(
      product.description == #"{"id":"a1","favoriteFruit":"apple","includesProfile":false}"#)
    #expect(form.focus == nil)
    #expect(form.fields.allSatisfy { $0.message == nil && !$0.isErrorActive })
  }

  @Test func theProfileComesAndGoes() throws {
    let form = try form(values: ["id": "a1", "favoriteFruit": "apple"])
    #expect(!form[.nickName].isInForce)

    // The box is checked: two more boxes appear, without errors.
    form[.includesProfile].isOn = true
    #expect(form[.nickName].isInForce && form[.age].isInForce)
    #expect(form[.age].message == nil)

    // A nickname, but the age isn't a number.
    form[.nickName].text = "Ann"
    form[.age].text = "thirty"
    #expect(form.submit().firstField == .age)
    #expect(form[.age].message == "Age must be a whole number such as 42")
    #expect(form[.age].isErrorActive)

    // Unchecked: the boxes disappear, and with the next attempt so do their errors.
    form[.includesProfile].isOn = false
    #expect(!form[.age].isInForce)
    #expect(form.submit().product?.names == ["id", "favoriteFruit", "includesProfile"])
    #expect(form[.age].message == nil && !form[.age].isErrorActive)

    // Checked again: the earlier input is still there.
    form[.includesProfile].isOn = true
    #expect(form[.nickName].text == "Ann")
    #expect(form[.age].text == "thirty")
    form[.age].text = "130"
    let product = try #require(form.submit().product)
    #expect(product["profile"]?["age"]?.int == 130)
    #expect(form[.age].warning == "130? Please check")
    #expect(!form[.age].isErrorActive, "A warning marks nothing.")
  }

  @Test func aHiddenBoxIsNotHeldAgainstAnyone() throws {
    let spec = try FormSpec(
      source: """
        field works: bool default false
        when works < field employer: string > else blank message "Only for those who work"
        """)
    let form = FormSession(spec, values: ["works": true])
    form["employer"]?.text = "ACME"
    form["works"]?.isOn = false
    #expect(form.record == ["works": false])
    #expect(form.submit().isAccepted)
  }

  @Test func whatCannotBeDecidedIsHidden() throws {
    let spec = try FormSpec(
      source: "field age: int  when age < 18 < field guardian: string > else < field job: string >")
    let form = FormSession(spec)
    func shown() -> [String] { form.fieldsInForce.map { $0.path } }
    #expect(shown() == ["age"], "Neither a guardian nor a job before there is an age.")
    form["age"]?.text = "12"
    #expect(shown() == ["age", "guardian"])
    form["age"]?.text = "12x"
    #expect(shown() == ["age"])
    form["age"]?.text = "40"
    #expect(shown() == ["age", "job"])
  }
}

// MARK: - As one types

extension FormSessionTests {
  private func trip() throws -> FormSession {
    let spec = try FormSpec(
      source: """
        field start: date
        field end: date  rule value >= start message "The end is before {start}"
        field email: string required if phone is blank message "An email address or a phone number"
        field phone: string optional
        check start != 2026-12-24 message "We are closed on Christmas Eve"
        """)
    return FormSession(spec, timing: .change)
  }

  @Test func onlyTheBoxBeingTypedInIsJudged() throws {
    let form = try trip()
    form["start"]?.text = "2026-12"
    #expect(form["start"]?.isErrorActive == true)
    #expect(form["end"]?.message == nil)
    #expect(form["email"]?.message == nil)
    form["start"]?.text = "2026-12-05"
    #expect(form["start"]?.isErrorActive == false)
    #expect(form["start"]?.message == nil)
  }

  @Test func whatDependsOnItIsJudgedAsWell() throws {
    let form = try trip()
    form["start"]?.text = "2026-12-05"
    form["end"]?.text = "2026-12-09"
    #expect(form["end"]?.message == nil)

    // The start moves past the end: the end has an error, although the user hasn't visited it.
    form["start"]?.text = "2026-12-10"
    #expect(form["start"]?.message == nil)
    #expect(form["end"]?.message == "The end is before 2026-12-10")
    #expect(form["end"]?.isErrorActive == true)

    // And back.
    form["start"]?.text = "2026-12-08"
    #expect(form["end"]?.message == nil)
  }

  @Test func whereNobodyWasNothingIsSaid() throws {
    let form = try trip()
    // Deleting the phone number makes the email required, but the user hasn't visited it.
    form["phone"]?.text = "1"
    form["phone"]?.text = ""
    #expect(form["email"]?.message == nil)

    form.submit()
    #expect(form["email"]?.message == "An email address or a phone number")
    form["phone"]?.text = "1"
    #expect(form["email"]?.message == nil)
    form["phone"]?.text = ""
    #expect(form["email"]?.message == "An email address or a phone number")
  }

  @Test func aProblemOfTheWholeFormGoesWithItsCause() throws {
    let spec = try FormSpec(
      source: """
        field a: int field b: int
        check a + b == 10 message "Together they must be 10"
        """)
    let form = FormSession(spec, values: ["a": "1", "b": "2"])
    form.submit()
    #expect(form.problems.map { $0.message } == ["Together they must be 10"])
    #expect(form.focus == nil)
    form["b"]?.text = "8"
    #expect(form.problems.count == 1)
    form.validate("b")
    #expect(form.problems.count == 1, "One and eight are nine.")
    form["b"]?.text = "9"
    form.validate("b")
    #expect(form.problems.isEmpty)
  }

  /// The rule is still broken, whichever values its message contains.
  @Test func aProblemOfTheWholeFormIsKnownByItsRule() throws {
    let spec = try FormSpec(
      source: """
        field a: int field b: int
        check a + b == 10 message "{a} and {b} are not 10"
        check a < b message "{a} is not below {b}"
        """)
    let form = FormSession(spec, values: ["a": "1", "b": "2"])
    form.submit()
    form["b"]?.text = "8"
    form.validate("b")
    #expect(form.problems.map { $0.message } == ["1 and 8 are not 10"])
    form["b"]?.text = "0"
    form.validate("b")
    #expect(form.problems.map { $0.message } == ["1 and 0 are not 10"], "The other is new.")
  }

  @Test func aRecordHangsOnTheFieldsInIt() throws {
    let spec = try FormSpec(
      source: """
        field far: bool default false
        field home: < field zip: string  field city: string optional > required if far message "Where?"
        field mail: string required if home is blank message "No home, no mail"
        field near: string optional rule value == home.zip message "Not {home.zip}"
        """)
    let form = FormSession(spec, values: ["far": true, "near": "10"], timing: .change)
    form["home.zip"]?.text = "10"
    #expect(form["home"]?.message == nil)
    form["home.zip"]?.text = ""
    #expect(form["home"]?.message == "Where?")
    #expect(form["mail"]?.message == nil, "Nobody was there.")
    form.submit()
    #expect(form["mail"]?.message == "No home, no mail")
    form["home.zip"]?.text = "10"
    #expect(form["home"]?.message == nil)
    #expect(form["mail"]?.message == nil)
    form["home"]?.value = ["zip": "11"]
    #expect(form["near"]?.message == "Not 11")
  }

  @Test func aChangeReachesWhatDependsOnAFieldThatMustBeFilledIn() throws {
    let spec = try FormSpec(
      source: """
        field b: int required if not a message "b"
        field a: bool required if c == 1 message "a"
        field c: int optional
        """)
    let form = FormSession(spec, values: ["c": 2], timing: .change)
    form.submit()
    #expect(form["b"]?.message == "b")
    form["c"]?.int = 1
    #expect(form["a"]?.message == "a")
    #expect(form["b"]?.message == nil)
  }

  @Test func ofSeveralKeysTheFirstThatIsFilledInCounts() throws {
    let spec = try FormSpec(
      source: """
        field name: string trimmed optional from "Name", "name", "n"
        field n: string optional
        field rows: list of < field a: int optional from "A", "B" > optional
        """)
    let values: [String: RecordValue] = [
      "Name": "  ", "n": "x", "rows": [["A": "", "B": 2], ["A": .null, "B": "3"]],
    ]
    let form = FormSession(spec, values: values)
    #expect(form["name"]?.text == "x")
    #expect(form["n"]?.text == "x")
    #expect(form["rows[1].a"]?.int == 3)
    #expect(form.submit().product == spec.validate(.record(values)).product)
  }

  @Test func aKeyOfTwoFieldsIsThatOfTheFieldThatHasNoOther() throws {
    let spec = try FormSpec(
      source: #"field a: int optional from "x", "y"  field b: int optional from "x""#)
    let form = FormSession(spec, values: ["y": 1])
    #expect(form.submit().product?.description == #"{"a":1}"#)
    form["b"]?.int = 2
    form["a"]?.int = 3
    #expect(form.submit().product?.names == ["a", "b"])
  }

  @Test func onRequestABoxIsJudgedWhenItIsLeft() throws {
    let form = try form()
    form[.id].text = "a 1"
    #expect(form[.id].message == nil)
    form[.id].validate()
    #expect(form[.id].isErrorActive)
    #expect(form[.favoriteFruit].message == nil)
    form.session.validate("nobody")
  }

  @Test func oneProblemOfAllIsNotThatOfAnotherBox() throws {
    let form = try form(options: .init(scope: .firstOfRecord))
    form[.favoriteFruit].text = "pear"
    form[.favoriteFruit].validate()
    #expect(form[.favoriteFruit].message == "Please choose a fruit", "Not that the ID is missing.")
  }
}

// MARK: - Shapes

extension FormSessionTests {
  @Test func everyUnmetCriterionIsListed() throws {
    let spec = try FormSpec(
      source: """
        field password: string secret
          rule count(8...) message "Eight characters"
          rule contains(digit) message "A digit"
          rule contains(uppercase) message "A capital letter"
        """)
    let form = FormSession(spec, timing: .change)
    form["password"]?.text = "secret"
    #expect(form["password"]?.messages == ["Eight characters", "A digit", "A capital letter"])
    form["password"]?.text = "Secret 2026"
    #expect(form["password"]?.messages == [])
  }

  @Test func recordsHaveBoxesOfTheirOwn() throws {
    let spec = try FormSpec(
      source: """
        field name: string
        field home: < field zip: string rule digits message "Digits"  field city: string > optional
        field work: < field abroad: bool default false when abroad < field country: string > >
        """)
    let form = FormSession(spec)
    #expect(
      form.fields.map { $0.path }
        == ["name", "home", "home.zip", "home.city", "work", "work.abroad", "work.country"])
    form["name"]?.text = "Ann"
    #expect(form.record == ["name": "Ann", "work": [:]], "No home is no problem.")
    #expect(form.submit().product?.names == ["name", "work"])

    form["home.zip"]?.text = "1x"
    #expect(form.submit().firstField == "home.zip")
    #expect(form["home.zip"]?.message == "Digits")
    #expect(form["home.city"]?.isErrorActive == true)
    #expect(form["home"]?.message == nil)

    #expect(form["work.country"]?.isInForce == false)
    form["work.abroad"]?.isOn = true
    #expect(form["work.country"]?.isInForce == true)

    form["home"]?.value = ["zip": "10", "city": "Bern"]
    #expect(form["home.zip"]?.text == "10")
    #expect(form["home.zip"]?.isErrorActive == false)
    #expect(form.submit().firstField == "work.country")
  }

  /// The form shows what is validated: an omitted record is blank to both.
  @Test func aRecordLeftOutIsBlankToEveryCondition() throws {
    let spec = try FormSpec(
      source: """
        field home: < field abroad: bool default false  field zip: string
          when abroad < field country: string >
        > optional
        when home is blank < field why: string >
        """)
    let form = FormSession(spec)
    func shown() -> [String] { form.fieldsInForce.map { $0.path } }
    #expect(shown() == ["home", "home.abroad", "home.zip", "why"])
    #expect(form.submit().firstField == "why")
    form["home.zip"]?.text = "10"
    #expect(shown() == ["home", "home.abroad", "home.zip"])
    #expect(form.submit().isAccepted)
    form["home.abroad"]?.isOn = true
    #expect(shown() == ["home", "home.abroad", "home.zip", "home.country"])
    form.reset()
    #expect(shown() == ["home", "home.abroad", "home.zip", "why"])
  }

  @Test func aRecordsBoxTakesRecordsAlone() throws {
    let spec = try FormSpec(source: "field home: < field zip: string >")
    let form = FormSession(spec, values: ["home": ["zip": "10"]])
    form["home"]?.text = "x"
    form["home"]?.value = [1]
    #expect(form.record == ["home": ["zip": "10"]])
    form["home"]?.value = .null
    #expect(form["home.zip"]?.isBlank == true)
  }

  enum Bracketed: String, CaseIterable, Sendable {
    case name = "user[name]"
    case items
    case price = "items.price"
  }

  @Test func namesMayHaveBrackets() throws {
    let spec = try FormSpec(
      source: """
        field `user[name]`: string
        field items: list of < field price: number rule positive >
        """)
    let form = try spec.fields(Bracketed.self).session()
    form[.items].value = [["price": -1]]
    let outcome = form.submit()
    #expect(outcome.problems.map { $0.field } == [.name, .price])
    #expect(form.focus == .name)
    #expect(form[.name].message != nil)
    #expect(form[.price] == form[.items], "A field in a list has a box in each row.")
    #expect(form[.price, in: form[.items].rows[0]].message != nil)
    form[.name].text = "Ann"
    form.submit()
    #expect(form.focus == .price)
  }

  @Test func oneNameInTwoBlocksIsOneBox() throws {
    let spec = try FormSpec(
      source: """
        field kind: choice("person", "firm")
        when kind == "person" < field name "Full name": string >
        else when kind == "firm" < field name "Company": string from "company" >
        """)
    let form = FormSession(spec, values: ["kind": "person", "name": "Ann"])
    #expect(form.fields.count == 2)
    #expect(form["name"]?.label == "Full name")
    form["kind"]?.text = "firm"
    #expect(form["name"]?.label == "Company")
    #expect(form.record == ["kind": "firm", "company": "Ann"])
    #expect(form.submit().product?["name"]?.string == "Ann")
  }

  @Test func theLanguageCanChangeWhileTheFormIsThere() throws {
    let form = try form()
    form.submit()
    #expect(form[.id].message == "ID must be 1 to 20 letters or digits")
    form.options.language = "ja"
    #expect(form[.id].message == "IDは1〜20文字の英数字です")
  }

  @Test func aFormCanBeginAgain() throws {
    let form = try form(values: ["includesProfile": true])
    form[.age].text = "x"
    form.submit()
    form.reset(values: ["id": "b2"])
    #expect(form[.id].text == "b2")
    #expect(form[.age].isBlank && !form[.age].isInForce)
    #expect(form.fields.allSatisfy { $0.message == nil })
  }
}

// MARK: - Observation

extension FormSessionTests {
  /// Returns whether a change of the form notifies the observer of the properties that `look` reads.
  private func isTold(_ look: () -> Void, when change: () -> Void) -> Bool {
    let told = Told()
    withObservationTracking(look) { told.isTold = true }
    change()
    return told.isTold
  }

  private final class Told: @unchecked Sendable {
    // Unchecked: the notification arrives on the thread that makes the change.
    var isTold = false
  }

  @Test func aBoxIsDrawnAgainOnlyWhenItChanges() throws {
    let form = try form(values: ["favoriteFruit": "apple"])
    #expect(isTold({ _ = form[.id].text }, when: { form[.id].text = "a 1" }))
    #expect(!isTold({ _ = form[.id].text }, when: { form[.id].text = "a 1" }))
    #expect(!isTold({ _ = form[.id].text }, when: { form[.age].text = "1" }))
    #expect(isTold({ _ = form[.id].message }, when: { form.submit() }))
    #expect(!isTold({ _ = form[.favoriteFruit].message }, when: { form.submit() }))
    #expect(isTold({ _ = form[.id].isErrorActive }, when: { form[.id].text = "a" }))
    #expect(isTold({ _ = form[.age].isInForce }, when: { form[.includesProfile].isOn = true }))
    #expect(isTold({ _ = form[.age].label }, when: { form.options.language = "ja" }))
  }

  @Test func aFormGoesFromOneThreadToAnother() async throws {
    let form = try form()
    form[.id].text = "a1"
    form[.favoriteFruit].text = "apple"
    // The form is sent to another task. This compiles only because it isn't used here afterwards.
    let isAccepted = await Task.detached { form.submit().product != nil }.value
    #expect(isAccepted)
  }

  /// A server's error stays in its box until the box is edited or the form is submitted.
  @Test func errorsFromOutside() throws {
    let form = try form(values: ["id": "a1", "favoriteFruit": "apple"], timing: .change)
    form.setError("Apples are sold out", at: .favoriteFruit, code: "soldOut")
    form.setError("This ID is taken", at: .id)
    form.setError("Please come back tomorrow")
    #expect(form[.id].message == "This ID is taken" && form[.id].isErrorActive)
    #expect(form[.favoriteFruit].problems.map { $0.code } == ["soldOut"])
    #expect(form[.favoriteFruit].problems.map { $0.reason } == [.other(code: "soldOut")])
    #expect(form.problems.map { $0.message } == ["Please come back tomorrow"])
    #expect(form.focus == .id, "The first box, whichever was told first.")

    form[.includesProfile].isOn = true
    #expect(form[.id].message == "This ID is taken", "Another box was edited.")
    form[.id].text = "a 2"
    #expect(form[.id].messages == ["ID must be 1 to 20 letters or digits"])
    #expect(form[.favoriteFruit].message == "Apples are sold out")
    #expect(form.problems.count == 1)

    form[.id].text = "a2"
    form[.includesProfile].isOn = false
    #expect(form.submit().product != nil)
    #expect(form.problems.isEmpty && form[.favoriteFruit].message == nil && form.focus == nil)

    form[.id].text = ""
    form.submit()
    form[.id].text = "a2"
    form.setError("Apples are sold out", at: .favoriteFruit)
    #expect(form.focus == .favoriteFruit, "The ID was mended.")

    // In a list, and where there is no box.
    let list = FormSession(try FormSpec(source: "field tags: list of string optional"))
    list.setError("No", at: "tags[2]")
    list.setError("Nobody", at: "elsewhere")
    #expect(list["tags"]?.message == "No" && list.problems.map { $0.field } == ["elsewhere"])
    list.reset()
    #expect(list["tags"]?.message == nil && list.problems.isEmpty)
  }

  private final class Watch: @unchecked Sendable {
    // Unchecked: the notifications arrive on the thread that makes the changes.
    private let look: () -> Void
    var count = 0

    init(_ look: @escaping () -> Void) {
      self.look = look
      begin()
    }

    private func begin() {
      withObservationTracking(look) {
        self.count += 1
        self.begin()
      }
    }
  }

  @Test func aChangeIsToldOnce() throws {
    let form = try form(values: ["id": "a 1"])
    form.submit()
    let page = form.group([.id])
    let told = Watch { _ = form[.id].problems }
    page.validate()
    form.submit()
    #expect(told.count == 0, "It is wrong as before.")
    form[.id].text = "a1"
    page.validate()
    #expect(told.count == 1)
    form[.id].text = "a 1"
    form.submit()
    #expect(told.count == 2)
  }
}
