// The parts of a form that people see: its pages, and the fields and texts in them.

internal import FormworkSyntax

/// A part of a level that people see.
package indirect enum PartView: Sendable {
  case field(Int32)
  /// A text between fields.
  case intro(Int32)
  case block(BlockParts)
}

extension [PartView] {
  /// The fields, including those in blocks.
  package var fields: [Int32] {
    flatMap { part -> [Int32] in
      switch part {
      case .field(let field): [field]
      case .intro: []
      case .block(let block): block.parts.fields
      }
    }
  }
}

extension PartView {
  /// Whether there is a field or a text in the part. A block may have only checks.
  fileprivate var hasContent: Bool {
    switch self {
    case .field, .intro: true
    case .block(let block): block.parts.contains { $0.hasContent }
    }
  }
}

/// The parts of a branch that people see.
package struct BlockParts: Sendable {
  /// The cell with the truth of the branch.
  package let cell: Int32
  package let title: Int32?
  package var parts: [PartView]
}

/// A step of filling in a form: a page, or the parts before, between or after the pages.
package struct FormPage: Sendable {
  /// The title of the page, or nil outside pages.
  package let title: Int32?
  package var parts: [PartView]

  package init(title: Int32?, parts: [PartView]) { (self.title, self.parts) = (title, parts) }
}

extension Program {
  /// The steps of filling in the form, or none if the form has no pages.
  package var pages: [FormPage] {
    var steps = PageSteps()
    let outline = outline(ofLevel: 0)
    guard outline.hasPages else { return [] }
    steps.add(outline, inside: [])
    return steps.pages
  }

  /// Returns the parts of a level that people see, in the order of the form.
  package func parts(ofLevel level: Int32) -> [PartView] { outline(ofLevel: level).parts }

  /// Whether people see more than the fields of a level: pages, texts or titles.
  package func hasTexts(level: Int32) -> Bool {
    !levels[Int(level)].marks.isEmpty || !levels[Int(level)].titles.isEmpty
  }
}

extension [StepView] {
  fileprivate var hasPages: Bool {
    contains { step in
      switch step {
      case .page: true
      case .when(let branches, _): branches.contains { $0.steps.hasPages }
      case .field, .check, .intro: false
      }
    }
  }

  fileprivate var parts: [PartView] {
    flatMap { step -> [PartView] in
      switch step {
      case .field(let field): [.field(field)]
      case .intro(let text): [.intro(text)]
      case .page(let page): page.steps.parts
      case .check: []
      case .when(let branches, _):
        branches.map { branch in
          .block(BlockParts(cell: branch.cell, title: branch.title, parts: branch.steps.parts))
        }
      }
    }
  }
}

/// Collects the steps of filling in a form.
private struct PageSteps {
  private(set) var pages: [FormPage] = []

  /// - Parameter blocks: the branches around `steps`.
  mutating func add(_ steps: [StepView], inside blocks: [BranchView]) {
    for step in steps {
      switch step {
      case .page(let page):
        var parts = page.steps.parts
        // The page has a title of its own.
        for block in blocks.reversed() {
          parts = [.block(BlockParts(cell: block.cell, title: nil, parts: parts))]
        }
        pages.append(FormPage(title: page.title, parts: parts))
      case .when(let branches, let elseBlank):
        for branch in branches {
          if branch.steps.hasPages {
            add(branch.steps, inside: blocks + [branch])
          } else {
            add([StepView.when([branch], elseBlank: elseBlank)].parts, inside: blocks)
          }
        }
      case .field, .check, .intro: add([step].parts, inside: blocks)
      }
    }
  }

  /// Adds parts that are in no page.
  private mutating func add(_ parts: [PartView], inside blocks: [BranchView]) {
    guard parts.contains(where: { $0.hasContent }) else { return }
    if pages.last.map({ $0.title != nil }) ?? true {
      pages.append(FormPage(title: nil, parts: []))
    }
    pages[pages.count - 1].parts.add(parts, inside: blocks[...])
  }
}

extension [PartView] {
  /// Adds parts that are in `blocks`. The last part may be the outermost of these blocks.
  fileprivate mutating func add(_ parts: [PartView], inside blocks: ArraySlice<BranchView>) {
    guard let block = blocks.first else { return append(contentsOf: parts) }
    var outer = BlockParts(cell: block.cell, title: block.title, parts: [])
    if case .block(let open)? = last, open.cell == block.cell {
      outer = open
      removeLast()
    }
    outer.parts.add(parts, inside: blocks.dropFirst())
    append(.block(outer))
  }
}
