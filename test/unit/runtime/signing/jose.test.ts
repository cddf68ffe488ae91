import {
  base64url,
  CompactSign,
  compactVerify,
  FlattenedSign,
  flattenedVerify,
  generalVerify,
  importJWK,
} from "jose";
import { describe, expect, test } from "vitest";
import { canonicalize } from "../../../../packages/runtime/src/canonical/index.ts";
import { signatureAlgorithms, signCard, verifyCard } from "../../../../packages/runtime/src/signing/index.ts";
import { createKey, setOf, signingWith } from "../../../shared/signing/keys.ts";
import { signaturesOf, subjects } from "../../../shared/signing/subjects.ts";

const cases = subjects.flatMap((subject) => signatureAlgorithms.map((alg) => ({ alg, subject })));

describe("jose alone, on the canonical card", () => {
  test.each(cases)("verifies what we sign: $alg, $subject.name", async ({ alg, subject }) => {
    const { codec, rules, card } = subject;
    const key = await createKey("key-1", alg);
    const [entry] = signaturesOf(await signCard(card, { codec, rules, ...signingWith(key) }));
    if (entry === undefined) throw new Error("expected a signature");
    const text = canonicalize(codec, card);
    const payload = base64url.encode(text);
    const publicKey = await importJWK({ ...key.publicKey }, alg);
    const results = [
      await flattenedVerify({ ...entry, header: {}, payload }, publicKey),
      await generalVerify({ payload, signatures: [{ ...entry, header: {} }] }, publicKey),
      await compactVerify(`${entry.protected}.${payload}.${entry.signature}`, publicKey),
    ];
    for (const { payload, protectedHeader } of results) {
      expect(new TextDecoder().decode(payload)).toBe(text);
      expect(protectedHeader).toEqual({ alg, typ: "JOSE", kid: "key-1" });
    }
  });

  test.each(cases)("signs what we verify: $alg, $subject.name", async ({ alg, subject }) => {
    const { codec, rules, card } = subject;
    const key = await createKey("key-1", alg);
    const header = { alg, typ: "JOSE", kid: "key-1" };
    const bytes = new TextEncoder().encode(canonicalize(codec, card));
    const flattened = await new FlattenedSign(bytes).setProtectedHeader(header).sign({ ...key.privateKey });
    const compact = await new CompactSign(bytes).setProtectedHeader(header).sign({ ...key.privateKey });
    const [head, , signature] = compact.split(".");
    const signatures = [
      { protected: flattened.protected, signature: flattened.signature },
      { protected: head, signature },
    ];
    const result = await verifyCard({ ...card, signatures }, { codec, rules, keys: setOf(key) });
    expect([result.verified.length, result.failed]).toEqual([2, []]);
  });
});
