// The options of a validation: the number of problems, the language, the current date, and so on.

internal import FormworkEngine
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Replaces built-in messages with a program's own.
///
/// The closure is called, on any thread, when a built-in message is read. It receives the problem and the code of the
/// requested language, and returns the message, or nil to keep the built-in one. `problem.message` is the built-in
/// message.
public typealias BuiltInWords = @Sendable (_ problem: Problem, _ language: String) -> String?

/// The options of a validation.
public struct ValidationOptions: Sendable {
  /// The problems to return for a record.
  @nonexhaustive
  public enum Scope: Sendable, Hashable {
    /// All problems.
    case everyProblem
    /// The first error and the first warning of each field.
    case firstOfField
    /// Only the first error, or the first warning if there are no errors.
    case firstOfRecord
  }

  /// The problems to return for a record.
  public var scope: Scope
  /// The language code of messages and titles, such as `ja` or `pt-BR`; nil for the form's own language.
  public var language: String?
  /// The instant that `now` means; nil for the clock's time.
  public var now: Date?
  /// The time zone of `today`, and of the date and time of a `Date` in a record.
  ///
  /// Nil means the system's time zone, which date pickers use, too. ``Product/decode(_:in:userInfo:)`` has the same
  /// default, so that a decoded date validates as the same date. On a server, set the user's time zone, or UTC if dates
  /// are stored as midnight in UTC.
  public var timeZone: TimeZone?
  /// Stored as a `CalendarDate`, which is small, because options are created for every validation.
  private var day: CalendarDate?
  /// The maximum number of problems to return for a record, at least 1, with errors before warnings.
  /// `Rejection.omittedCount` counts the others.
  public var problemLimit: Int

  /// The closure that replaces built-in messages; nil to keep them.
  public var builtInWords: BuiltInWords?

  /// Creates options. By default, all problems are returned in the form's own language, and `now` is the clock's
  /// time.
  ///
  /// - Parameters:
  ///   - scope: the problems to return for a record.
  ///   - language: the language code of messages and titles, such as `ja` or `pt-BR`; nil for the form's own
  ///     language.
  ///   - now: the instant that `now` means; nil for the clock's time.
  ///   - timeZone: the time zone of `today` and of a `Date` in a record; nil for the system's.
  ///   - today: the year, month and day that `today` means; nil for the date of `now`.
  ///   - problemLimit: the maximum number of problems to return for a record, at least 1.
  ///   - builtInWords: the closure that replaces built-in messages; nil to keep them.
  public init(
    scope: Scope = .everyProblem, language: String? = nil, now: Date? = nil,
    timeZone: TimeZone? = nil, today: DateComponents? = nil, problemLimit: Int = 1_000,
    builtInWords: BuiltInWords? = nil
  ) {
    self.scope = scope
    self.language = language
    self.now = now
    self.timeZone = timeZone
    self.problemLimit = problemLimit
    self.today = today
    self.builtInWords = builtInWords
  }

  /// The year, month and day that `today` means; nil for the date of `now`. Setting components that aren't a date of
  /// the years 0001 to 9999 sets nil.
  public var today: DateComponents? {
    get { day.map { DateComponents($0) } }
    set { day = newValue.flatMap { CalendarDate($0) } }
  }
}

extension ValidationOptions {
  var engineScope: ProblemScope {
    switch scope {
    case .everyProblem: .all
    case .firstOfField: .firstOfField
    case .firstOfRecord: .firstOfRecord
    }
  }

  /// The meaning of `today` and `now`.
  var moment: Moment {
    let now = now ?? HostInquiry.current?.now
    if now == nil, day == nil, timeZone == nil { return .ofClock }
    let moment = now ?? Date()
    let instant = CalendarInstant(moment) ?? Moment.first.now
    let zone = timeZone ?? .current
    let local = CalendarDateTime(moment, in: zone) ?? Moment.first.now.utc
    return Moment(today: day ?? local.date, now: instant)
  }
}

// MARK: - Conversions to and from Foundation

extension CalendarInstant {
  /// Creates an instant with up to nanosecond precision, or nil outside the years 0001 to 9999.
  init?(_ date: Date) {
    let interval = date.timeIntervalSince1970
    // Outside these bounds, the conversion to `Int64` could trap; NaN isn't within them.
    guard interval > -1e12, interval < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let nanosecond = min(999_999_999, Int(((interval - whole) * 1e9).rounded()))
    self.init(seconds: Int64(whole), nanosecond: nanosecond)
  }

  var foundationDate: Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanosecond) / 1e9)
  }
}

extension CalendarDateTime {
  /// Creates the local date and time in a time zone, or nil outside the years 0001 to 9999.
  init?(_ date: Date, in zone: TimeZone) {
    let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    guard let utc = CalendarInstant(shifted)?.utc else { return nil }
    self = utc
  }

  /// Returns the moment of this local date and time in a time zone. If the local time occurs twice, returns the earlier
  /// moment. If the time zone skips the local time, moves it forward by the length of the gap.
  func foundationDate(in zone: TimeZone) -> Date {
    let asUTC = CalendarInstant(utc: self).foundationDate
    let day = 86_400.0
    let before = Double(zone.secondsFromGMT(for: asUTC.addingTimeInterval(-day)))
    let after = Double(zone.secondsFromGMT(for: asUTC.addingTimeInterval(day)))
    let early = asUTC.addingTimeInterval(-before)
    if before == after || Double(zone.secondsFromGMT(for: early)) == before { return early }
    let late = asUTC.addingTimeInterval(-after)
    return Double(zone.secondsFromGMT(for: late)) == after ? late : early
  }
}

extension CalendarDate {
  /// Returns nil unless the components are a date of the years 0001 to 9999.
  init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
