// A registration with a profile that is only asked for when a box is ticked.

import Foundation

public struct RegisterRequest: FilledIn, Equatable {
  public static let form = Forms.registration

  public enum Fruit: String, Decodable, Sendable { case apple, orange, banana }

  public struct Profile: Decodable, Equatable, Sendable {
    public var nickName: String
    public var birthday: DateComponents?
    public var height: Decimal?
    public var age: Int
  }

  public var id: String
  public var favoriteFruit: Fruit
  /// There exactly when its block is in force.
  public var profile: Profile?
}
