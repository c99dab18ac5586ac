// Determines the columns of a table with a form's records, and their names in the header.

internal import FormworkEngine
internal import FormworkSyntax

/// A column of a table for a form.
struct ExportColumn {
  /// The name in the header.
  let name: String
  let field: Int32
  /// The conditions of the blocks around the field, the outermost first. Nil for an `else`.
  let conditions: [Int32?]
  /// Whether every record must have a value in the column.
  let isRequired: Bool
}

extension ExportReading {
  /// The number of items for which numbered columns are made.
  private static let numberedItems = 3

  /// Returns the columns of a form. Also adds coverage entries for the form's checks and blocks, and for each list that
  /// has neither numbered columns nor a separator.
  func columns() -> [ExportColumn] {
    var columns: [ExportColumn] = []
    var names: [String] = []
    for column in self.columns(program.outline(ofLevel: 0), { $0 }, [], isRequired: true)
    where !names.contains(column.name) {
      // Fields of several branches may share a column, so each column is added only once.
      names.append(column.name)
      columns.append(column)
    }
    return columns
  }

  /// - Parameters:
  ///   - name: makes the name of a column from the key of a field.
  ///   - isRequired: whether the record around the fields must be filled in.
  private func columns(
    _ steps: [StepView], _ name: (String) -> String, _ conditions: [Int32?], isRequired: Bool
  ) -> [ExportColumn] {
    steps.flatMap { step -> [ExportColumn] in
      switch step {
      case .check(let rule):
        if rule.severity == .error {
          add(.leftOut(lack(of: rule.condition)), rule.condition, rule.field)
        }
        return []
      case .field(let field): return columns(of: field, name, conditions, isRequired)
      case .page(let page):
        return columns(page.steps, name, conditions, isRequired: isRequired)
      case .intro: return []
      case .when(let branches, _):
        return branches.flatMap { branch in
          if let condition = branch.condition { add(.kept("note"), condition, nil) }
          return columns(branch.steps, name, conditions + [branch.condition], isRequired: false)
        }
      }
    }
  }

  private func columns(
    of field: Int32, _ name: (String) -> String, _ conditions: [Int32?], _ isRequired: Bool
  ) -> [ExportColumn] {
    let raw = RawField(field, program)
    let isRequired = isRequired && !raw.mayBeBlank
    guard let key = raw.view.keys.first else { return [] }
    switch raw.view.kind {
    case .record:
      guard let level = raw.view.level else { return [] }
      return columns(
        program.outline(ofLevel: level), { name(key + "." + $0) }, conditions,
        isRequired: isRequired)
    case .list where program.separator(ofField: field) == nil:
      return numbered(raw, conditions, isRequired)
    default:
      return [
        ExportColumn(
          name: name(key), field: field, conditions: conditions, isRequired: isRequired)
      ]
    }
  }

  /// Returns numbered columns for the first items of a list.
  ///
  /// - Parameter isRequired: whether every record must have an item.
  private func numbered(
    _ list: RawField, _ conditions: [Int32?], _ isRequired: Bool
  ) -> [ExportColumn] {
    var items: [(key: String, field: Int32)] = []
    if let key = list.details.numberedKeys.first, let item = list.view.item {
      items = [(key, item)]
    } else if let item = list.view.item, let level = program.field(item).level {
      for field in program.fields(ofLevel: level) {
        guard let key = program.details(ofField: field).numberedKeys.first else { continue }
        items.append((key, field))
      }
    }
    if items.isEmpty {
      let span = program.span(ofField: list.view.number)
      let lack = list.view.key == nil ? Coverage.Lack.kind : .namedList
      add(.leftOut(lack), list.view.kind.rawValue, list.view.number, at: span)
      if isRequired { add(.leftOut(.column), "required", list.view.number, at: span) }
    }
    return (1...ExportReading.numberedItems).flatMap { number in
      items.flatMap { key, field -> [ExportColumn] in
        let parts = key.split(separator: "#", omittingEmptySubsequences: false)
        let name = parts.joined(separator: String(number))
        let view = program.field(field)
        if view.kind == .record, let level = view.level {
          return columns(
            program.outline(ofLevel: level), { name + "." + $0 }, conditions, isRequired: false)
        }
        return [
          ExportColumn(name: name, field: field, conditions: conditions, isRequired: false)
        ]
      }
    }
  }
}
