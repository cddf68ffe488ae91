import { defined, own } from "../core/object.ts";
import type { SignatureRules } from "../service/protocol.ts";
import { isSignatureAlgorithm, type SignatureAlgorithm } from "./algorithms.ts";
import type { ReadSignature } from "./jws-signature.ts";
import { SignatureError } from "./signature-error.ts";

/** The protected header, checked by the rules of the protocol. */
export interface CheckedHeader {
  readonly alg: SignatureAlgorithm;
  readonly kid?: string;
  readonly jku?: string;
}

/** Checks the headers of a signature; throws SignatureError. Only the protected one selects anything. */
export function checkHeader(
  { protectedHeader, unprotectedHeader }: ReadSignature,
  rules: SignatureRules,
  algorithms: readonly SignatureAlgorithm[],
): CheckedHeader {
  for (const header of [protectedHeader, unprotectedHeader ?? {}]) {
    if (Object.hasOwn(header, "crit")) {
      throw new SignatureError(
        "critical-header",
        "expected a header without crit: no extension is understood",
      );
    }
    if (Object.hasOwn(header, "b64") && header["b64"] !== true) {
      throw new SignatureError("critical-header", "b64: expected a payload in base64url");
    }
  }
  for (const name of rules.required) {
    if (Object.hasOwn(protectedHeader, name)) continue;
    throw new SignatureError("header-refused", `protected: expected the parameter ${name}, got none`);
  }
  const alg = readAlgorithm(own(protectedHeader, "alg"), algorithms);
  const typ = own(protectedHeader, "typ");
  if (typ !== undefined && !isSameMediaType(typ, rules.type)) {
    throw new SignatureError("header-refused", `typ: expected ${rules.type}, got ${JSON.stringify(typ)}`);
  }
  const kid = readText(protectedHeader, "kid");
  const jku = readText(protectedHeader, "jku");
  return { alg, ...defined({ kid, jku }) };
}

function readAlgorithm(alg: unknown, allowed: readonly SignatureAlgorithm[]): SignatureAlgorithm {
  if (isSignatureAlgorithm(alg) && allowed.includes(alg)) return alg;
  throw new SignatureError(
    "algorithm-refused",
    `alg: expected one of ${allowed.join(", ")}, got ${JSON.stringify(alg) ?? "none"}`,
  );
}

function readText(header: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = own(header, name);
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw new SignatureError("header-refused", `${name}: expected a text, got ${JSON.stringify(value)}`);
}

/** RFC 7515 section 4.1.9: a media type in any case, whose "application/" may be left out. */
function isSameMediaType(given: unknown, wanted: string): boolean {
  return typeof given === "string" && toMediaType(given) === toMediaType(wanted);
}

function toMediaType(type: string): string {
  return (type.includes("/") ? type : `application/${type}`).toLowerCase();
}
