// The rule words that accept a blank value are found without running plain rules. They must equal those found by
// running the rules.

import Formwork
import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Testing

@testable import FormworkEngine

struct BlankAnswerTests {
  @Test(arguments: LanguageChunk.all)
  func areThoseThatRunningTheRulesFinds(_ chunk: LanguageChunk) throws {
    // Chunks with intentional errors have no program.
    if let form = try? chunk.form.get() { try compare(form.program) }
  }

  @Test func areKnownOfRulesOfEveryKind() throws {
    let text = """
      define code = count(3...) and alphanumeric message "code"
      define silent = count(2...)
      define outer = silent message "outer"
      field a: string rule count(1...) message "a"
      field b: string rule alphanumeric and count(2...5) message "b"
      field c: string rule count(...5) message "c" rule code
      field d: string rule silent rule outer
      field e: string rule like("ä#") message "e"
      field f: string rule like("@#") message "f"
      field g: string rule only(digit, "ä") message "g" rule matches(/a+/) message "g2"
      field h: string rule count(1...) message "{value} h" rule count(2...) message "h2"
      field i: string rule count(1...) warning "i" rule email message "i2"
      field j: list of string rule count(1...) message "j" rule distinct message "j2"
      field k: string anyCase rule value == "x" message "k"
      field l: string rule count(1...) and value != a message "l" rule count(3..<9) message "l2"
      """
    let source = Source(name: "a.form", bytes: Array(text.utf8))
    let program = try onDeepStack { try CompiledForm(source) }.program
    try compare(program)
    #expect(program.fields.filter { $0.emptyAnswer.rule >= 0 }.count == 12)
  }

  private func compare(_ program: Program) throws {
    let today = try #require(CalendarDate(year: 2000, month: 1, day: 1))
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    let evaluator = Evaluator(program, moment: Moment(today: today, now: now))
    for number in program.fields.indices {
      let found = program.fields[number].emptyAnswer
      let wanted = evaluator.emptyAnswer(of: number) ?? EmptyAnswer()
      let name = program.fields[number].name
      #expect(found.rule == wanted.rule && found.part == wanted.part, "\(name)")
      #expect(found.message == wanted.message, "\(name)")
    }
  }
}
