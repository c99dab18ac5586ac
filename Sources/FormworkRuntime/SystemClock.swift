// The time of the system's clock.

package import FormworkEngine

extension Moment {
  /// The current date in the local time zone, and the current time.
  package static var ofClock: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    let today = CalendarDate(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    let now = CalendarInstant(seconds: Int64(time.tv_sec), nanosecond: Int(time.tv_nsec))
    return Moment(today: today ?? .first, now: now ?? Moment.first.now)
  }
}
