import FormworkSyntax
import Testing

@testable import FormworkReport

/// Places in a form, in any order, equal those found by counting from the beginning of the line.
@Suite struct FormPlacesTests {
  @Test func placesInAnyOrder() {
    let part = "field é: int # 👨‍👩‍👧 e\u{301}\tx\r\n  \u{600}\"か\u{3099}\" 🇯🇵🇩🇪"
    let source = Source(name: "a.form", bytes: Array((part + part + "\n" + part).utf8))
    let ends = source.bytes.indices.filter { source.bytes[$0] & 0xC0 != 0x80 }
    for step in [1, 3, 7, ends.count - 1] {
      var places = FormPlaces(source)
      for number in 0..<(3 * ends.count) {
        let offset = UInt32(ends[number * step % ends.count])
        let wanted = source.position(offset)
        #expect(places.text(of: offset) == "a.form:\(wanted.line):\(wanted.column)")
      }
    }
  }
}
