// The picture of sections as SVG: questions and sections as boxes from left to right, each beside the box that leads to
// it.

internal import FormworkReport

extension SectionPicture {
  private static let boxWidth = 200
  private static let gap = 230
  private static let lineHeight = 18
  private static let space = 16

  private struct Frame {
    var top: Int
    var height: Int
    var middle: Int { top + height / 2 }
  }

  /// The picture as an element of HTML.
  package var svg: String {
    let frames = frames()
    let columns = (boxes.map { $0.column }.max() ?? 0) + 1
    let height = (frames.map { $0.top + $0.height }.max() ?? 0) + 2
    let width = columns * SectionPicture.boxWidth + (columns - 1) * gap() + 2
    let size = "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \(size)>\n"
    for (box, frame) in zip(boxes, frames) {
      if let from = box.from { svg += arrow(to: box, frame, frames[from]) }
      svg += drawing(of: box, frame)
    }
    return svg + "</svg>\n"
  }

  private func gap() -> Int { SectionPicture.gap }

  private func left(_ box: Box) -> Int { box.column * (SectionPicture.boxWidth + gap()) + 1 }

  /// Where each box stands: below those before it in its column, and beside the middle of what it leads to.
  private func frames() -> [Frame] {
    var frames = boxes.map { box in
      Frame(top: 0, height: max(box.lines.count, 1) * SectionPicture.lineHeight + 12)
    }
    var ends: [Int: Int] = [:]
    // What a box leads to comes after it, so from the end all of it is known.
    var children: [Int: [Int]] = [:]
    for (number, box) in boxes.enumerated() {
      if let from = box.from { children[from, default: []].append(number) }
    }
    func place(_ number: Int, from top: Int) {
      let column = boxes[number].column
      let inner = children[number] ?? []
      let start = max(top, ends[column] ?? 1)
      for child in inner { place(child, from: start) }
      if let first = inner.first, let last = inner.last {
        let middle = (frames[first].middle + frames[last].middle) / 2
        frames[number].top = max(start, middle - frames[number].height / 2)
      } else {
        frames[number].top = start
      }
      ends[column] = frames[number].top + frames[number].height + SectionPicture.space
    }
    var top = 1
    for (number, box) in boxes.enumerated() where box.from == nil {
      place(number, from: top)
      top = (ends.values.max() ?? 1)
    }
    return frames
  }

  private func drawing(of box: Box, _ frame: Frame) -> String {
    let left = left(box)
    var svg = "<g class=\"\(box.isSection ? "section" : "question")\">"
    svg += "<rect x=\"\(left)\" y=\"\(frame.top)\" width=\"\(SectionPicture.boxWidth)\""
    svg += " height=\"\(frame.height)\" rx=\"6\"/>"
    for (number, line) in box.lines.enumerated() {
      let base = frame.top + (number + 1) * SectionPicture.lineHeight + 1
      svg += "<text x=\"\(left + 10)\" y=\"\(base)\">\(line.escapedForHTML)</text>"
    }
    return svg + "</g>\n"
  }

  private func arrow(to box: Box, _ frame: Frame, _ from: Frame) -> String {
    let end = left(box)
    let start = end - gap()
    let bend = start + 24
    var svg = "<path d=\"M\(start) \(from.middle) H\(bend) V\(frame.middle) H\(end - 2)"
    svg += " m-6 -4 l6 4 l-6 4\"/>"
    if !box.answer.isEmpty {
      svg += "<text class=\"answer\" x=\"\(bend + 6)\" y=\"\(frame.middle - 5)\">"
      svg += box.answer.escapedForHTML + "</text>"
    }
    return svg + "\n"
  }
}
