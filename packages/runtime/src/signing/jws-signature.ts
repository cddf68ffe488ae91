import { base64url } from "jose";
import { defined, isObject, own } from "../core/object.ts";
import { SignatureError } from "./signature-error.ts";

/** Header of a JSON Web Signature. */
export type JwsHeader = Readonly<Record<string, unknown>>;

/** One signature of a card as it is sent: the flattened form of RFC 7515 section 7.2.2 without payload. */
export interface JwsSignature {
  /** The protected header: JSON, in base64url. */
  readonly protected: string;
  /** In base64url. */
  readonly signature: string;
  /** The unprotected header, which anyone can change. */
  readonly header?: JwsHeader;
}

/** A signature whose form is right; nothing has been verified. */
export interface ReadSignature {
  readonly jws: JwsSignature;
  readonly protectedHeader: JwsHeader;
  readonly unprotectedHeader: JwsHeader | undefined;
}

/** In characters. RSA of 16,384 bits signs in 2,731; headers that carry certificates are the long ones. */
const longest = { protected: 16_384, signature: 4096 };

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/** Reads one element of the list of signatures, whatever it is; throws SignatureError when malformed. */
export function readSignature(value: unknown): ReadSignature {
  if (!isObject(value)) throw malformed(`expected an object, got ${describe(value)}`);
  const encoded = { protected: readText(value, "protected"), signature: readText(value, "signature") };
  if (readBase64url(encoded.signature) === undefined) {
    throw malformed("signature: expected base64url without padding");
  }
  const protectedHeader = readHeader(encoded.protected);
  const unprotectedHeader = own(value, "header") ?? undefined;
  if (unprotectedHeader !== undefined && !isObject(unprotectedHeader)) {
    throw malformed(`header: expected an object, got ${describe(unprotectedHeader)}`);
  }
  for (const name of Object.keys(unprotectedHeader ?? {})) {
    if (!Object.hasOwn(protectedHeader, name)) continue;
    throw malformed(`header: expected other parameters than the protected header's, got ${name} in both`);
  }
  return { jws: encoded, protectedHeader, unprotectedHeader };
}

function readText(value: JwsHeader, name: keyof typeof longest): string {
  const text = own(value, name);
  if (typeof text !== "string" || text === "") {
    throw malformed(`${name}: expected base64url, got ${text === "" ? "nothing" : describe(text)}`);
  }
  if (text.length > longest[name]) {
    throw malformed(`${name}: expected at most ${longest[name]} characters, got ${text.length}`);
  }
  return text;
}

function readHeader(encoded: string): JwsHeader {
  const bytes = readBase64url(encoded);
  if (bytes === undefined) throw malformed("protected: expected base64url without padding");
  let json: string;
  let header: unknown;
  try {
    json = utf8.decode(bytes);
    header = JSON.parse(json);
  } catch (cause) {
    throw malformed("protected: expected JSON in UTF-8", cause);
  }
  if (!isObject(header)) throw malformed(`protected: expected a JSON object, got ${describe(header)}`);
  const repeated = findRepeatedName(json);
  if (repeated !== undefined) {
    throw malformed(`protected: expected every name once, got ${JSON.stringify(repeated)} twice`);
  }
  return header;
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

function malformed(message: string, cause?: unknown): SignatureError {
  return new SignatureError("malformed", message, defined({ cause }));
}

/** The bytes of base64url without padding, RFC 7515 section 2; undefined for any other spelling. */
function readBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = base64url.decode(text);
  } catch {
    // An impossible length.
    return undefined;
  }
  // Unused bits that are not zero would give one signature several spellings.
  return base64url.encode(bytes) === text ? bytes : undefined;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * A name that occurs twice in an object of a valid JSON text, at any depth. JSON.parse uses the last of them,
 * other parsers the first: RFC 7515 section 4 requires unique names.
 */
function findRepeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  let last = "";
  for (const [found] of json.matchAll(jsonToken)) {
    if (found === "{" || found === "[") open.push(new Set());
    else if (found === "}" || found === "]") open.pop();
    else if (found !== ":") last = found;
    else {
      const name = String(JSON.parse(last));
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
