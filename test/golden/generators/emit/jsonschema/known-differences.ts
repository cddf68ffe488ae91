import type { Issue } from "@a2agen/runtime";
import type { DescMessage, JsonValue } from "@bufbuild/protobuf";
import { isJsonObject } from "../../../generated/differential/json.ts";

/** Why the schema and the decoder may differ. */
export type Reason = "other spelling" | keyof typeof looserSchema;

export interface JudgedValue {
  readonly desc: DescMessage;
  readonly json: JsonValue;
}

interface Difference {
  readonly reason: string;
  readonly explains: (issue: Issue, value: JudgedValue) => boolean;
}

/**
 * What schemas accept although decoders reject it. The other way there is one difference only, "other
 * spelling": what decoders accept and turn into the spelling of the declared type, which schemas
 * describe: null for absence, proto names, numbers for enums, offsets of timestamps, base64url.
 */
const looserSchema = {
  "lone surrogate": {
    reason: "JSON Schema has no keyword for well-formed text",
    explains: ({ code, segments }) =>
      code === "text" || (code === "key" && /\p{Surrogate}/u.test(String(segments.at(-1)))),
  },
  "too deep": {
    reason: "JSON Schema has no keyword for the depth of a value",
    explains: ({ code }) => code === "depth",
  },
  "proto name": {
    reason:
      "decoders of ProtoJSON read fields under their proto names; to a schema these are unknown properties",
    explains: ({ code, segments }, value) => code === "duplicate" || readsProtoName(segments, value),
  },
} as const satisfies Record<string, Difference>;

/** The difference that explains an issue of the decoder which the schema does not see. */
export function findReason(issue: Issue, value: JudgedValue): Reason | undefined {
  for (const [name, { explains }] of Object.entries(looserSchema)) {
    if (explains(issue, value)) return name as Reason;
  }
  return undefined;
}

/** Whether what stands at the path, or is missing there, was given under the proto name of a field. */
function readsProtoName(segments: Issue["segments"], { desc, json }: JudgedValue): boolean {
  let current: DescMessage | undefined = desc;
  let value: JsonValue | undefined = json;
  for (const segment of segments) {
    if (current !== undefined && isJsonObject(value) && typeof segment === "string") {
      const field: DescMessage["fields"][number] | undefined = current.fields.find(
        ({ jsonName }) => jsonName === segment,
      );
      if (field !== undefined) {
        if (hasProtoName(field, value)) return true;
        value = value[segment];
        // Lists and maps keep the type of what they hold for the segments that follow.
        current = field.message;
        continue;
      }
    }
    value =
      isJsonObject(value) || Array.isArray(value) ? (Reflect.get(value, segment) as JsonValue) : undefined;
  }
  // The rule of a oneof counts its members under both names.
  return (
    current !== undefined &&
    isJsonObject(value) &&
    current.oneofs.some(({ fields }) => fields.some((field) => hasProtoName(field, value)))
  );
}

function hasProtoName(field: DescMessage["fields"][number], value: JsonValue | undefined): boolean {
  return field.name !== field.jsonName && isJsonObject(value) && Object.hasOwn(value, field.name);
}
