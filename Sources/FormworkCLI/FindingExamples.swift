extension FindingExample {
  static let texts = [
    #"""
    === no-message
    field code: string rule matches(/[A-Z]{2}[0-9]{4}/)
    ---
    field code: string rule matches(/[A-Z]{2}[0-9]{4}/) message "Two letters and four digits"
    """#
  ]
}
