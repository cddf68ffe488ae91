import { toPropertyName } from "../naming/identifiers.ts";
import { type Shape, typeOf, type Version } from "./version.ts";

/** The text of a value that says as little as its shape allows. */
export function minimalValue(shape: Shape, version: Version): string {
  switch (shape.kind) {
    case "text":
      return '""';
    case "boolean":
      return "false";
    case "integer":
      return String(Math.max(0, shape.minimum));
    case "choice":
      return JSON.stringify(shape.values[0]?.json ?? "");
    case "null":
    case "value":
      return "null";
    case "object":
    case "empty":
    case "map":
      return "{}";
    case "list":
      return shape.filled ? `[${minimalValue(shape.element, version)}]` : "[]";
    case "type": {
      const type = typeOf(version, shape.name);
      if (type.kind === "union") return minimalValue({ kind: "type", name: type.arms[0] ?? "" }, version);
      const members = type.oneofs.flatMap(([first]) => first ?? []);
      const fields = type.fields.filter(({ name, required }) => required || members.includes(name));
      const entries = fields.map(({ name, constant, shape: inner }) => {
        const value = constant === undefined ? minimalValue(inner, version) : JSON.stringify(constant);
        return `${toPropertyName(name)}: ${value}`;
      });
      return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
    }
  }
}
