import type { BinaryType } from "@a2agen/runtime/binary";
import { base64ToBytes, errorMessage, trimEndOf } from "@a2agen/runtime/internal";
import type { Loss, Translator } from "@a2agen/runtime/versions";
import type { Decoded, DecodeRequest } from "./report.ts";
import { versionAssets } from "./version-assets.ts";

/** The binary form of a message. */
export interface BinaryForm {
  readonly bytes: Uint8Array;
  readonly typeName: string;
  readonly losses: readonly Loss[];
}

/** How a type of a version is in binary. */
interface Way {
  readonly dialect: string;
  /** Of the JSON form. */
  readonly typeName: string;
  readonly type: BinaryType;
  toProto(value: unknown): { readonly value: unknown; readonly losses: readonly Loss[] };
  fromProto(value: unknown): unknown;
}

const ways: readonly Way[] = [...versionAssets].flatMap(([dialect, { binary, translators }]) =>
  translators === undefined
    ? binary.map((type) => ({
        dialect,
        typeName: type.typeName,
        type,
        toProto: (value: unknown) => ({ value, losses: [] }),
        fromProto: (value: unknown) => value,
      }))
    : // Its JSON has a separate schema; over gRPC its messages are those of its proto.
      Object.values(translators.json).flatMap((json) => {
        const form = Object.values(translators.form).find(({ newer }) => newer === json.newer);
        const type = binary.find(({ typeName }) => typeName === form?.older);
        return form === undefined || type === undefined ? [] : wayOf({ dialect, json, form, type });
      }),
);

interface FormInit {
  readonly dialect: string;
  readonly json: Translator;
  readonly form: Translator;
  readonly type: BinaryType;
}

function wayOf({ dialect, json, form, type }: FormInit): Way {
  return {
    dialect,
    typeName: json.older,
    type,
    toProto(value) {
      const current = json.upgrade(value);
      const older = form.downgrade(current.value);
      return { value: older.value, losses: [...current.losses, ...older.losses] };
    },
    fromProto: (value) => json.downgrade(form.upgrade(value).value).value,
  };
}

/** The types of a version that have a binary form, in order. */
export function listBinaryTypes(dialect: string): readonly string[] {
  return ways.flatMap((way) => (way.dialect === dialect ? way.typeName : [])).sort();
}

/** A message in binary; undefined for types that have no binary form. */
export function toBinary(dialect: string, typeName: string, value: unknown): BinaryForm | undefined {
  const way = ways.find((each) => each.dialect === dialect && each.typeName === typeName);
  if (way === undefined) return undefined;
  const { value: proto, losses } = way.toProto(value);
  return { bytes: way.type.encode(proto), typeName: way.type.typeName, losses };
}

/** Reads bytes as a message: of the type that was named, or of that which says most about them. */
export function fromBinary({ bytes: given, dialect, typeName }: DecodeRequest): Decoded["result"] {
  const bytes = typeof given === "string" ? readBytes(given) : given;
  if (typeof bytes === "string") return { ok: false, message: bytes };
  if (bytes.length === 0) return { ok: false, message: "expected bytes, got none" };
  const wanted = ways.filter(
    (way) =>
      (dialect === undefined || way.dialect === dialect) &&
      (typeName === undefined || way.typeName === typeName),
  );
  const tried = wanted.map((way) => tryWay(way, bytes));
  const read = tried.filter((result) => typeof result !== "string");
  // Fields of other types are skipped: the more of the bytes come back, the better the type fits.
  const [best] = read.toSorted((left, right) => right.kept - left.kept || right.said - left.said);
  if (best !== undefined && (typeName !== undefined || best.kept > bytes.length / 2)) {
    return { ok: true, text: best.text, dialect: best.way.dialect, typeName: best.way.typeName };
  }
  const [reason = "no type of A2A reads these bytes"] = tried.filter((result) => typeof result === "string");
  return {
    ok: false,
    message: wanted.length === 1 ? reason : "no type of A2A reads these bytes; choose the version and type",
  };
}

interface ReadWay {
  readonly way: Way;
  readonly text: string;
  /** How many of the bytes are still there when it is written again. */
  readonly kept: number;
  /** The length of what it says. */
  readonly said: number;
}

function tryWay(way: Way, bytes: Uint8Array): ReadWay | string {
  try {
    const proto = way.type.decode(bytes);
    const { length } = way.type.encode(proto);
    const text = JSON.stringify(way.fromProto(proto), undefined, 2);
    return { way, text, kept: Math.min(length, bytes.length), said: text.length };
  } catch (error) {
    return errorMessage(error);
  }
}

/** Bytes in hexadecimal or base64 of any alphabet; what is wrong with others. */
export function readBytes(text: string): Uint8Array | string {
  const plain = text.replaceAll(/\s+|^0x/g, "");
  if (plain.length % 2 === 0 && /^[\da-f]+$/i.test(plain)) {
    return Uint8Array.from(plain.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  if (!/^[\w+/-]*={0,2}$/.test(plain)) return "expected hexadecimal or base64, got other characters";
  try {
    return base64ToBytes(trimEndOf(plain.replaceAll("-", "+").replaceAll("_", "/"), "="));
  } catch (error) {
    return errorMessage(error);
  }
}

/** Bytes as people read them: offset, hexadecimal, characters. */
export function toHexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16);
    const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = Array.from(row, (byte) =>
      byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : ".",
    ).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}
