import {
  type DescMessage,
  fromBinary,
  fromJsonString,
  type JsonValue,
  type Message,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { GeneratedCodec } from "./codecs.ts";
import { attempt, Disagreement, showBytes, showError } from "./failure.ts";
import { inFieldOrder } from "./field-order.ts";
import { hasNegativeZero, isSameJson, showJson } from "./json.ts";
import { reachesTime } from "./reach.ts";

/** A valid message in the forms in which protobuf-es writes it. */
export interface Sample {
  readonly desc: DescMessage;
  readonly message: Message;
  readonly json: JsonValue;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function toSample(desc: DescMessage, message: Message): Sample {
  return { desc, message, json: toJson(desc, message), bytes: toBinary(desc, message) };
}

const exact = { signOfZero: "compared" } as const;

/** Decoding the JSON of protobuf-es succeeds, and encoding the result gives that JSON again. */
export function checkJson(codec: GeneratedCodec, { desc, json }: Sample): void {
  const decoded = run("decode(toJson(m))", json, () => codec.decode(structuredClone(json)));
  const encoded = run("encode(decode(toJson(m)))", json, () => codec.encode(decoded));
  if (!isSameJson(encoded, json, exact)) {
    throw new Disagreement("encode(decode(toJson(m))) is not toJson(m)", {
      ours: showJson(encoded),
      theirs: showJson(json),
    });
  }
  if (!codec.is(structuredClone(json))) {
    throw new Disagreement("is(toJson(m)) is false", { json: showJson(json) });
  }
  const text = run("stringify(decode(toJson(m)))", json, () => codec.stringify(decoded));
  checkText(text, JSON.stringify(inFieldOrder(desc, json)), json);
  checkParse(codec, desc, JSON.stringify(json));
}

/** Both read the text as the same message; it has 0 where the message has -0. */
function checkParse(codec: GeneratedCodec, desc: DescMessage, text: string): void {
  const ours = attempt(() => codec.encode(codec.parse(text)));
  const theirs = toJson(desc, fromJsonString(desc, text));
  if (!("error" in ours) && isSameJson(ours.value, theirs, exact)) return;
  throw new Disagreement("encode(parse(text)) is not toJson(fromJsonString(text))", {
    text,
    ours: "error" in ours ? showError(ours.error) : showJson(ours.value),
    theirs: showJson(theirs),
  });
}

/** The text has the fields in their order; only the sign of a zero may be written or not. */
function checkText(ours: string, theirs: string, json: JsonValue): void {
  if (ours === theirs) return;
  if (hasNegativeZero(json) && isSameJson(JSON.parse(ours), JSON.parse(theirs), { signOfZero: "ignored" }))
    return;
  throw new Disagreement("stringify(decode(toJson(m))) is not the text of toJson(m) in field order", {
    ours,
    theirs,
  });
}

/** protobuf-es reads our bytes as the same message, and they are as many as its own. */
export function checkEncodeBinary(codec: GeneratedCodec, { desc, json, bytes }: Sample): void {
  const ours = run("encodeBinary(toJson(m))", json, () => codec.encodeBinary(structuredClone(json)));
  const read = attempt(() => toJson(desc, fromBinary(desc, ours)));
  if ("error" in read || !isSameJson(read.value, json, exact)) {
    throw new Disagreement("fromBinary(encodeBinary(toJson(m))) is not m", {
      json: showJson(json),
      ours: showBytes(ours),
      theirs: showBytes(bytes),
      read: "error" in read ? showError(read.error) : showJson(read.value),
    });
  }
  // Packed and unpacked lists are read alike; only the size tells them apart.
  if (ours.length !== bytes.length) {
    throw new Disagreement("encodeBinary(toJson(m)) has another size than toBinary(m)", {
      json: showJson(json),
      ours: showBytes(ours),
      theirs: showBytes(bytes),
    });
  }
}

/** Reading the bytes of protobuf-es gives its JSON. */
export function checkDecodeBinary(codec: GeneratedCodec, { json, bytes }: Sample): void {
  checkBytes("decodeBinary(toBinary(m)) is not toJson(m)", codec, bytes, json);
}

/** Fields that the message does not have are skipped, whatever their wire type. */
export function checkUnknownFields(codec: GeneratedCodec, { json, bytes }: Sample): void {
  checkBytes(
    "decodeBinary(toBinary(m) between unknown fields) is not toJson(m)",
    codec,
    new Uint8Array(Buffer.concat([unknownFields, bytes, unknownFields])),
    json,
  );
}

/** Two messages after each other on the wire are read as their merge. */
export function checkMerge(codec: GeneratedCodec, first: Sample, second: Sample): void {
  if (reachesTime(first.desc)) return;
  const bytes = new Uint8Array(Buffer.concat([first.bytes, second.bytes]));
  const json = toJson(first.desc, fromBinary(first.desc, bytes));
  checkBytes("decodeBinary(two messages) is not toJson of their merge", codec, bytes, json);
}

function checkBytes(check: string, codec: GeneratedCodec, bytes: Uint8Array, json: JsonValue): void {
  const ours = attempt(() => codec.decodeBinary(bytes));
  if (!("error" in ours) && isSameJson(ours.value, json, exact)) return;
  throw new Disagreement(check, {
    bytes: showBytes(bytes),
    ours: "error" in ours ? showError(ours.error) : showJson(ours.value),
    theirs: showJson(json),
  });
}

/** One field of each wire type, under a number that no message of the test uses. */
const unknownFields: Uint8Array = (() => {
  const number = 536870901;
  return new BinaryWriter()
    .tag(number, WireType.Varint)
    .uint64(2n ** 64n - 1n)
    .tag(number, WireType.Bit64)
    .fixed64(1n)
    .tag(number, WireType.LengthDelimited)
    .string("unknown")
    .tag(number, WireType.StartGroup)
    .tag(1, WireType.Bit32)
    .fixed32(1)
    .tag(number, WireType.EndGroup)
    .finish();
})();

function run<T>(check: string, json: JsonValue, call: () => T): T {
  const outcome = attempt(call);
  if ("error" in outcome) {
    throw new Disagreement(`${check} throws`, { json: showJson(json), ours: showError(outcome.error) });
  }
  // Without an error there is the value that the call returned.
  return outcome.value as T;
}
