import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files of a directory: texts, or values that are written as JSON. */
export type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** Writes files below a directory, which is made. */
export async function writeFiles(directory: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(join(directory, path), isWhole ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** A schema of a handwritten package. */
export function schemaAt(id: string, rest: object = {}): object {
  return { $schema: dialect, $id: id, ...rest };
}

export const ordersBase = "https://schemas.acme.example/schemas/orders/";

/**
 * A package that is packed and has no protos: two schemas that refer to each other, and an OpenAPI document.
 */
export function ordersPackage(version: string, change: Files = {}): Files {
  return {
    "package.json": { name: "@acme/orders", version, license: "MIT", description: "Orders & <more>" },
    LICENSE: "The license.\n",
    "schemas/orders.schema.json": schemaAt(`${ordersBase}orders.schema.json`, {
      $defs: {
        Order: {
          type: "object",
          properties: {
            id: { type: "string" },
            lines: { type: "array", items: { $ref: "orders/Line.schema.json" } },
            // A property that is called so, and data that looks like a reference.
            $ref: { type: "string", const: "#/nowhere" },
          },
          required: ["id", "lines"],
        },
      },
    }),
    "schemas/orders/Line.schema.json": schemaAt(`${ordersBase}orders/Line.schema.json`, {
      type: "object",
      properties: {
        order: { $ref: `${ordersBase}orders.schema.json#/$defs/Order` },
        money: { $ref: "https://elsewhere.example/money.schema.json" },
        next: { $ref: "#" },
      },
      default: { $ref: "nowhere.json" },
    }),
    "openapi/orders.openapi-3.1.yaml": `openapi: 3.1.1\n# ${ordersBase}orders.schema.json#/$defs/Order\n`,
    ...change,
  };
}
