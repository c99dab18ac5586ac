// Birthdays and periods, on a day of 2026.

import Embedding
import Formwork
import Foundation
import Testing

@Suite struct ProfileTests {
  private let today = ValidationOptions(today: DateComponents(year: 2026, month: 11, day: 20))

  private func messages(_ record: RecordValue) -> [String] {
    Profile.form.spec.validate(record, options: today).problems.map { $0.message }
  }

  @Test func onTheEighteenthBirthday() throws {
    let profile = try Profile(
      ["name": " Ann Lee ", "birthday": "2008-11-20", "start": "2026-12-01"], options: today)
    #expect(profile.name == "Ann Lee")
    #expect(profile.birthday == DateComponents(year: 2008, month: 11, day: 20))
    #expect(profile.end == nil)
  }

  @Test func theDayBefore() {
    #expect(
      messages(["name": "Ann", "birthday": "2008-11-21", "start": "2026-12-01"])
        == ["You must be 18 or older; you are 17"])
  }

  @Test func theEndIsNotBeforeTheStart() {
    #expect(
      messages([
        "name": "Ann", "birthday": "1990-01-01", "start": "2026-12-01", "end": "2026-11-30",
      ]) == ["The last day is before the first, 2026-12-01"])
  }

  @Test func aStartThatIsNoDateIsToldOnce() {
    #expect(
      messages([
        "name": "Ann", "birthday": "1990-01-01", "start": "2026-02-30", "end": "2026-11-30",
      ]) == ["First day: there is no 30 February"])
  }
}
