import { readFile } from "node:fs/promises";
import { AgentCardCodec, protocol } from "@a2agen/a2a-1.0";
import type { CardVerification, KeyOptions } from "@a2agen/runtime/signing";
import { proxiedFetch } from "./proxied-fetch.ts";

/**
 * Refuses cards that none of the keys has signed; undefined when there are no keys. What it returns is
 * what the signatures cover.
 */
export function cardVerifier(keys: readonly string[]): ((card: unknown) => Promise<object>) | undefined {
  if (keys.length === 0) return undefined;
  return async (card) => {
    const { assertCardSignature } = await import("@a2agen/runtime/signing");
    const options = { codec: AgentCardCodec, rules: protocol.signatures, ...(await readKeys(keys)) };
    // The card check refuses values that are not objects.
    const { card: signed } = await assertCardSignature(card as object, options);
    // A signature that counts was made over something.
    if (signed === undefined) throw new TypeError("expected what the signatures cover");
    return signed;
  };
}

/** Verifies each signature of a card. */
export async function verifySignatures(
  card: unknown,
  keys: readonly string[],
): Promise<CardVerification<object>> {
  const { verifyCard } = await import("@a2agen/runtime/signing");
  const options = keys.length === 0 ? { keys: { keys: [] } } : await readKeys(keys);
  return verifyCard(card as object, { codec: AgentCardCodec, rules: protocol.signatures, ...options });
}

async function readKeys(keys: readonly string[]): Promise<KeyOptions> {
  const { createJwksSource } = await import("@a2agen/runtime/signing");
  const urls = keys.filter((key) => key.startsWith("https://"));
  const files = await Promise.all(keys.filter((key) => !urls.includes(key)).map(readKeySet));
  return {
    ...(files.length === 0 ? {} : { keys: { keys: files.flat() } }),
    ...(urls.length === 0
      ? {}
      : { jwks: createJwksSource({ allow: urls, fetch: await proxiedFetch(process.env) }) }),
  };
}

type Keys = NonNullable<KeyOptions["keys"]>["keys"];

async function readKeySet(path: string): Promise<Keys> {
  const text = await readFile(path, "utf8");
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys)) {
    return value.keys as Keys;
  }
  throw new TypeError(`${path}: expected a JSON Web Key Set, an object with "keys"`);
}
