// A member number for a program that words its own messages: it switches on the reason.

import Formwork

public enum MemberNumber: Equatable, Sendable {
  case valid(String)
  case empty
  case notANumber
  case tooLong(limit: Int)

  public init(_ text: String) {
    switch Forms.member.spec.validate(["number": .string(text)]) {
    case .accepted(let product): self = .valid(product["number"]?.string ?? "")
    case .rejected(let problems):
      switch problems[0].reason {
      case .required: self = .empty
      case .count(_, let limit?, _): self = .tooLong(limit: limit)
      default: self = .notANumber
      }
    }
  }
}
