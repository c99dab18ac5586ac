package import FormworkSyntax
package import FormworkEngine
extension Finding { package func diagnostic(in source: Source) -> Diagnostic { Diagnostic("x", severity, "\(kind)", at: span) } }
