/** Schemas by the names of their files: a base that refers to itself everywhere, and what adds to it. */
export interface LargeSchemas {
  readonly base: object;
  readonly extensions: Readonly<Record<string, object>>;
}

/** Objects in one circle of references: ajv cannot compile circles of hundreds. */
const circle = 10;

/**
 * A base of objects that refer to one another in circles and across them, and extensions of one object each.
 */
export function buildLargeSchemas(definitions: number, extensions: number): LargeSchemas {
  const type = (index: number): [string, object] => [
    `Type${index}`,
    {
      type: "object",
      properties: {
        id: { type: "string" },
        next: {
          $ref: `#/$defs/Type${Math.min(index - (index % circle) + ((index + 1) % circle), definitions - 1)}`,
        },
        other: { $ref: `#/$defs/Type${Math.min(index + circle, definitions - 1)}` },
        state: { type: "string", enum: ["open", "closed"] },
      },
      required: ["id"],
      additionalProperties: false,
    },
  ];
  const extension = (index: number): [string, object] => {
    const base = `base.json#/$defs/Type${Math.floor((index * definitions) / extensions)}`;
    const added = { properties: { [`field${index}`]: { $ref: "#/$defs/added" } } };
    return [
      `e${index}.json`,
      {
        $defs: {
          overlay: { allOf: [{ $ref: base }, added] },
          added: { type: "object", properties: { note: { type: "string" } } },
        },
      },
    ];
  };
  return {
    base: { $defs: Object.fromEntries(Array.from({ length: definitions }, (_, index) => type(index))) },
    extensions: Object.fromEntries(Array.from({ length: extensions }, (_, index) => extension(index))),
  };
}
