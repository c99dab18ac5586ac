// The formats, each with the edge cases of its standard.

import Testing

@testable import FormworkEngine

@Suite struct TextFormatTests {
  private func a(_ count: Int, _ text: String = "a") -> String {
    String(repeating: text, count: count)
  }

  @Test func email() {
    // Four labels that make a domain of 189 octets: 64 + 1 + 189 is the limit of 254.
    let domain = "\(a(63)).\(a(63)).\(a(57)).org"
    expectPredicate(
      "email", { Formats.isEmail($0) },
      accepts: [
        "ann@example.org", "ann.b+tag@mail.example.co.jp", "!#$%&'*+-/=?^_`{|}~@example.org",
        "1@2.example", "a@b.c", "Ann@EXAMPLE.ORG", "x@xn--bcher-kva.example", "a_b@1-2.org",
        "\(a(64))@example.org", "a@\(a(63)).org", "\(a(64))@\(domain)",
        // RFC 6531 and U-labels.
        "用户@例子.公司", "太郎@例え.jp", "josé@bücher.example", "jose\u{301}@example.org", "👍@example.org",
        "δοκιμή@παράδειγμα.δοκιμή", "x@नमस्ते.भारत", "x@l·l.cat",
      ],
      rejects: [
        "", "ann", "ann@", "@example.org", "@", "ann@localhost", "ann@example", "a@b@example.org",
        ".ann@example.org", "ann.@example.org", "an..n@example.org", "ann@example..org",
        "ann@.example.org", "ann@example.org.", "ann@-a.org", "ann@a-.org", "ann@a_b.org",
        "ann@1.2.3.4", "ann@[1.2.3.4]", "ann@example.123", "\"ann b\"@example.org", "a b@c.org",
        " ann@example.org", "ann@example.org ", "ann@exa mple.org", "Ann <ann@example.org>",
        "ann(c)@example.org", "a,b@example.org", "a:b@example.org", "a\\b@example.org",
        "a\"b@example.org", "ann@example.org\n", "a\u{A0}b@example.org", "a　b@example.org",
        "\(a(65))@example.org", "a@\(a(64)).org", "\(a(64))@a\(domain)", "mailto:ann@example.org",
        "ａｎｎ@example.org", "ann＠example.org", "ann@ｅxample.org", "ann@例え。jp", "a\u{200B}@b.org",
        "ann@\u{301}a.org", "ann@👍.org", "ann@例-.jp", "ann@ab--例.jp",
      ])
  }

  /// The octets of a U-label are those of its Punycode form: 63 fit, 64 do not.
  @Test func lengthOfUnicodeLabels() {
    for (label, octets) in TextFormatTests.unicodeLabels {
      let isAccepted = withText("a@\(label).jp") { Formats.isEmail($0) }
      #expect(isAccepted == (octets <= 63), "\(label), \(octets) octets")
    }
  }

  /// Labels with the length that Python's `"xn--" + label.encode("punycode")` has.
  private static let unicodeLabels: [(String, Int)] = [
    ("üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüb例", 63),
    ("üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüb例", 64),
    ("例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例ab", 63),
    ("例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例例ab", 64),
    ("かなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなかなb例", 64),
    ("漢字仮名交漢字仮名交漢字仮名交漢字仮名交漢字仮名交漢字仮名交漢字仮名交b例", 63),
    ("a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a", 63),
    ("a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例a例ab", 64),
    ("ab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-é", 63),
    ("ab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éab-éa", 64),
    ("गागागागागागागागागागागागागागागागागागागागागागागाb例", 63),
    ("गागागागागागागागागागागागागागागागागागागागागागागागागागाab", 64),
    ("भारतभारतभारतभारतभारतभारतभारतभारतभारतभारतभारतभारतभारतa", 64),
    ("éàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüéàüab", 63),
    ("中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名b例", 63),
    ("中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名中文名ab", 64),
    ("bücher", 13),
    ("例え", 11),
  ]

  @Test func hostname() {
    let longest = "\(a(63)).\(a(63)).\(a(63)).\(a(61))"
    expectPredicate(
      "hostname", { Formats.isHostname($0) },
      accepts: [
        "localhost", "example.org", "a", "3com.com", "a-b.c-d", "a--b.org", "xn--bcher-kva.example",
        "1.2.3.org", "\(a(63)).org", longest, "EXAMPLE.Org", "0x7f.example",
      ],
      rejects: [
        "", ".", "a.", ".a", "a..b", "-a.org", "a-.org", "a_b.org", "a b.org", "1.2.3.4", "123",
        "example.123", "\(a(64)).org", longest + "a", "bücher.example", "a/b", "a:80", "a\n", "*",
      ])
  }

  @Test func ipv4() {
    expectPredicate(
      "ipv4", { Formats.isIPv4($0) },
      accepts: ["0.0.0.0", "255.255.255.255", "127.0.0.1", "192.0.2.10"],
      rejects: [
        "", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1.2.3.256", "01.2.3.4", "1.2.3.00", "1.2.3.",
        ".1.2.3", "1..2.3", "a.b.c.d", "1.2.3.4 ", "0x1.2.3.4", "1,2,3,4", "1.2.3.4/8", "１.2.3.4",
        "-1.2.3.4", "1.2.3.1000", "999.999.999.999",
      ])
  }

  @Test func ipv6() {
    expectPredicate(
      "ipv6", { Formats.isIPv6($0) },
      accepts: [
        "::", "::1", "1::", "1::8", "1:2:3:4:5:6:7:8", "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789",
        "2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a", "FF01::101", "::13.1.68.3",
        "::FFFF:129.144.52.38", "0:0:0:0:0:FFFF:129.144.52.38", "64:ff9b::192.0.2.33",
        "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3::5:6:7:8", "1:2:3:4:5::1.2.3.4",
        "0001:0002:0003:0004:0005:0006:0007:0008", "fe80::0:0:1",
      ],
      rejects: [
        "", ":", ":::", "1", "1:", ":1", "1:::2", "1::2::3", "::1::", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8",
        "12345::", "g::", "::1.2.3", "::1.2.3.256", "::01.2.3.4", "1.2.3.4::", "1.2.3.4",
        "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6::1.2.3.4", "fe80::1%eth0", "[::1]",
        "::1/64", " ::1", "::1 ", "1:2:3:4:5:6:7:", ":2:3:4:5:6:7:8", "::ffff:1.2.3.4.5",
      ])
  }

  @Test func uuid() {
    let four = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"
    let odd = [
      "", "f81d4fae7dec11d0a76500a0c91e6bf6", "{\(four)}", "urn:uuid:\(four)",
      "g\(four.dropFirst())",
      String(four.dropLast()), four + "0", "f81d4fae-7dec-41d0-a765_00a0c91e6bf6",
      "f81d4fa-e7dec-41d0-a765-00a0c91e6bf6", "ｆ" + four.dropFirst(3),
    ]
    let max = "ffffffff-ffff-ffff-ffff-ffffffffffff"
    let zero = "00000000-0000-0000-0000-000000000000"
    let one = "C232AB00-9414-11EC-B3C8-9F6BDECED846"
    let seven = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"
    expectPredicate(
      "uuid", { Formats.isUUID($0) }, accepts: [four, four.uppercased(), max, zero, one, seven],
      rejects: odd)
    expectPredicate(
      "uuid(4)", { Formats.isUUID($0, version: 4) },
      accepts: [four, four.uppercased(), "919108f7-52d1-4320-9bac-f847db4148a8"],
      rejects: odd + [
        max, zero, one, seven, "f81d4fae-7dec-41d0-c765-00a0c91e6bf6",
        "f81d4fae-7dec-41d0-7765-00a0c91e6bf6",
      ])
    expectPredicate(
      "uuid(7)", { Formats.isUUID($0, version: 7) }, accepts: [seven, seven.lowercased()],
      rejects: [four, one, max])
    for version in [-1, 0, 9, 15, Int.max] {
      expectPredicate(
        "uuid(\(version))", { Formats.isUUID($0, version: version) }, accepts: [],
        rejects: [max, zero])
    }
  }

  @Test func phone() {
    expectPredicate(
      "phone", { Formats.isPhone($0) },
      accepts: ["+819012345678", "+12125550123", "+1234567", "+123456789012345", "+390612345678"],
      rejects: [
        "", "+", "09012345678", "819012345678", "+123456", "+1234567890123456", "+0123456789",
        "+81 90-1234-5678", "+81(90)12345678", "00819012345678", "+8190123456a", "＋819012345678",
        "+８19012345678", "++81901234567", "+819012345678 ",
      ])
  }

  @Test func creditCard() {
    expectPredicate(
      "creditCard", { Formats.isCreditCard($0) },
      accepts: [
        "4111111111111111", "5555555555554444", "378282246310005", "6011111111111117",
        "3530111333300000", "30569309025904", "4222222222222", "676700000000",
        "6304000000000000000",
      ],
      rejects: [
        "", "4111111111111112", "4111 1111 1111 1111", "4111-1111-1111-1111", "0000000000000000",
        "67670000000", "41111111111111111111", "411111111111111a", "４111111111111111",
        "79927398713",
      ])
  }

  @Test func iban() {
    let examples = [
      // The examples from the registry.
      "AD1200012030200359100100", "AE070331234567890123456", "AL47212110090000000235698741",
      "AT611904300234573201", "AZ21NABZ00000000137010001944", "BA391290079401028494",
      "BE68539007547034", "BG80BNBG96611020345678", "BH67BMAG00001299123456",
      "BI4210000100010000332045181", "BR1800360305000010009795493C1",
      "BY13NBRB3600900000002Z00AB00", "CH9300762011623852957", "CR05015202001026284066",
      "CY17002001280000001200527600", "CZ6508000000192000145399", "DE89370400440532013000",
      "DK5000400440116243", "DO28BAGR00000001212453611324", "EE382200221020145685",
      "EG380019000500000000263180002", "ES9121000418450200051332", "FI2112345600000785",
      "FO6264600001631634", "FR1420041010050500013M02606", "GB29NWBK60161331926819",
      "GE29NB0000000101904917", "GI75NWBK000000007099453", "GL8964710001000206",
      "GR1601101250000000012300695", "GT82TRAJ01020000001210029690", "HR1210010051863000160",
      "HU42117730161111101800000000", "IE29AIBK93115212345678", "IL620108000000099999999",
      "IQ98NBIQ850123456789012", "IS140159260076545510730339", "IT60X0542811101000000123456",
      "JO94CBJO0010000000000131000302", "KW81CBKU0000000000001234560101", "KZ86125KZT5004100100",
      "LB62099900000001001901229114", "LC55HEMM000100010012001200023015", "LI21088100002324013AA",
      "LT121000011101001000", "LU280019400644750000", "LV80BANK0000435195001",
      "MC5811222000010123456789030", "MD24AG000225100013104168", "ME25505000012345678951",
      "MK07250120000058984", "MR1300020001010000123456753", "MT84MALT011000012345MTLCAST001S",
      "MU17BOMM0101101030300200000MUR", "NL91ABNA0417164300", "NO9386011117947",
      "PK36SCBL0000001123456702", "PL61109010140000071219812874", "PS92PALS000000000400123456702",
      "PT50000201231234567890154", "QA58DOHB00001234567890ABCDEFG", "RO49AAAA1B31007593840000",
      "RS35260005601001611379", "SA0380000000608010167519", "SC18SSCB11010000000000001497USD",
      "SE4550000000058398257466", "SI56263300012039086", "SK3112000000198742637541",
      "SM86U0322509800000000270100", "ST23000100010051845310146", "SV62CENR00000000000000700025",
      "TL380080012345678910157", "TN5910006035183598478831", "TR330006100519786457841326",
      "UA213223130000026007233566001", "VA59001123000012345678", "VG96VPVG0000012345678901",
      "XK051212012345678906",
      // Made up, with the length for the country.
      "DJ5011111111111111111111111", "FK3811111111111111", "HN42111111111111111111111111",
      "LY45111111111111111111111", "MN361111111111111111", "NI03111111111111111111111111",
      "OM591111111111111111111", "RU8211111111111111111111111111111", "SD3911111111111111",
      "SO171111111111111111111", "YE4811111111111111111111111111",
    ]
    expectPredicate(
      "iban", { Formats.isIBAN($0) }, accepts: examples,
      rejects: [
        "", "GB29 NWBK 6016 1331 9268 19", "gb29nwbk60161331926819", "GB29NWBK60161331926818",
        "GB28NWBK60161331926819", "GB29NWBK6016133192681", "GB29NWBK601613319268190", "DE89",
        "US64SVBKUS6S3300958879", "GB29NWBK6016133192681é", "ZZ29NWBK60161331926819",
        "GB2ANWBK60161331926819", "NO9386011117948", "GB29NWBK60161331926819 ", "IBAN",
        "GB29-NWBK60161331926819",
      ])
    // In ISO 7064, 97 and 98 are written instead of 0 and 1, so 00, 01 and 99 are never check digits, although each
    // of these is 1 modulo 97.
    for check in 2...98 {
      let digits = check < 10 ? "0\(check)" : "\(check)"
      let others = (0..<97).filter { account in
        let number = account < 10 ? "0\(account)" : "\(account)"
        return withText("BE\(digits)5390075470\(number)") { Formats.isIBAN($0) }
      }
      #expect(others.count == 1, "BE\(digits)")
    }
    for check in ["00", "01", "99"] {
      for account in 0..<100 {
        let number = account < 10 ? "0\(account)" : "\(account)"
        #expect(!withText("BE\(check)5390075470\(number)") { Formats.isIBAN($0) })
      }
    }
  }

  @Test func isbn() {
    expectPredicate(
      "isbn", { Formats.isISBN($0) },
      accepts: [
        "0306406152", "0-306-40615-2", "0 306 40615 2", "080442957X", "0-8044-2957-X",
        "9780306406157", "978-0-306-40615-7", "978-0306406157", "978 0 306 40615 7",
        "9791090636071", "9784873119045", "978-3-16-148410-0", "9798886451740",
      ],
      rejects: [
        "", "0306406153", "9780306406158", "0-306 40615-2", "0--306-40615-2", "-0306406152",
        "0306406152-", "030640615X", "080442957x", "08044X9572", "97803064061X7", "9770306406150",
        "9790060115615", "030640615", "03064061520", "978030640615", "ISBN 0306406152",
        "０306406152", "9780306406157 ", "X306406152", "0_306_40615_2", "978-0-306-40615-7-",
      ])
  }

  @Test func luhn() {
    expectPredicate(
      "luhn", { Formats.isLuhn($0) },
      accepts: ["79927398713", "18", "00", "4111111111111111", "0000000000000000000000000000018"],
      rejects: ["", "0", "79927398710", "7992739871X", "7992 7398713", "７9927398713", "81"])
  }

  @Test func gtin() {
    expectPredicate(
      "gtin", { Formats.isGTIN($0) },
      accepts: ["96385074", "036000291452", "4006381333931", "10614141000415", "9783161484100"],
      rejects: [
        "", "96385075", "4006381333932", "4006381333913", "400638133393", "0000000", "000000000",
        "00000000000", "000000000000000", "963850 74", "9638507X",
      ])
  }

  @Test func issn() {
    expectPredicate(
      "issn", { Predicate.issn.holds(for: $0) == true },
      accepts: ["0378-5955", "03785955", "2434-561X", "2434561X", "2049-3630"],
      rejects: [
        "", "0378-5954", "2434-561x", "0378 5955", "0378--595", "037-85955", "0378-595",
        "X378-5955", "ISSN 0378-5955", "0378-59555", "2434-56X1",
      ])
  }

  @Test func orcid() {
    expectPredicate(
      "orcid", { Predicate.orcid.holds(for: $0) == true },
      accepts: ["0000-0002-1825-0097", "0000-0002-1694-233X", "0000-0001-5109-3700"],
      rejects: [
        "", "0000-0002-1825-0098", "0000000218250097", "0000-0002-1694-233x", "0000-0002-18250097-",
        "https://orcid.org/0000-0002-1825-0097", "0000 0002 1825 0097", "0000-0002-1825-009",
        "000X-0002-1825-0097",
      ])
  }

  @Test func lei() {
    expectPredicate(
      "lei", { Predicate.lei.holds(for: $0) == true },
      accepts: ["529900T8BM49AURSDO55", "5493001KJTIIGC8Y1R12", "213800WSGIIZCXF1P572"],
      rejects: [
        "", "529900T8BM49AURSDO56", "529900t8bm49aursdo55", "529900T8BM49AURSDO5",
        "5299 00T8BM49AURSDO55", "529900T8BM49AURSD055", "529900T8BM49AURSDOSS",
        // Remainder 1 modulo 97, but not with these check digits.
        "00000000000000006500", "00000000000000009701", "00000000000000003299",
      ])
  }

  @Test func bic() {
    expectPredicate(
      "bic", { Predicate.bic.holds(for: $0) == true },
      accepts: ["DEUTDEFF", "DEUTDEFF500", "1ABCDE2A", "BOFAUS3NXXX"],
      rejects: [
        "", "DEUTDEFF5", "DEUTDEFF50", "deutdeff", "DEUT1EFF", "DEUTD2FF", "DEUT-DEFF",
        "DEUTDEFF5000", "DEUTDEF\u{C4}",
      ])
  }

  @Test func url() {
    expectPredicate(
      "url", { Formats.isURL($0) },
      accepts: [
        "http://example.org", "https://example.org/", "HTTPS://EXAMPLE.ORG/A",
        "http://localhost:8080/x",
        "https://example.org/a/b;c=1/../d?e=f&g=%20#h/i?j", "http://192.0.2.1/", "http://[::1]:80/",
        "http://[2001:db8::1]", "https://example.org?x", "https://example.org#x", "http://a.b:/",
        "https://日本語.jp/パス?質問=答え#節", "https://bücher.example/", "http://a_b.example.org/",
        "https://example.org/a?b[]=1|2", "https://example.org/~x/(y)/'z'!*,", "http://a:65535",
        "https://example.org//x", "https://example.org/👍", "https://xn--wgv71a119e.jp/@a:b",
      ],
      rejects: [
        "", "example.org", "//example.org", "ftp://example.org", "http:", "http://", "http:///x",
        "http:/example.org", "https//example.org", "http//:a", "httpx://a", "mailto:a@b.org",
        "http://?x", "http://#x", "http://:80", "http://user@example.org",
        "http://u:p@example.org/",
        "http://example.org:65536", "http://example.org:8a",
        "http://example.org:99999999999999999999",
        "http://exa mple.org", "http://example.org/a b", "http://example.org/%", "http://a.b/%2",
        "http://a.b/%gg", "http://a.b/%é0", "http://-a.org", "http://a..b", "http://1.2.3.256",
        "http://1.2.3",
        "http://[::1", "http://[::1]x", "http://[1.2.3.4]", "http://[fe80::1%25eth0]/", "http://[]",
        "http://a.b/<x>", "http://a.b/\"", "http://a.b/\\", "http://a.b/{x}", "http://a.b/^",
        "http://a.b/`",
        " http://a.b", "http://a.b ", "http://a.b\n", "http://a.b/#a#b", "http://例え。jp/",
        "http://a.b/　",
        "ｈttp://a.b", "http://a%20b/", "javascript:alert(1)",
      ])
  }

  @Test func uri() {
    expectPredicate(
      "uri", { Formats.isURI($0) },
      accepts: [
        // RFC 3986, section 1.1.2.
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "a:", "a:/", "a:b", "file:///etc/hosts", "http://",
        "foo://example.com:8042/over/there?n=f#nose",
        "a+b-c.1:x", "x://u:p;q@h:/", "x://%41_~!$&'()*+,;=", "x://[v1.a:b]/",
        "x://[::ffff:1.2.3.4]:1",
        "x:?q?/", "x:#f?/", "x:a//b", "x://h:99999", "data:text/plain;base64,SGk=", "x:%C3%A9",
      ],
      rejects: [
        "", "a", ":", ":a", "//h", "/a", "1a:b", "a_b:c", "é:a", "a b:c", "x:a b", "x:é", "x:%",
        "x:%4",
        "x:%4g", "x:<>", "x:\"", "x:\\", "x:^", "x:`", "x:{}", "x:|", "x:[", "x:a#b#c", "x://h:8a",
        "x://[::1", "x://[::1]a", "x://[1]", "x://[::1%25e]", "x://[v.a]", "x://[v1.]",
        "x://[vg.a]",
        "x://[v1.%41]", "x://a@b@c", "x://h[", "x:\n", "x:a?[b]", "x://h:1:2",
      ])
  }
}
