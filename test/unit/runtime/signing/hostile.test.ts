import { base64url } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { type SignatureRules, signCard, verifyCard } from "../../../../packages/runtime/src/signing/index.ts";
import { createKey, setOf, signingWith, type TestKey } from "../../../shared/signing/keys.ts";
import { type AnyCard, signaturesOf, subject, withSignatures } from "../../../shared/signing/subjects.ts";
import { signRaw } from "./raw-signature.ts";

const { codec, rules, card } = subject;

let key: TestKey;
let signed: AnyCard;
let entry: { protected: string; signature: string };

beforeAll(async () => {
  key = await createKey("key-1");
  signed = await signCard(card, { codec, rules, ...signingWith(key) });
  const [made] = signaturesOf(signed);
  if (made === undefined) throw new Error("expected a signature");
  entry = made;
});

/** What is said of one signature: the reason and the text, or "verified". */
async function verdict(
  signature: unknown,
  { keys = setOf(key), profile = rules }: { keys?: { keys: object[] }; profile?: SignatureRules } = {},
): Promise<string> {
  const given = withSignatures(card, [signature]);
  const { verified, failed } = await verifyCard(given, { codec, rules: profile, keys });
  expect(verified.length + failed.length).toBe(1);
  return failed[0] === undefined ? "verified" : `${failed[0].reason}: ${failed[0].message}`;
}

describe("malformed signatures", () => {
  const header = '{"alg":"ES256","typ":"JOSE","kid":"key-1"}';
  const encoded = base64url.encode(header);
  const cases: { name: string; given: () => unknown; want: string }[] = [
    { name: "null", given: () => null, want: "malformed: expected an object, got null" },
    {
      name: "a text",
      given: () => "a.b.c",
      want: "malformed: expected an object, got a value of type string",
    },
    { name: "a list", given: () => [entry], want: "malformed: expected an object, got an array" },
    {
      name: "nothing in it",
      given: () => ({}),
      want: "malformed: protected: expected base64url, got nothing",
    },
    {
      name: "inherited members",
      given: () => Object.create(entry) as object,
      want: "malformed: protected: expected base64url, got nothing",
    },
    {
      name: "no signature",
      given: () => ({ protected: encoded }),
      want: "malformed: signature: expected base64url, got nothing",
    },
    {
      name: "an empty signature",
      given: () => ({ ...entry, signature: "" }),
      want: "malformed: signature: expected base64url, got nothing",
    },
    {
      name: "padding",
      given: () => ({ ...entry, signature: `${entry.signature}==` }),
      want: "malformed: signature: expected base64url without padding",
    },
    {
      name: "the alphabet of base64",
      given: () => ({ ...entry, signature: `+/${entry.signature.slice(2)}` }),
      want: "malformed: signature: expected base64url without padding",
    },
    {
      name: "white space",
      given: () => ({ ...entry, protected: `${entry.protected}\n` }),
      want: "malformed: protected: expected base64url without padding",
    },
    {
      name: "a length that no bytes have",
      given: () => ({ ...entry, signature: "AAAAA" }),
      want: "malformed: signature: expected base64url without padding",
    },
    {
      name: "bits that say nothing",
      given: () => ({ ...entry, signature: "AB" }),
      want: "malformed: signature: expected base64url without padding",
    },
    {
      name: "a header that is not JSON",
      given: () => ({ ...entry, protected: base64url.encode("{alg}") }),
      want: "malformed: protected: expected JSON in UTF-8",
    },
    {
      name: "a header that is not UTF-8",
      given: () => ({ ...entry, protected: base64url.encode(new Uint8Array([0x22, 0xff, 0x22])) }),
      want: "malformed: protected: expected JSON in UTF-8",
    },
    {
      name: "a header that is a list",
      given: () => ({ ...entry, protected: base64url.encode(`[${header}]`) }),
      want: "malformed: protected: expected a JSON object, got an array",
    },
    {
      name: "a header that is null",
      given: () => ({ ...entry, protected: base64url.encode("null") }),
      want: "malformed: protected: expected a JSON object, got null",
    },
    {
      name: "an unprotected header that is a list",
      given: () => ({ ...entry, header: [] }),
      want: "malformed: header: expected an object, got an array",
    },
    {
      name: "a parameter in both headers",
      given: () => ({ ...entry, header: { kid: "key-1" } }),
      want: "malformed: header: expected other parameters than the protected header's, got kid in both",
    },
    {
      name: "a header of a megabyte",
      given: () => ({ ...entry, protected: "A".repeat(1_000_000) }),
      want: "malformed: protected: expected at most 16384 characters, got 1000000",
    },
    {
      name: "a signature of a megabyte",
      given: () => ({ ...entry, signature: "A".repeat(1_000_000) }),
      want: "malformed: signature: expected at most 4096 characters, got 1000000",
    },
    {
      name: "a signature of the wrong length",
      given: () => ({ ...entry, signature: "AAAA" }),
      want: "signature-mismatch: the signature does not fit the card",
    },
    {
      name: "all zeros",
      given: () => ({ ...entry, signature: "A".repeat(86) }),
      want: "signature-mismatch: the signature does not fit the card",
    },
  ];

  test.each(cases)("$name", async ({ given, want }) => {
    expect(await verdict(given())).toBe(want);
  });

  test("a deeply nested header neither overflows the stack nor counts", async () => {
    const deep = `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    const want = "header-refused: protected: expected the parameter alg, got none";
    expect(await verdict({ ...entry, protected: base64url.encode(deep) })).toBe(want);
  });
});

/** Headers that were really signed: the signature is right, the header is not. */
describe("headers over which a signature was made", () => {
  const cases: { name: string; header: string; want: string }[] = [
    { name: "the usual one", header: '{"alg":"ES256","typ":"JOSE","kid":"key-1"}', want: "verified" },
    {
      name: "white space, another order, parameters of others",
      header: ' { "kid" : "key-1", "x" : [ {"kid":"a"}, {"kid":"b"} ], "typ":"JOSE",\n"alg":"ES256" } ',
      want: "verified",
    },
    { name: "typ in another case", header: '{"alg":"ES256","typ":"jose","kid":"key-1"}', want: "verified" },
    {
      name: "typ as a whole media type",
      header: '{"alg":"ES256","typ":"application/JOSE","kid":"key-1"}',
      want: "verified",
    },
    {
      name: "another typ",
      header: '{"alg":"ES256","typ":"JWT","kid":"key-1"}',
      want: 'header-refused: typ: expected JOSE, got "JWT"',
    },
    {
      name: "a typ that is no text",
      header: '{"alg":"ES256","typ":["JOSE"],"kid":"key-1"}',
      want: 'header-refused: typ: expected JOSE, got ["JOSE"]',
    },
    {
      name: "no typ",
      header: '{"alg":"ES256","kid":"key-1"}',
      want: "header-refused: protected: expected the parameter typ, got none",
    },
    {
      name: "no kid",
      header: '{"alg":"ES256","typ":"JOSE"}',
      want: "header-refused: protected: expected the parameter kid, got none",
    },
    {
      name: "a kid that is a number",
      header: '{"alg":"ES256","typ":"JOSE","kid":1}',
      want: "header-refused: kid: expected a text, got 1",
    },
    {
      name: "a kid that is empty",
      header: '{"alg":"ES256","typ":"JOSE","kid":""}',
      want: 'header-refused: kid: expected a text, got ""',
    },
    {
      name: "a jku that is a list",
      header: '{"alg":"ES256","typ":"JOSE","kid":"key-1","jku":["https://a"]}',
      want: 'header-refused: jku: expected a text, got ["https://a"]',
    },
    {
      name: "crit",
      header: '{"alg":"ES256","typ":"JOSE","kid":"key-1","crit":["exp"],"exp":1}',
      want: "critical-header: expected a header without crit: no extension is understood",
    },
    {
      name: "an empty crit",
      header: '{"alg":"ES256","typ":"JOSE","kid":"key-1","crit":[]}',
      want: "critical-header: expected a header without crit: no extension is understood",
    },
    {
      name: "b64 false",
      header: '{"alg":"ES256","typ":"JOSE","kid":"key-1","b64":false}',
      want: "critical-header: b64: expected a payload in base64url",
    },
    {
      name: "b64 false, declared critical",
      header: '{"alg":"ES256","typ":"JOSE","kid":"key-1","b64":false,"crit":["b64"]}',
      want: "critical-header: expected a header without crit: no extension is understood",
    },
    {
      name: "a name twice",
      header: '{"alg":"none","alg":"ES256","typ":"JOSE","kid":"key-1"}',
      want: 'malformed: protected: expected every name once, got "alg" twice',
    },
    {
      name: "a name twice, once escaped",
      header: '{"alg":"ES256","typ":"JOSE","k\\u0069d":"other","kid":"key-1"}',
      want: 'malformed: protected: expected every name once, got "kid" twice',
    },
    {
      name: "__proto__ for the parameters that are missing",
      header: '{"__proto__":{"alg":"ES256","typ":"JOSE","kid":"key-1"}}',
      want: "header-refused: protected: expected the parameter alg, got none",
    },
    {
      name: "a key of its own",
      header: '{"alg":"ES256","typ":"JOSE","kid":"another","jwk":{"kty":"EC"},"x5u":"https://evil.example"}',
      want: 'key-not-found: expected a trusted key with the identifier "another", found none',
    },
  ];

  test.each(cases)("$name", async ({ header, want }) => {
    expect(await verdict(await signRaw(subject, header, key))).toBe(want);
  });

  const algs = [
    "none",
    "None",
    "NONE",
    "HS256",
    "HS384",
    "HS512",
    "ES256K",
    "es256",
    "",
    null,
    1,
    ["ES256"],
    {},
  ];

  test.each(algs)("the algorithm %j", async (alg) => {
    const header = JSON.stringify({ alg, typ: "JOSE", kid: "key-1" });
    const want = `algorithm-refused: alg: expected one of ES256, ES384, ES512, PS256, PS384, PS512, RS256, RS384, RS512, EdDSA, Ed25519, got ${JSON.stringify(alg)}`;
    expect(await verdict(await signRaw(subject, header, key))).toBe(want);
  });

  test("the unprotected header selects nothing", async () => {
    const lacking = await signRaw(subject, '{"alg":"ES256","typ":"JOSE"}', key);
    expect(await verdict({ ...lacking, header: { kid: "key-1" } })).toBe(
      "header-refused: protected: expected the parameter kid, got none",
    );
    const bare = await signRaw(subject, '{"typ":"JOSE","kid":"key-1"}', key);
    expect(await verdict({ ...bare, header: { alg: "ES256" } })).toBe(
      "header-refused: protected: expected the parameter alg, got none",
    );
    expect(await verdict({ ...entry, header: { crit: ["x"] } })).toMatch(/^critical-header/);
    expect(await verdict({ ...entry, header: { b64: false } })).toMatch(/^critical-header/);
  });

  test("a shared secret that is the public key does not verify", async () => {
    const header = base64url.encode('{"alg":"HS256","typ":"JOSE","kid":"key-1"}');
    const secret = new TextEncoder().encode(JSON.stringify(key.publicKey));
    const hmac = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    const bytes = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(`${header}.e30`));
    const signature = base64url.encode(new Uint8Array(bytes));
    expect(await verdict({ protected: header, signature })).toMatch(/^algorithm-refused/);
  });

  test("without kid, where a profile does not require it, all keys are tried", async () => {
    const profile = { ...rules, required: ["alg"] };
    const other = await createKey("key-2");
    const made = await signRaw(subject, '{"alg":"ES256"}', key);
    expect(await verdict(made, { profile, keys: setOf(other, key) })).toBe("verified");
    expect(await verdict(made, { profile, keys: setOf(other) })).toMatch(/^signature-mismatch/);
  });
});

describe("hostile cards", () => {
  test("only so many signatures are looked at, and the rest is told", async () => {
    const many = withSignatures(signed, [
      ...Array.from({ length: 16 }, () => ({})),
      ...Array.from({ length: 99_984 }, () => entry),
    ]);
    const { verified, failed } = await verifyCard(many, { codec, rules, keys: setOf(key) });
    expect(verified).toEqual([]);
    expect(failed.length).toBe(100_000);
    expect(failed.map(({ index }) => index)).toEqual([...failed.keys()]);
    expect(failed[16]).toEqual({
      index: 16,
      reason: "too-many",
      message: "expected at most 16 signatures, got 100000",
    });
    const options = { codec, rules, keys: setOf(key), maxSignatures: 17 };
    expect((await verifyCard(many, options)).verified.map(({ index }) => index)).toEqual([16]);
  });

  test("a list of signatures that is none", async () => {
    for (const given of ["abc", {}, { length: 5 }, 1, true]) {
      const { verified, failed } = await verifyCard(withSignatures(signed, given), {
        codec,
        rules,
        keys: setOf(key),
      });
      expect(verified).toEqual([]);
      expect(failed.map(({ index, reason }) => `${index} ${reason}`)).toEqual(["0 malformed"]);
    }
  });

  test("values that are no cards", async () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
    const params = { capabilities: { extensions: [{ uri: "https://a", params: deep }] } };
    const given: unknown[] = [
      { ...signed, name: 1 },
      { ...signed, name: "\ud800" },
      { ...signed, skills: "abc" },
      { ...signed, ...params },
    ];
    for (const value of given) {
      const result = await verifyCard(value as AnyCard, { codec, rules, keys: setOf(key) });
      expect("card" in result).toBe(false);
      expect(result.failed.map(({ index, reason }) => `${index} ${reason}`)).toEqual(["0 card-invalid"]);
    }
    // What is REQUIRED and absent counts as its default: a card, and not the one that was signed.
    const bare = await verifyCard(
      { signatures: [entry] },
      {
        codec,
        rules,
        keys: setOf(key),
      },
    );
    expect(bare.failed.map(({ index, reason }) => `${index} ${reason}`)).toEqual(["0 signature-mismatch"]);
    for (const value of [null, undefined, 1, "card", []]) {
      const result = await verifyCard(value as unknown as AnyCard, { codec, rules, keys: setOf(key) });
      expect(result).toEqual({ verified: [], failed: [] });
    }
  });

  test("keys that pollute prototypes pollute none", async () => {
    const text = JSON.stringify(signed).replace(
      '"securitySchemes":{',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"securitySchemes":{',
    );
    const read = JSON.parse(text) as AnyCard;
    expect(Object.hasOwn(read, "__proto__")).toBe(true);
    const { verified, card: covered } = await verifyCard(read, { codec, rules, keys: setOf(key) });
    expect(verified.length).toBe(1);
    expect(covered).toEqual(codec.encode(card));
    expect((covered as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("an entry of a map that is called __proto__ is signed as any other", async () => {
    const schemes = JSON.parse('{"__proto__":{"mtlsSecurityScheme":{}}}') as object;
    const made = await signCard({ ...card, securitySchemes: schemes }, { codec, rules, ...signingWith(key) });
    const read = codec.parse(JSON.stringify(made));
    const options = { codec, rules, keys: setOf(key) };
    expect((await verifyCard(read, options)).verified.length).toBe(1);
    expect((await verifyCard({ ...read, securitySchemes: {} }, options)).failed[0]?.reason).toBe(
      "signature-mismatch",
    );
  });

  test("inherited signatures are not the card's", async () => {
    const { signatures, ...rest } = signed;
    const heir = Object.assign(Object.create({ signatures }) as AnyCard, rest);
    const result = await verifyCard(heir, { codec, rules, keys: setOf(key) });
    expect([result.verified, result.failed]).toEqual([[], []]);
  });

  test("a field twice in the text: what is verified is what is read", async () => {
    const text = JSON.stringify(signed);
    const options = { codec, rules, keys: setOf(key) };
    const last = codec.parse(text.replace(/}$/, ',"name":"Evil"}'));
    expect([last["name"], (await verifyCard(last, options)).verified.length]).toEqual(["Evil", 0]);
    const first = codec.parse(text.replace(/^{/, '{"name":"Evil",'));
    expect([first["name"], (await verifyCard(first, options)).verified.length]).toEqual(["Routes", 1]);
  });

  test("a thousand keys under one name cost sixteen tries", async () => {
    const other = await createKey("key-1");
    const crowd = { keys: Array.from({ length: 1000 }, () => ({ ...other.publicKey })) };
    expect(await verdict(entry, { keys: { keys: [...crowd.keys.slice(0, 15), key.publicKey] } })).toBe(
      "verified",
    );
    expect(await verdict(entry, { keys: { keys: [...crowd.keys, key.publicKey] } })).toMatch(
      /^signature-mismatch/,
    );
  });
});
