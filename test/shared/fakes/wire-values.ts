import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import { type Fake, type FakeTypes, fakeOf, type Shape } from "@a2agen/runtime/fakes";
import type fc from "fast-check";

/** Values that the wire form tells whole: every required field has something else than its default. */
export function wireValuesOf<T>(fake: Fake<T>): fc.Arbitrary<T> {
  // protobuf-es counts the messages around JSON among its levels.
  return arbitraryOf(setRequired(fake)).filter((value) => !JSON.stringify(value).includes("[".repeat(50)));
}

function setRequired<T>({ types, typeName }: Fake<T>): Fake<T> {
  const entries = Object.entries(types).map(([name, shape]): readonly [string, Shape] => {
    if (typeof shape !== "object" || !("fields" in shape)) return [name, shape];
    const { fields, required = [] } = shape;
    const set = required.map((field) => [field, setShape(fields[field] ?? "null")] as const);
    return [name, { ...shape, fields: { ...fields, ...Object.fromEntries(set) } }];
  });
  return fakeOf(Object.fromEntries(entries) satisfies FakeTypes, typeName);
}

function setShape(shape: Shape): Shape {
  if (typeof shape === "object") {
    return "list" in shape || "map" in shape ? { ...shape, least: Math.max(1, shape.least ?? 0) } : shape;
  }
  switch (shape) {
    case "text":
      return { leaf: shape, rules: { minLength: 1 } };
    case "bytes":
      return { leaf: shape, rules: { notIn: [""] } };
    case "bool":
      return { in: [true] };
    case "int64":
    case "uint64":
      return { leaf: shape, rules: { notIn: ["0"] } };
    case "int32":
    case "uint32":
    case "float":
    case "double":
      return { leaf: shape, rules: { notIn: [0] } };
    default:
      return shape;
  }
}
