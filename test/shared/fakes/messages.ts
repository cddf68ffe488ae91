import { createRandom, type Fake, type Random } from "@a2agen/runtime/fakes";
import {
  type DescField,
  type DescMessage,
  fromJson,
  type JsonValue,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import fc from "fast-check";
import { isRequired } from "../random/required.ts";
import { wireValuesOf } from "./wire-values.ts";

export interface SampleInit {
  readonly fake: Fake<unknown>;
  readonly seed: string;
  readonly count: number;
}

/** Messages with any values of a fake, and with what only the wire form says: -0, and enums of zero. */
export function sampleMessages(desc: DescMessage, { fake, seed, count }: SampleInit): readonly Message[] {
  const random = createRandom(`${seed}/${desc.typeName}`);
  return fc.sample(wireValuesOf(fake), { seed: Number(seed), numRuns: count }).map((value) => {
    // Extensions of proto2 are unknown fields without a registry.
    const message = fromJson(desc, value as JsonValue, { ignoreUnknownFields: true });
    setZeros(reflect(desc, message), random);
    return message;
  });
}

function setZeros(message: ReflectMessage, random: Random): void {
  for (const field of message.fields) {
    const isSet = message.isSet(field);
    const zero = random.chance(0.1) ? zeroOf(field) : undefined;
    if (field.fieldKind === "list") {
      const list = message.get(field);
      if (zero !== undefined && list.size > 0) list.set(0, zero);
      if (field.listKind === "message") for (const each of list) setZeros(each as ReflectMessage, random);
    } else if (field.fieldKind === "message") {
      if (isSet) setZeros(message.get(field), random);
    } else if (field.fieldKind === "enum" && isRequired(field)) {
      if (!isSet) message.set(field, field.enum.values.find(({ number }) => number !== 0)?.number ?? 0);
    } else if (zero !== undefined && !isRequired(field) && (isSet || field.oneof === undefined)) {
      message.set(field, zero);
    }
  }
}

function zeroOf({ enum: type, scalar, fieldKind }: DescField): number | undefined {
  if (fieldKind === "map") return undefined;
  if (type !== undefined) return type.values.some(({ number }) => number === 0) ? 0 : undefined;
  return scalar === ScalarType.DOUBLE || scalar === ScalarType.FLOAT ? -0 : undefined;
}
