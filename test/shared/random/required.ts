import type { DescField } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

/** The number of the extension google.api.field_behavior, and of its value REQUIRED. */
const fieldBehavior = 1052;
const required = 2;

const known = new WeakMap<DescField, boolean>();

/** True for a field marked REQUIRED with google.api.field_behavior, or required in the sense of proto2. */
export function isRequired(field: DescField): boolean {
  let answer = known.get(field);
  if (answer === undefined) {
    answer = isLegacyRequired(field) || readFieldBehaviors(field).includes(required);
    known.set(field, answer);
  }
  return answer;
}

/** True for a field that is required in proto2: protobuf-es refuses to write a message without it. */
export function isLegacyRequired(field: DescField): boolean {
  return field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
}

/** Reads the option as it came over the wire, so that no registry with the extension is needed. */
function readFieldBehaviors(field: DescField): number[] {
  const behaviors: number[] = [];
  for (const unknown of field.proto.options?.$unknown ?? []) {
    if (unknown.no !== fieldBehavior) continue;
    const reader = new BinaryReader(unknown.data);
    if (unknown.wireType === WireType.LengthDelimited) reader.uint32();
    while (reader.pos < reader.len) behaviors.push(reader.int32());
  }
  return behaviors;
}
