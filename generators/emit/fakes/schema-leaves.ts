import type { Shape } from "@a2agen/runtime/fakes";
import type { ValueRules } from "@a2agen/runtime/internal";
import type { SchemaNode } from "../../schema/schema-node.ts";

/** Texts of formats; a time is any time. */
const formats: Readonly<Record<string, string>> = {
  date: "2030-01-01",
  time: "12:00:00Z",
  duration: "PT1S",
  email: "user@example.com",
  uri: "https://example.com/order",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  "json-pointer": "/order",
};

/** The bounds that all of the schemas set. */
export function numberRules(nodes: readonly SchemaNode[]): ValueRules {
  const bounds = (key: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"): readonly number[] =>
    nodes.flatMap(({ says }) => says[key] ?? []);
  const [minimum, above] = [bounds("minimum"), bounds("exclusiveMinimum")];
  const [maximum, below] = [bounds("maximum"), bounds("exclusiveMaximum")];
  return {
    ...(minimum.length > 0 && { minimum: Math.max(...minimum) }),
    ...(above.length > 0 && { above: Math.max(...above) }),
    ...(maximum.length > 0 && { maximum: Math.min(...maximum) }),
    ...(below.length > 0 && { below: Math.min(...below) }),
  };
}

/** The shape of a text that all of the schemas allow; of several patterns it keeps each. */
export function textShape(nodes: readonly SchemaNode[]): Shape {
  const all = nodes.map(({ says }) => says);
  const format = all.find((says) => says.format !== undefined)?.format ?? "";
  const patterns = all.flatMap(({ pattern }) => pattern ?? []);
  const minLength = Math.max(0, ...all.map((says) => says.minLength ?? 0));
  const maxLength = Math.min(...all.map((says) => says.maxLength ?? Number.POSITIVE_INFINITY));
  const example = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (format === "date-time" && patterns.length === 0) return "timestamp";
  const matches = [
    ...patterns.map((pattern) => ({ pattern, says: "" })),
    ...(example === undefined
      ? []
      : [{ pattern: `^${example.replaceAll(/[.?+]/g, "\\$&")}$`, says: "", example }]),
  ];
  return {
    leaf: "text",
    rules: {
      ...(minLength > 0 && { minLength }),
      ...(maxLength < Number.POSITIVE_INFINITY && { maxLength }),
      ...(matches.length > 0 && { matches }),
    },
  };
}
