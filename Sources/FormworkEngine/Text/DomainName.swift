// Domain names, which hostnames, e-mail addresses and URLs share: labels between dots, in ASCII (RFC 1123, section
// 2.1) or in the letters of any script (U-labels, RFC 5890).

/// Properties of a well-formed domain name.
struct DomainName {
  var labels = 0
  /// Whether the last label is numeric. No top-level domain is numeric (RFC 3696), so "1.2.3.4" and "1.2.3" aren't
  /// names.
  var lastIsNumeric = false

  /// The characters that a label may have besides ASCII letters, digits and inner hyphens.
  struct Allowance {
    /// Letters, marks and digits of any script.
    var anyScript = false
    /// Underscores, which occur in web addresses although hosts shouldn't have them.
    var underscore = false
  }

  /// Parses the whole text. Fails if a label is empty or longer than 63 octets, or if the name is longer than 253.
  /// Octets are counted in the ASCII form that is sent (RFC 1035).
  init?(_ text: TextBytes, allowing allowance: Allowance = Allowance()) {
    var octets = -1
    var (labels, lastIsNumeric) = (0, false)
    let isWellFormed = text.allParts(between: UInt8(ascii: ".")) { label in
      guard let length = DomainLabel.length(label, allowing: allowance) else { return false }
      octets += length + 1
      labels += 1
      lastIsNumeric = label.isDigits
      return octets <= 253
    }
    guard isWellFormed else { return nil }
    (self.labels, self.lastIsNumeric) = (labels, lastIsNumeric)
  }
}

private enum DomainLabel {
  /// Returns the number of octets of the label in its ASCII form, or nil if it isn't a label.
  static func length(_ label: TextBytes, allowing allowance: DomainName.Allowance) -> Int? {
    let hyphen = UInt8(ascii: "-")
    guard label.count > 0, label[0] != hyphen, label[label.count - 1] != hyphen else { return nil }
    if label.isASCII {
      guard label.count <= 63 else { return nil }
      let fits = label.allSatisfy { byte in
        ASCII.isAlphanumeric(byte) || byte == hyphen
          || allowance.underscore && byte == UInt8(ascii: "_")
      }
      return fits ? label.count : nil
    }
    // A U-label of more than 63 scalars has more than 63 octets, and a scalar has at most 4 bytes.
    guard allowance.anyScript, label.count <= 63 * 4 else { return nil }
    return lengthOfULabel(label)
  }

  /// Returns the number of octets of a U-label in its ASCII form, or nil if the label is invalid (RFC 5891, section
  /// 4.2.3). It may not start with a mark, or have hyphens as its third and fourth characters.
  private static func lengthOfULabel(_ label: TextBytes) -> Int? {
    var values: [UInt32] = []
    for scalar in label.scalars {
      guard isUsable(scalar.value) else { return nil }
      values.append(scalar.value)
    }
    guard !ScalarClass.isMark(values[0]) else { return nil }
    if values.count > 3, values[2] == 0x2D, values[3] == 0x2D { return nil }
    let length = 4 + Punycode.length(of: values)
    return length <= 63 ? length : nil
  }

  /// Whether a U-label may contain the scalar, roughly as in RFC 5892 (PVALID or allowed in context): letters, marks
  /// and digits, hyphen, the Catalan and the katakana middle dot, keraia, geresh. Full-width forms aren't allowed,
  /// because input methods produce them by mistake.
  private static func isUsable(_ value: UInt32) -> Bool {
    switch value {
    case 0x2D, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB: true
    case 0xFF00...0xFFEF: false
    default: ScalarClass.isLetter(value) || ScalarClass.isDigit(value) || ScalarClass.isMark(value)
    }
  }
}

/// Computes the length of a label after conversion to ASCII (Punycode, RFC 3492). The converted label itself isn't
/// needed.
private enum Punycode {
  static func length(of values: [UInt32]) -> Int {
    let basic = values.filter { $0 < 0x80 }.count
    var length = basic > 0 ? basic + 1 : 0
    var (handled, delta, bias, current) = (basic, 0, 72, UInt32(0x80))
    while handled < values.count {
      var next = UInt32.max
      for value in values where value >= current && value < next { next = value }
      delta += Int(next - current) * (handled + 1)
      current = next
      for value in values {
        if value < current { delta += 1 }
        guard value == current else { continue }
        length += digits(of: delta, bias: bias)
        bias = adapted(delta, points: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      current += 1
    }
    return length
  }

  /// Returns the number of digits of a variable-length integer (section 3.3).
  private static func digits(of number: Int, bias: Int) -> Int {
    var (rest, digits, step) = (number, 1, 36)
    while true {
      let threshold = Swift.min(Swift.max(step - bias, 1), 26)
      if rest < threshold { return digits }
      rest = (rest - threshold) / (36 - threshold)
      digits += 1
      step += 36
    }
  }

  /// Returns the adapted bias (section 3.4).
  private static func adapted(_ number: Int, points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? number / 700 : number / 2
    delta += delta / points
    var step = 0
    while delta > (36 - 1) * 26 / 2 {
      delta /= 36 - 1
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
