import Formwork
import Foundation

let spec = try FormSpec(named: "sign-up", in: Bundle.module.resourceURL)
let product = try spec.validate(["id": "a1", "birthday": "1990-02-28"]).get()
print(product["id"]?.string ?? "")
