// Someone signs up on screen; the focus goes where something is wrong.

import Embedding
import Formwork
import Testing

@Suite struct SignUpTests {
  @Test func theFocusMovesToTheFirstProblem() throws {
    let form = try SignUpForm().session
    form[.id].text = "ann"
    form[.email].text = "ann(at)example.org"
    #expect(form.submit().product == nil)
    #expect(form.focus == .email)
    #expect(form[.email].label == "Email")
    #expect(form[.email].hint == "Where we send the link")
    #expect(form[.email].title == "Email")
    #expect(form[.email].message == "ann(at)example.org is not an email address")
    #expect(form[.email].isErrorActive)

    // Mended; now there are the terms.
    form[.email].text = "ann@example.org"
    #expect(!form[.email].isErrorActive)
    #expect(form.submit().firstField == .accepts)
    #expect(form[.accepts].message == "Please accept the terms")

    form[.accepts].isOn = true
    let product = try #require(form.submit().product)
    #expect(product["email"]?.string == "ann@example.org")
    #expect(form.focus == nil)
  }

  @Test func everyFieldHasItsOwnWords() throws {
    let form = try SignUpForm(language: "ja").session
    for problem in form.submit().problems {
      switch problem.field {
      case .id: #expect(problem.message == "英数字1〜20文字で入力してください")
      case .email: #expect(problem.message == "メールアドレスを入力してください")
      case .accepts: #expect(problem.message == "規約に同意してください")
      case nil: Issue.record("Nothing is wrong with the form as a whole.")
      }
    }
    #expect(form[.email].label == "メールアドレス")
  }
}
