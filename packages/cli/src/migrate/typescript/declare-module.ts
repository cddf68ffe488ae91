import type { Field, ObjectType, Shape, Version } from "@a2agen/generators/translate/version.ts";

interface DeclareOptions {
  /** True for unions that the module exports by name. */
  readonly isNamed?: (typeName: string) => boolean;
  /** The type of JSON values. */
  readonly jsonValue?: string;
}

/** Declares a module with the types of a version, for files whose package is not installed. */
export function declareModule(
  module: string,
  { types }: Version,
  {
    isNamed = () => true,
    jsonValue = "string | number | boolean | null | JsonValue[] | JsonObject",
  }: DeclareOptions = {},
): string {
  const enums = new Map<string, string>();
  const declarations = [...types.values()].map((type) => {
    if (type.kind === "union")
      return isNamed(type.name) ? `type ${type.name} = ${type.arms.join(" | ")};` : "";
    if (type.oneofs.length > 0) return `type ${type.name} = ${writeObject(type)};`;
    return `interface ${type.name} ${writeObject(type)}`;
  });
  const named = [...enums].map(([name, text]) => `type ${name} = ${text};`);
  return `declare module "${module}" {
  type JsonValue = ${jsonValue};
  type JsonObject = { [key: string]: JsonValue };
${[...named, ...declarations].map((line) => (line === "" ? "" : `  export ${line}\n`)).join("")}}\n`;

  function writeObject({ fields, oneofs }: ObjectType): string {
    const members = oneofs.flat();
    const plain = fields.filter(({ name }) => !members.includes(name));
    const unions = oneofs.map((oneof) => {
      const choices = fields.filter(({ name }) => oneof.includes(name));
      const arms = choices.map((set) => {
        const others = choices.filter((field) => field !== set).map(({ name }) => `${name}?: undefined; `);
        return `{ ${others.join("")}${writeField({ ...set, required: true })} }`;
      });
      return `(${arms.join(" | ")})`;
    });
    return [`{ ${plain.map(writeField).join(" ")} }`, ...unions].join(" & ");
  }

  function writeField({ name, required, shape }: Field): string {
    return `${name}${required ? "" : "?"}: ${writeShape(shape)};`;
  }

  function writeShape(shape: Shape): string {
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
      case "type": {
        const type = types.get(shape.name);
        return type?.kind === "union" && !isNamed(type.name) ? `(${type.arms.join(" | ")})` : shape.name;
      }
      case "list":
        return `(${writeShape(shape.element)})[]`;
      case "map":
        return `{ [key: string]: ${writeShape(shape.value)} }`;
      case "choice": {
        const text = shape.values.map(({ json }) => JSON.stringify(json)).join(" | ");
        if (!/^\w+$/.test(shape.name)) return `(${text})`;
        enums.set(shape.name, text);
        return shape.name;
      }
    }
  }
}
