import {
  canonicalizeAgentCard,
  generateAgentCardSignature,
  type AgentCard as PeerCard,
  AgentCard as PeerCards,
  verifyAgentCardSignature,
} from "@a2a-js/sdk";
import { type AgentCard, AgentCardCodec as codec } from "@a2agen/a2a-1.0";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { canonicalize } from "../../../packages/runtime/src/canonical/index.ts";
import {
  type SignatureAlgorithm,
  signatureAlgorithms,
  signCard,
  verifyCard,
} from "../../../packages/runtime/src/signing/index.ts";
import { createKey, setOf, signingWith, type TestKey } from "../../shared/signing/keys.ts";
import { card10, subject } from "../../shared/signing/subjects.ts";

const { rules } = subject;

/** A card in which nothing is empty: for these both sides have one canonical form. */
const common: AgentCard = {
  ...card10,
  capabilities: { streaming: true, pushNotifications: false },
  securitySchemes: {
    key: { apiKeySecurityScheme: { description: "A key", location: "header", name: "X-Key" } },
    bearer: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } },
  },
  securityRequirements: [{ schemes: { bearer: { list: ["read"] } } }],
};

/** Where @a2a-js/sdk 1.3.0 departs from 8.4.1, so that a signature of one side fails on the other. */
const differences: { name: string; reason: string; card: AgentCard }[] = [
  {
    name: "a REQUIRED text that is empty",
    reason: '8.4.1: REQUIRED fields are always present, `description: ""` is its example; the peer drops it',
    card: { ...common, description: "" },
  },
  {
    name: "a REQUIRED list that is empty",
    reason: "8.4.1: `skills: []` is its example of a field that stays; the peer drops it",
    card: { ...common, skills: [] },
  },
  {
    name: "a REQUIRED message that is empty",
    reason: "8.4.1: REQUIRED fields are always present; the peer drops `capabilities: {}`",
    card: { ...common, capabilities: {} },
  },
  {
    name: "an optional text that was set to its default",
    reason: "8.4.1: optional fields that are set stay, whatever they hold; the peer drops them",
    card: { ...common, documentationUrl: "" },
  },
  {
    name: "a requirement without scopes",
    reason: "an entry of a map stays whatever it holds; the peer drops it, and the requirement with it",
    card: { ...common, securityRequirements: [{ schemes: { key: { list: [] } } }] },
  },
  {
    name: "an OAuth scope without description",
    reason: "an entry of a map stays whatever it holds; the peer drops it",
    card: {
      ...common,
      securitySchemes: {
        oauth: {
          oauth2SecurityScheme: {
            flows: { clientCredentials: { tokenUrl: "https://login.example/token", scopes: { read: "" } } },
          },
        },
      },
    },
  },
  {
    name: "a scheme that is an empty message",
    reason: "the member of a oneof stays whatever it holds; the peer drops it",
    card: { ...common, securitySchemes: { mtls: { mtlsSecurityScheme: {} } } },
  },
  {
    name: "parameters that hold something empty",
    reason: "a Struct is the author's own JSON; the peer drops empty texts, lists and null from it",
    card: {
      ...common,
      capabilities: { extensions: [{ uri: "https://example.com/x", params: { a: "", b: [], c: null } }] },
    },
  },
];

let key: TestKey;

beforeAll(async () => {
  key = await createKey("key-1");
});

beforeEach(() => {
  // The peer writes every failed attempt to the console.
  vi.spyOn(console, "debug").mockImplementation(() => undefined);
});

afterEach(() => vi.restoreAllMocks());

/** The peer works on the JSON form here; its types are those of its own form in memory. */
function toPeer(card: AgentCard): PeerCard {
  return JSON.parse(JSON.stringify(card)) as PeerCard;
}

async function peerSigns(card: PeerCard, signer: TestKey, alg: SignatureAlgorithm): Promise<AgentCard> {
  const header = { alg, kid: signer.kid, typ: "JOSE" };
  const signed = await generateAgentCardSignature({ ...signer.privateKey }, header)(card);
  return codec.parse(JSON.stringify(signed));
}

async function doesPeerVerify(card: AgentCard, signer: TestKey): Promise<boolean> {
  const asked: string[] = [];
  const verify = verifyAgentCardSignature(async (kid) => {
    asked.push(kid);
    return { ...signer.publicKey };
  });
  try {
    await verify(toPeer(card));
    return true;
  } catch (error) {
    expect(error).toEqual(new Error("No valid signatures found on agent card."));
    expect(asked).toEqual([signer.kid]);
    return false;
  }
}

async function doWeVerify(card: AgentCard, signer: TestKey): Promise<boolean> {
  const { verified } = await verifyCard(card, { codec, rules, keys: setOf(signer) });
  return verified.length > 0;
}

describe("@a2a-js/sdk 1.3.0", () => {
  test.each(signatureAlgorithms)("verifies what we sign, and we what it signs: %s", async (alg) => {
    const signer = await createKey("key-1", alg);
    expect(canonicalizeAgentCard(toPeer(common))).toBe(canonicalize(codec, common));
    const ours = await signCard(common, { codec, rules, ...signingWith(signer) });
    const theirs = await peerSigns(toPeer(common), signer, alg);
    expect([await doesPeerVerify(ours, signer), await doWeVerify(theirs, signer)]).toEqual([true, true]);
    const changed = { name: "Other" };
    expect(await doesPeerVerify({ ...ours, ...changed }, signer)).toBe(false);
    expect(await doWeVerify({ ...theirs, ...changed }, signer)).toBe(false);
  });

  test("our signature stands beside the peer's", async () => {
    const other = await createKey("key-2", "EdDSA");
    const both = await signCard(await peerSigns(toPeer(common), key, "ES256"), {
      codec,
      rules,
      ...signingWith(other),
    });
    const { verified, failed } = await verifyCard(both, { codec, rules, keys: setOf(key, other) });
    expect([verified.map(({ kid }) => kid), failed]).toEqual([["key-1", "key-2"], []]);
  });

  test.each(differences)("differs on $name: $reason", async ({ card }) => {
    const ours = await signCard(card, { codec, rules, ...signingWith(key) });
    const theirs = await peerSigns(toPeer(card), key, "ES256");
    expect(canonicalizeAgentCard(toPeer(card))).not.toBe(canonicalize(codec, card));
    expect([await doWeVerify(ours, key), await doesPeerVerify(ours, key)]).toEqual([true, false]);
    expect([await doesPeerVerify(theirs, key), await doWeVerify(theirs, key)]).toEqual([true, false]);
  });

  test("differs on cards of its own form in memory: their security schemes are not signed at all", async () => {
    const memory = PeerCards.fromJSON(toPeer(common));
    const text = canonicalizeAgentCard(memory);
    expect(JSON.parse(text)).not.toHaveProperty("securitySchemes");
    const signed = await generateAgentCardSignature(
      { ...key.privateKey },
      { alg: "ES256", kid: "key-1", typ: "JOSE" },
    )(memory);
    const sent = codec.parse(JSON.stringify(PeerCards.toJSON(signed)));
    expect(await doWeVerify(sent, key)).toBe(false);
  });
});
