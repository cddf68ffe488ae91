import { createPublicKey } from "node:crypto";
import { importJWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import {
  assertCardSignature,
  isSignatureError,
  type KeyRequest,
  signatureAlgorithms,
  signCard,
  type VerifyCardOptions,
  verifyCard,
} from "../../../../packages/runtime/src/signing/index.ts";
import { createKey, setOf, signingWith, type TestKey } from "../../../shared/signing/keys.ts";
import {
  type AnyCard,
  signaturesOf,
  subject,
  subjects,
  withSignatures,
} from "../../../shared/signing/subjects.ts";

const { codec, rules, card } = subject;

let first: TestKey;
let second: TestKey;
let stranger: TestKey;
let ed: TestKey;
/** Signed by `first`. */
let signed: AnyCard;
/** Signed by `first`, then by `second`. */
let rotated: AnyCard;

beforeAll(async () => {
  first = await createKey("key-1");
  second = await createKey("key-2");
  stranger = await createKey("key-3");
  ed = await createKey("key-1", "EdDSA");
  signed = await signCard(card, { codec, rules, ...signingWith(first) });
  rotated = await signCard(signed, { codec, rules, ...signingWith(second) });
});

/** What a verification says, without texts. */
async function outcome(given: AnyCard, options: Partial<VerifyCardOptions<AnyCard>>): Promise<object> {
  const { verified, failed } = await verifyCard(given, { codec, rules, ...options });
  return {
    verified: verified.map(({ index, kid, origin }) => `${index} ${kid ?? ""} ${origin}`),
    failed: failed.map(({ index, reason }) => `${index} ${reason}`),
  };
}

describe("verifying a card", () => {
  const algorithms = subjects.flatMap((subject) => signatureAlgorithms.map((alg) => ({ alg, subject })));

  test.each(algorithms)("$alg, $subject.name: a signature survives JSON text", async ({ alg, subject }) => {
    const { codec, rules, card } = subject;
    const key = await createKey("the key", alg);
    const made = await signCard(card, { codec, rules, ...signingWith(key), header: { note: 1 } });
    const read = codec.parse(JSON.stringify(made, undefined, 2));
    const { card: covered, ...result } = await verifyCard(read, { codec, rules, keys: setOf(key) });
    expect(result).toEqual({
      verified: [
        {
          index: 0,
          alg,
          kid: "the key",
          origin: "keys",
          header: { alg, typ: "JOSE", kid: "the key" },
          unprotectedHeader: { note: 1 },
        },
      ],
      failed: [],
    });
    expect(covered).toEqual(codec.encode(card));
  });

  test("takes WebCrypto keys, Node keys and JWKs from a resolver, which is told the protected header", async () => {
    const asked: KeyRequest[] = [];
    const jwk = first.publicKey;
    const keys = [jwk, await importJWK({ ...jwk }, "ES256"), createPublicKey({ key: jwk, format: "jwk" })];
    for (const key of keys) {
      if (key instanceof Uint8Array) throw new Error("expected an asymmetric key");
      const resolveKey = (request: KeyRequest): typeof key => {
        asked.push(request);
        return key;
      };
      expect(await outcome(signed, { resolveKey })).toEqual({ verified: ["0 key-1 resolveKey"], failed: [] });
    }
    const header = { alg: "ES256", typ: "JOSE", kid: "key-1" };
    expect(asked).toEqual(keys.map(() => ({ alg: "ES256", kid: "key-1", header })));
  });

  test("leaves the card and the keys as they were", async () => {
    const before = structuredClone({ rotated, jwk: first.publicKey });
    await verifyCard(rotated, { codec, rules, keys: setOf(first) });
    expect({ rotated, jwk: first.publicKey }).toEqual(before);
    expect(Object.isFrozen(first.publicKey)).toBe(false);
  });

  test("tells of every signature while keys rotate", async () => {
    expect(await outcome(rotated, { keys: setOf(first) })).toEqual({
      verified: ["0 key-1 keys"],
      failed: ["1 key-not-found"],
    });
    expect(await outcome(rotated, { keys: setOf(second) })).toEqual({
      verified: ["1 key-2 keys"],
      failed: ["0 key-not-found"],
    });
    expect(await outcome(rotated, { keys: setOf(stranger, second, first) })).toEqual({
      verified: ["0 key-1 keys", "1 key-2 keys"],
      failed: [],
    });
  });

  test("selects among keys of one identifier by the algorithm", async () => {
    expect(await outcome(signed, { keys: setOf(ed, first) })).toEqual({
      verified: ["0 key-1 keys"],
      failed: [],
    });
  });

  test("asks the sources in turn", async () => {
    const resolveKey = ({ kid }: KeyRequest): typeof second.publicKey | undefined =>
      kid === "key-2" ? second.publicKey : undefined;
    expect(await outcome(rotated, { keys: setOf(first), resolveKey })).toEqual({
      verified: ["0 key-1 keys", "1 key-2 resolveKey"],
      failed: [],
    });
  });

  test("tells a changed card from a wrong key", async () => {
    const changed = { ...signed, name: "Other" };
    const posing = { ...stranger.publicKey, kid: "key-1" };
    expect(await outcome(changed, { keys: setOf(first, second) })).toEqual({
      verified: [],
      failed: ["0 signature-mismatch"],
    });
    const renamed = { keys: [posing, { ...first.publicKey, kid: "renamed" }] };
    expect(await outcome(signed, { keys: renamed })).toEqual({ verified: [], failed: ["0 wrong-key"] });
    expect(await outcome(signed, { keys: setOf(stranger) })).toEqual({
      verified: [],
      failed: ["0 key-not-found"],
    });
    expect(await outcome(signed, { keys: setOf(ed) })).toEqual({
      verified: [],
      failed: ["0 key-unsuitable"],
    });
  });

  test("a default that is added or taken away changes nothing, as 8.4.1 says", async () => {
    const plain = {
      ...card,
      description: "",
      skills: [],
      capabilities: { streaming: false },
      documentationUrl: "https://agent.example/docs",
    };
    const made = await signCard(plain, { codec, rules, ...signingWith(first) });
    const { description: _1, skills: _2, ...without } = made;
    const same: AnyCard[] = [
      {
        ...made,
        securityRequirements: made["securityRequirements"],
        capabilities: { extensions: [], streaming: false },
      },
      without,
      Object.fromEntries(Object.entries(made).toReversed()),
      { ...made, unknown: { a: 1 } },
    ];
    for (const given of same) {
      expect(await outcome(given, { keys: setOf(first) })).toEqual({
        verified: ["0 key-1 keys"],
        failed: [],
      });
    }
    const other: AnyCard[] = [
      { ...made, capabilities: {} },
      { ...made, capabilities: { streaming: true } },
      { ...made, documentationUrl: "" },
      { ...made, description: " " },
    ];
    for (const given of other) {
      expect(await outcome(given, { keys: setOf(first) })).toEqual({
        verified: [],
        failed: ["0 signature-mismatch"],
      });
    }
  });

  test("returns the card without what no signature covers", async () => {
    const { card: covered } = await verifyCard(
      { ...signed, unknown: 1 },
      { codec, rules, keys: setOf(first) },
    );
    expect(covered).toEqual(codec.encode(card));
  });

  test("keys that are private, symmetric, for encryption, revoked or out of time do not verify", async () => {
    const now = (): number => 1_000_000;
    const jwk = first.publicKey;
    const cases: { key: object; want: string }[] = [
      { key: first.privateKey, want: "key-unsuitable" },
      { key: { kty: "oct", k: "c2VjcmV0", kid: "key-1" }, want: "key-unsuitable" },
      { key: { ...jwk, use: "enc" }, want: "key-unsuitable" },
      { key: { ...jwk, key_ops: ["sign"] }, want: "key-unsuitable" },
      { key: { ...jwk, alg: "ES384" }, want: "key-unsuitable" },
      { key: { ...jwk, x: "AAAA" }, want: "key-unsuitable" },
      { key: { kid: "key-1" }, want: "key-unsuitable" },
      { key: { ...jwk, exp: 1000 }, want: "key-expired" },
      { key: { ...jwk, nbf: 1001 }, want: "key-expired" },
      { key: { ...jwk, revoked: { revoked_at: 5, reason: "compromised" } }, want: "key-expired" },
    ];
    for (const { key, want } of cases) {
      expect(await outcome(signed, { keys: { keys: [key] }, now })).toEqual({
        verified: [],
        failed: [`0 ${want}`],
      });
    }
    const valid = { ...jwk, exp: 1001, nbf: 1000, use: "sig", key_ops: ["verify"] };
    expect(await outcome(signed, { keys: { keys: [valid] }, now })).toEqual({
      verified: ["0 key-1 keys"],
      failed: [],
    });
  });

  test("refuses short RSA keys", async () => {
    const pair = await crypto.subtle.generateKey(
      {
        name: "RSASSA-PKCS1-v1_5",
        hash: "SHA-256",
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ["sign", "verify"],
    );
    const rsa = await createKey("key-1", "RS256");
    const made = await signCard(card, { codec, rules, ...signingWith(rsa) });
    const short = { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), kid: "key-1" } as object;
    expect(await outcome(made, { keys: { keys: [short] } })).toEqual({
      verified: [],
      failed: ["0 key-unsuitable"],
    });
  });

  test("accepts only the algorithms of the list, which has only asymmetric ones", async () => {
    expect(await outcome(signed, { keys: setOf(first), algorithms: ["EdDSA", "PS256"] })).toEqual({
      verified: [],
      failed: ["0 algorithm-refused"],
    });
    for (const name of ["HS256", "none", "es256"]) {
      const algorithms = [name as "ES256"];
      await expect(verifyCard(signed, { codec, rules, keys: setOf(first), algorithms })).rejects.toThrow(
        TypeError,
      );
    }
  });

  test("a resolver that fails is no key, and its error is kept", async () => {
    const problem = new Error("the store is down");
    const resolveKey = (): never => {
      throw problem;
    };
    const { failed } = await verifyCard(signed, { codec, rules, resolveKey });
    expect(failed).toEqual([
      {
        index: 0,
        reason: "key-unavailable",
        message: "the key could not be had: the store is down",
        kid: "key-1",
        alg: "ES256",
        cause: problem,
      },
    ]);
  });

  test("refuses options that name no key, or other rules", async () => {
    await expect(verifyCard(signed, { codec, rules })).rejects.toThrow(
      new TypeError("expected one of keys, resolveKey and jwks, got none"),
    );
    await expect(
      verifyCard(signed, { codec, rules: { ...rules, typeName: "a.B" }, keys: setOf(first) }),
    ).rejects.toThrow(TypeError);
  });
});

describe("requiring signatures", () => {
  async function errorOf(given: AnyCard, options: object): Promise<unknown> {
    try {
      await assertCardSignature(given, { codec, rules, keys: setOf(first), ...options });
      return undefined;
    } catch (error) {
      return error;
    }
  }

  test("one that counts is enough unless all must", async () => {
    expect(await errorOf(rotated, {})).toBeUndefined();
    expect(await errorOf(rotated, { required: "any" })).toBeUndefined();
    expect(await errorOf(rotated, { required: "all" })).toMatchObject({
      name: "SignatureError",
      code: "ERR_A2AGEN_SIGNATURE",
      reason: "key-not-found",
      message:
        'expected only signatures that count:\n  signatures[1]: expected a trusted key with the identifier "key-2", found none [key-not-found]',
      failed: [{ index: 1, reason: "key-not-found", kid: "key-2", alg: "ES256" }],
    });
    expect(await errorOf(rotated, { required: "all", keys: setOf(first, second) })).toBeUndefined();
  });

  test("returns the verification", async () => {
    const result = await assertCardSignature(signed, { codec, rules, keys: setOf(first) });
    expect(result.verified.map(({ kid }) => kid)).toEqual(["key-1"]);
  });

  test.each(["any", "all"] as const)("a card without signatures never passes: %s", async (required) => {
    for (const given of [card, withSignatures(card, []), withSignatures(card, null)]) {
      const error = await errorOf(given, { required });
      expect(isSignatureError(error) && error.reason).toBe("unsigned");
    }
  });

  test("none that counts fails, with the reasons", async () => {
    const error = await errorOf({ ...rotated, name: "Other" }, {});
    expect(error).toMatchObject({
      reason: "signature-mismatch",
      failed: [
        { index: 0, reason: "signature-mismatch" },
        { index: 1, reason: "key-not-found" },
      ],
    });
  });

  test("a signature that was moved to another card does not count", async () => {
    const other = await signCard({ ...card, name: "Other" }, { codec, rules, ...signingWith(first) });
    const moved = withSignatures(other, signaturesOf(signed));
    expect(await errorOf(moved, {})).toMatchObject({ reason: "signature-mismatch" });
  });
});
