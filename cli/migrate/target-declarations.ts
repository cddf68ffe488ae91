import type { Field, ObjectType, Shape, Version } from "../../generators/translate/version.ts";

/** Declares the package of a version, as far as it has types, where it is not installed. */
export function targetDeclarations({ module, types }: Version): string {
  const choices = new Map<string, string>();
  const objects = [...types.values()].flatMap((type) =>
    type.kind === "object" ? [`  export type ${type.name} = ${objectText(type, choices)};\n`] : [],
  );
  const named = [...choices].map(([name, text]) => `  export type ${name} = ${text};\n`);
  return `declare module "${module}" {
  type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
  type JsonObject = { [key: string]: JsonValue };
${named.join("")}${objects.join("")}}\n`;
}

type Choices = Map<string, string>;

function objectText({ fields, oneofs }: ObjectType, choices: Choices): string {
  const members = oneofs.flat();
  const plain = fields.filter(({ name }) => !members.includes(name));
  const parts = [`{ ${plain.map((field) => fieldText(field, choices)).join("; ")} }`];
  for (const oneof of oneofs) {
    const arms = oneof.map((member) => {
      const texts = fields
        .filter(({ name }) => oneof.includes(name))
        .map((field) =>
          field.name === member
            ? fieldText({ ...field, required: true }, choices)
            : `${field.name}?: undefined`,
        );
      return `{ ${texts.join("; ")} }`;
    });
    parts.push(`(${arms.join(" | ")})`);
  }
  return parts.join(" & ");
}

function fieldText({ name, required, shape }: Field, choices: Choices): string {
  return `${name}${required ? "" : "?"}: ${shapeText(shape, choices)}`;
}

function shapeText(shape: Shape, choices: Choices): string {
  switch (shape.kind) {
    case "text":
      return "string";
    case "boolean":
    case "null":
      return shape.kind;
    case "integer":
      return "number";
    case "object":
    case "empty":
      return "JsonObject";
    case "value":
      return "JsonValue";
    case "type":
      return shape.name;
    case "list":
      return `(${shapeText(shape.element, choices)})[]`;
    case "map":
      return `{ [key: string]: ${shapeText(shape.value, choices)} }`;
    case "choice": {
      const text = shape.values.map(({ json }) => JSON.stringify(json)).join(" | ");
      if (!/^\w+$/.test(shape.name)) return `(${text})`;
      choices.set(shape.name, text);
      return shape.name;
    }
  }
}
