import * as a2a10 from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import type { Codec } from "@a2agen/runtime";
import { dialects } from "@a2agen/translate";
import fc from "fast-check";
import { valuesOf as validOf } from "../../../shared/fakes/find-fake.ts";
import { codecOf as wireCodecOf } from "../../../shared/vectors/codec-of.ts";
import { respell } from "./spellings-0.3.ts";

const codecs: ReadonlyMap<string, Codec<unknown>> = new Map(
  dialects.flatMap(({ codecs: all }) => all.map((codec) => [codec.typeName, codec] as const)),
);

/** The codec of a type of any version; undefined for types of google.protobuf. */
export function codecOf(typeName: string): Codec<unknown> | undefined {
  return codecs.get(typeName);
}

/** Values of a type of any version; of protos as they come over the wire, without defaults. */
export function valuesOf(typeName: string): fc.Arbitrary<unknown> {
  if (typeName === "google.protobuf.Empty") return fc.constant({});
  const values = validOf(typeName);
  if (typeName.startsWith("a2a-0.3.")) return respell(values);
  const module = typeName.startsWith("a2a.v1.") ? draft : a2a10;
  const { encodeBinary, decodeBinary } = wireCodecOf(module, typeName.replace(/^.*\./, ""));
  return values
    .map((value) => decodeBinary(encodeBinary(value)))
    .filter((value) => !/"(?:id|name|parent)":""/.test(JSON.stringify(value)));
}
