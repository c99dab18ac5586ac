// Draws the picture of sections as SVG: a tree of boxes below each other. Each section is below the question that opens
// it, with the answer above the section.

internal import FormworkReport

extension SectionPicture {
  private static let boxWidth = 460
  private static let step = 40
  private static let lineHeight = 18
  private static let space = 10
  /// The horizontal offset, within a box, of the lines that lead to boxes in the next column.
  private static let stem = 16

  /// The position of a box.
  private struct Frame {
    let left: Int
    let top: Int
    let height: Int
    var middle: Int { top + height / 2 }
  }

  /// The picture as an HTML element.
  package var svg: String {
    let frames = frames()
    let columns = boxes.map { $0.column }.max() ?? 0
    let width = columns * SectionPicture.step + SectionPicture.boxWidth + 2
    let height = (frames.last.map { $0.top + $0.height } ?? 0) + 2
    let size = "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \(size)>\n"
    for (box, frame) in zip(boxes, frames) {
      if let from = box.from { svg += line(to: frame, from: frames[from]) }
      svg += drawing(of: box, frame)
    }
    return svg + "</svg>\n"
  }

  /// Returns the positions of the boxes: the boxes are below each other, each with its answer above it.
  private func frames() -> [Frame] {
    var top = 1
    return boxes.map { box in
      if !box.answer.isEmpty { top += SectionPicture.lineHeight }
      let frame = Frame(
        left: box.column * SectionPicture.step + 1, top: top,
        height: max(box.lines.count, 1) * SectionPicture.lineHeight + 10)
      top += frame.height + SectionPicture.space
      return frame
    }
  }

  private func drawing(of box: Box, _ frame: Frame) -> String {
    var svg = "<g class=\"\(box.isSection ? "section" : "question")\">"
    svg += "<rect x=\"\(frame.left)\" y=\"\(frame.top)\" width=\"\(SectionPicture.boxWidth)\""
    svg += " height=\"\(frame.height)\" rx=\"6\"/>"
    if !box.answer.isEmpty {
      svg += "<text class=\"answer\" x=\"\(frame.left)\" y=\"\(frame.top - 5)\">"
      svg += box.answer.escapedForHTML + "</text>"
    }
    for (number, line) in box.lines.enumerated() {
      let base = frame.top + (number + 1) * SectionPicture.lineHeight
      svg += "<text x=\"\(frame.left + 10)\" y=\"\(base)\">\(line.escapedForHTML)</text>"
    }
    return svg + "</g>\n"
  }

  private func line(to frame: Frame, from: Frame) -> String {
    let start = from.left + SectionPicture.stem
    let bottom = from.top + from.height
    return "<path d=\"M\(start) \(bottom) V\(frame.middle) H\(frame.left - 2)"
      + " m-6 -4 l6 4 l-6 4\"/>\n"
  }
}
