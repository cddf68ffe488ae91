import { generateKeyPairSync, sign } from "node:crypto";
import { AgentCardCodec } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { judgeSignature, signaturesOf } from "../../../../packages/probe/src/checks/card-signature.ts";
import { canonicalize } from "../../../../packages/runtime/src/canonical/index.ts";
import { fullCard } from "../../../shared/bindings/test-agent.ts";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k" }] };
const { signatures: _, ...card } = { ...fullCard, signatures: undefined };

function signed(): typeof card & { readonly signatures: readonly object[] } {
  const head = Buffer.from(JSON.stringify({ alg: "ES256", kid: "k", jku: "http://localhost/keys" }));
  const text = `${head.toString("base64url")}.${Buffer.from(canonicalize(AgentCardCodec, card)).toString("base64url")}`;
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return {
    ...card,
    signatures: [{ protected: head.toString("base64url"), signature: signature.toString("base64url") }],
  };
}

function judge(value: object, set: unknown = keys): readonly (string | undefined)[] {
  return signaturesOf(value).map((signature) => judgeSignature(value, signature, set));
}

test("a signature is that of the card, by the key that it names", () => {
  expect(judge(signed())).toEqual([undefined]);
  expect(judge({ ...signed(), capabilities: { ...card.capabilities } })).toEqual([undefined]);
  expect(judge({ ...signed(), name: "Another" })).toEqual(["a signature of something else"]);
  expect(judge(signed(), { keys: [] })).toEqual(['no key with the kid "k" at jku']);
});
