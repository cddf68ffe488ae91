import { base64url, type CryptoKey, importJWK } from "jose";
import { canonicalize } from "../../../../packages/runtime/src/canonical/index.ts";
import type { TestKey } from "../../../shared/signing/keys.ts";
import type { AnyCard, Subject } from "../../../shared/signing/subjects.ts";

/** ES256 over whatever header text, by WebCrypto alone: headers that no library would write. */
export async function signRaw(
  { codec, card }: Pick<Subject, "codec" | "card">,
  headerText: string | Uint8Array,
  key: TestKey,
): Promise<{ protected: string; signature: string }> {
  const { signatures: _, ...unsigned }: AnyCard = card;
  const header = base64url.encode(headerText);
  const input = `${header}.${base64url.encode(canonicalize(codec, unsigned))}`;
  const imported = (await importJWK({ ...key.privateKey }, "ES256")) as CryptoKey;
  const bytes = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    imported,
    new TextEncoder().encode(input),
  );
  return { protected: header, signature: base64url.encode(new Uint8Array(bytes)) };
}
