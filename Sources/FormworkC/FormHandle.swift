// The base class of handles, and the handle of a form with its findings.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// The object that a handle refers to. `kind` lets functions reject handles of the wrong kind.
class Handle {
  enum Kind: UInt32 {
    case form = 0x466F_726D
    case checker = 0x4368_6563
  }

  let kind: UInt32

  init(_ kind: Kind) { self.kind = kind.rawValue }
}

/// A form. It never changes.
final class FormHandle: Handle {
  let source: Source
  let diagnostics: FormDiagnostics
  /// The form with the records of its lists, or nil if it has errors.
  let form: CompiledForm?
  var program: Program? { form?.program }

  /// Reads, checks and compiles a form.
  ///
  /// - Parameter given: the caller's records for lists, used instead of the files that the form names, and the caller's
  ///   values.
  init(_ source: Source, _ given: GivenList.All, _ read: @escaping FormLoader.Reader) {
    do throws(FormError) {
      let form = try CompiledForm(source, knowsEncoding: FormHandle.knows, read: read)
        .readingLists(given: given.lists, values: given.values, moment: FormHandle.moment) {
          list, file throws(StreamFault) in
          switch read(file) {
          case .success(let text): return ListSource(nil, named: file, text.bytes)
          case .failure where list.isOptional: return nil
          case .failure: throw StreamFault(sentence: "The file \"\(file)\" cannot be read.")
          }
        }
      (self.source, diagnostics, self.form) = (form.source, form.diagnostics, form)
    } catch {
      (self.source, diagnostics, form) = (error.source, error.diagnostics, nil)
    }
    super.init(.form)
  }

  /// The meaning of `today` and `now` while the form's lists are read.
  private static var moment: Moment {
    #if canImport(FormworkRuntime)
      .ofClock
    #else
      .first
    #endif
  }

  private static func knows(encoding: String) -> Bool {
    #if canImport(FormworkRuntime)
      TextDecoder.knows(encoding)
    #else
      true
    #endif
  }

  /// The findings as drawn in a terminal with 80 columns and without colours.
  var drawnFindings: String {
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    return renderer.render(diagnostics.told[...], in: source).joined(separator: "\n")
  }
}

#if !canImport(FormworkRuntime)
  extension ListSource where Failure == StreamFault {
    /// Creates a source of the records in the bytes of a file.
    ///
    /// - Parameter kind: the kind of the data, or nil to derive it from `name`.
    init(_ kind: DataKind?, named name: String, _ bytes: @escaping @autoclosure () -> [UInt8]) {
      self.init(kind ?? DataKind(ofName: name)) { reading throws(StreamFault) in
        let bytes = bytes()
        try bytes.withUnsafeBufferPointer { text throws(StreamFault) in
          do throws(StreamFault) { try reading.read(text) } catch {
            throw StreamFault(sentence: "\(name): \(error.sentence)")
          }
        }
      }
    }
  }
#endif
