// A profile with dates.

import Foundation

public struct Profile: FilledIn, Equatable {
  public static let form = Forms.profile

  public var name: String
  public var birthday: DateComponents
  public var start: DateComponents
  public var end: DateComponents?
}
