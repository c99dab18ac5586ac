// Writes diagnostics as JSON, for hosts that show them in their own way.

package import FormworkSyntax

extension FormDiagnostics {
  /// Returns the diagnostics as a JSON array.
  package func json(in source: Source) -> [UInt8] {
    var out = ByteBuffer()
    out.append("[")
    for (number, diagnostic) in told.enumerated() {
      if number > 0 { out.append(",") }
      FormDiagnostics.write(diagnostic, source, to: &out)
    }
    out.append("]")
    return Array(out.bytes)
  }

  private static func write(
    _ diagnostic: Diagnostic, _ source: Source, to out: inout ByteBuffer
  ) {
    let start = diagnostic.span.lower
    let place = source.position(start)
    out.append("{\"code\":")
    out.append(jsonString: diagnostic.code)
    out.append(",\"severity\":")
    out.append(jsonString: diagnostic.severity.rawValue)
    out.append(",\"message\":")
    out.append(jsonString: diagnostic.message)
    out.append(",\"file\":")
    out.append(jsonString: source.files[source.file(at: start)].name)
    out.append(",\"line\":")
    out.append(integer: place.line)
    out.append(",\"column\":")
    out.append(integer: place.column)
    if let hint = diagnostic.hint {
      out.append(",\"hint\":")
      out.append(jsonString: hint)
    }
    if let fix = diagnostic.fix {
      let base = source.files[source.file(at: fix.span.lower)].range.lowerBound
      out.append(",\"fix\":{\"text\":")
      out.append(jsonString: fix.replacement)
      out.append(",\"start\":")
      out.append(integer: Int(fix.span.lower) - base)
      out.append(",\"end\":")
      out.append(integer: Int(fix.span.upper) - base)
      out.append("}")
    }
    out.append("}")
  }
}
