// Draws which answers open which sections: the blocks of the form as boxes.

internal import FormworkEngine
internal import FormworkReport

extension Explainer {
  /// Maximum number of boxes.
  private static let manyBoxes = 60
  /// Maximum number of a section's fields to name in its box.
  private static let manyLabels = 12
  /// Maximum widths in columns: of a line of labels, and of an answer.
  private static let lineWidth = 56
  private static let answerWidth = 66

  func picture() -> [Document.Block] {
    var picture = SectionPicture()
    var omitted = 0
    draw(program.outline(ofLevel: 0), from: nil, Standpoint(), &picture, &omitted)
    if picture.boxes.isEmpty { return [] }
    if omitted > 0 { picture.rest = text(.moreSections).filled(("count", String(omitted))) }
    return [.picture(picture)]
  }

  private func draw(
    _ steps: [StepView], from box: Int?, _ place: Standpoint, _ picture: inout SectionPicture,
    _ omitted: inout Int
  ) {
    for step in steps {
      switch step {
      case .check, .intro: break
      case .page(let page): draw(page.steps, from: box, place, &picture, &omitted)
      case .field(let field):
        let view = program.field(field)
        guard view.kind == .record || view.kind == .list, let level = view.level else { continue }
        draw(program.outline(ofLevel: level), from: nil, place, &picture, &omitted)
      case .when(let branches, _): draw(branches, from: box, place, &picture, &omitted)
      }
    }
  }

  private func draw(
    _ branches: [BranchView], from box: Int?, _ place: Standpoint,
    _ picture: inout SectionPicture, _ omitted: inout Int
  ) {
    guard picture.boxes.count + branches.count < Explainer.manyBoxes else {
      omitted += branches.count
      return
    }
    let column = box.map { picture.boxes[$0].column + 1 } ?? 0
    let question = picture.boxes.count
    let asked = fields(of: branches)
    var place = place
    // The answer is shown next to its question, so the answer needn't name the field.
    if asked.count == 1 { (place.field, place.name) = (asked[0], "…") }
    picture.boxes.append(
      SectionPicture.Box(
        lines: lines(asked), column: column, from: box, answer: "", isSection: false))
    for branch in branches {
      let answer =
        branch.condition.map { inline(statement($0, place)) } ?? text(.anythingElse)
      let section = picture.boxes.count
      picture.boxes.append(
        SectionPicture.Box(
          lines: lines(fields(of: branch.steps)), column: column + 1, from: question,
          answer: visible(answer, columns: Explainer.answerWidth), isSection: true))
      draw(branch.steps, from: section, Standpoint(blocks: place.blocks), &picture, &omitted)
    }
  }

  /// Returns the fields that the conditions of branches read.
  private func fields(of branches: [BranchView]) -> [Int32] {
    var fields: [Int32] = []
    func gather(_ number: Int32) {
      if let field = program.field(of: number), !fields.contains(field) { fields.append(field) }
      for child in program.children(of: number) { gather(child) }
    }
    for branch in branches { if let condition = branch.condition { gather(condition) } }
    return fields
  }

  /// Returns the fields among some declarations and in their pages.
  private func fields(of steps: [StepView]) -> [Int32] {
    steps.flatMap { step -> [Int32] in
      switch step {
      case .field(let field): [field]
      case .page(let page): fields(of: page.steps)
      case .check, .when, .intro: []
      }
    }
  }

  /// Returns the labels of fields, with as many on each line as fit.
  private func lines(_ fields: [Int32]) -> [String] {
    var labels = fields.prefix(Explainer.manyLabels).map {
      visible(writer.label(ofField: $0), columns: Explainer.lineWidth - 2)
    }
    if labels.count < fields.count { labels.append("…") }
    var lines: [String] = []
    for (number, label) in labels.enumerated() {
      let isLast = number == labels.count - 1
      let label = isLast ? label : label + words.phrase(.comma)
      if let line = lines.last, DisplayWidth.of(line + label) <= Explainer.lineWidth {
        lines[lines.count - 1] += label
      } else {
        lines.append(label)
      }
    }
    return lines
  }
}
