import { base64url } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { type SignCardOptions, signCard } from "../../../../packages/runtime/src/signing/index.ts";
import { createKey, signingWith, type TestKey } from "../../../shared/signing/keys.ts";
import { type AnyCard, signaturesOf, subject, subjects } from "../../../shared/signing/subjects.ts";

const { codec, rules, card } = subject;

let key: TestKey;
let other: TestKey;

beforeAll(async () => {
  key = await createKey("key-1");
  other = await createKey("key-2", "EdDSA");
});

function headerOf(signature: { protected: string } | undefined): string {
  return new TextDecoder().decode(base64url.decode(signature?.protected ?? ""));
}

describe("signing a card", () => {
  test.each(subjects)("$name: adds one signature and leaves the card as it was", async (subject) => {
    const before = structuredClone(subject.card);
    const signed = await signCard(subject.card, { ...subject, ...signingWith(key) });
    const { signatures, ...rest } = signed;
    expect(rest).toEqual(subject.codec.encode(before));
    expect(subject.card).toEqual(before);
    expect(signatures).toEqual([
      { protected: expect.stringMatching(/^[\w-]+$/), signature: expect.stringMatching(/^[\w-]{86}$/) },
    ]);
    expect(subject.codec.is(signed)).toBe(true);
  });

  test("writes the protected header of the specification's example, byte for byte", async () => {
    const jku = "https://example.com/agent/jwks.json";
    const signed = await signCard(card, { codec, rules, jku, ...signingWith(key) });
    expect(signaturesOf(signed)[0]?.protected).toBe(
      "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOiJrZXktMSIsImprdSI6Imh0dHBzOi8vZXhhbXBsZS5jb20vYWdlbnQvandrcy5qc29uIn0",
    );
  });

  test("leaves out jku unless it is given", async () => {
    const signed = await signCard(card, { codec, rules, ...signingWith(key) });
    expect(headerOf(signaturesOf(signed)[0])).toBe('{"alg":"ES256","typ":"JOSE","kid":"key-1"}');
  });

  test("appends to the signatures that are there, and keeps the unprotected header", async () => {
    const once = await signCard(card, { codec, rules, ...signingWith(key), header: { note: "first" } });
    const twice = await signCard(once, { codec, rules, ...signingWith(other) });
    expect(signaturesOf(twice)).toEqual([
      signaturesOf(once)[0],
      { protected: expect.any(String), signature: expect.any(String) },
    ]);
    expect(signaturesOf(twice)[0]?.header).toEqual({ note: "first" });
    expect(headerOf(signaturesOf(twice)[1])).toBe('{"alg":"EdDSA","typ":"JOSE","kid":"key-2"}');
  });

  test("drops fields that no signature could cover", async () => {
    const signed = await signCard({ ...card, unknown: 1 }, { codec, rules, ...signingWith(key) });
    expect("unknown" in signed).toBe(false);
  });

  test("takes the header's parameters from the profile", async () => {
    const own = { ...rules, type: "card+jws", required: ["alg", "kid", "typ"], optional: [] };
    const signed = await signCard(card, { codec, rules: own, ...signingWith(key) });
    expect(headerOf(signaturesOf(signed)[0])).toBe('{"alg":"ES256","typ":"card+jws","kid":"key-1"}');
    await expect(
      signCard(card, { codec, rules: own, ...signingWith(key), jku: "https://example.com/k" }),
    ).rejects.toThrow(new TypeError("the protocol has no header parameter jku"));
  });

  test("does not freeze or change the key", async () => {
    const before = structuredClone(key.privateKey);
    await signCard(card, { codec, rules, ...signingWith(key) });
    expect(key.privateKey).toEqual(before);
    expect(Object.isFrozen(key.privateKey)).toBe(false);
  });

  const refused: { name: string; change: () => Partial<SignCardOptions<AnyCard>>; want: string }[] = [
    {
      name: "the algorithm none",
      change: () => ({ alg: "none" as "ES256" }),
      want: "alg: expected one of ES256, ES384, ES512, PS256, PS384, PS512, RS256, RS384, RS512, EdDSA, Ed25519, got none",
    },
    {
      name: "a shared secret",
      change: () => ({ alg: "HS256" as "ES256", key: { kty: "oct", k: "c2VjcmV0" } }),
      want: "alg: expected one of ES256, ES384, ES512, PS256, PS384, PS512, RS256, RS384, RS512, EdDSA, Ed25519, got HS256",
    },
    {
      name: "no key identifier",
      change: () => ({ kid: "" }),
      want: "kid: expected the identifier of the key",
    },
    {
      name: "a key set over http",
      change: () => ({ jku: "http://example.com/jwks.json" }),
      want: 'jku: expected an https URL, got "http://example.com/jwks.json"',
    },
    {
      name: "a key set that is no URL",
      change: () => ({ jku: "jwks.json" }),
      want: 'jku: expected an https URL, got "jwks.json"',
    },
    {
      name: "an unprotected kid",
      change: () => ({ header: { kid: "another" } }),
      want: "header: expected no kid, which only the protected header may have",
    },
    {
      name: "an unprotected crit",
      change: () => ({ header: { crit: ["exp"] } }),
      want: "header: expected no crit, which only the protected header may have",
    },
    {
      name: "the public key",
      change: () => ({ key: key.publicKey }),
      want: "key: expected a private key for ES256: JSON Web Key for this operation must be a private JWK",
    },
    {
      name: "a key for another algorithm",
      change: () => ({ key: { ...other.privateKey, alg: "ES256" } }),
      want: "key: expected a private key for ES256: ",
    },
    {
      name: "the rules of another message",
      change: () => ({ rules: { ...rules, typeName: "a.B" } }),
      want: "expected the codec of a.B, got that of lf.a2a.v1.AgentCard",
    },
    {
      name: "a profile that requires what nobody gave",
      change: () => ({ rules: { ...rules, required: ["alg", "jku"] } }),
      want: "the protocol requires the header parameter jku",
    },
  ];

  test.each(refused)("refuses $name", async ({ change, want }) => {
    const options = { codec, rules, ...signingWith(key), ...change() };
    const error: unknown = await signCard(card, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(want);
  });

  test("refuses what is not a card, with every problem", async () => {
    const error: unknown = await signCard({ name: 1 }, { codec, rules, ...signingWith(key) }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "ERR_A2AGEN_DECODE" });
  });
});
