import { equals, fromJson, type JsonValue } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { signCard, verifyCard } from "../../../../packages/runtime/src/signing/index.ts";
import { findFake } from "../../../shared/fakes/find-fake.ts";
import { wireValuesOf } from "../../../shared/fakes/wire-values.ts";
import { buildRegistry } from "../../../shared/process/registry.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { createKey, setOf, signingWith, type TestKey } from "../../../shared/signing/keys.ts";
import { type AnyCard, type Subject, signaturesOf, subjects } from "../../../shared/signing/subjects.ts";
import { listTampered } from "./tamper.ts";

const registry = buildRegistry();
const seed = Number(chooseSeed());

let key: TestKey;

beforeAll(async () => {
  key = await createKey("key-1", "EdDSA");
  console.info(`tampering test: repeat with A2AGEN_SEED=${seed}`);
});

/**
 * Whether protobuf-es, which knows nothing of signatures, takes two values for the same card, once what
 * readers of cards put in for absent fields stands in both.
 */
function isSameCard({ typeName }: Subject, a: AnyCard, b: AnyCard): boolean {
  const desc = registry.getMessage(typeName);
  if (desc === undefined) throw new Error(`${typeName}: not in the image`);
  const [one, two] = [a, b].map((card) => {
    const unsigned = fillAbsent({ ...card, signatures: [] }) as JsonValue;
    try {
      return fromJson(desc, unsigned, { ignoreUnknownFields: true });
    } catch {
      return undefined;
    }
  });
  return one !== undefined && two !== undefined && equals(desc, one, two);
}

/**
 * The card with what readers put in for absent fields: no capabilities, the header as place of an API key.
 */
function fillAbsent(card: AnyCard): AnyCard {
  const filled = structuredClone({ capabilities: {}, ...card });
  const { securitySchemes = {} } = filled as { securitySchemes?: Record<string, ApiKeyScheme> };
  for (const { apiKeySecurityScheme: key } of Object.values(securitySchemes)) {
    if (key !== undefined) key.location ??= "header";
  }
  return filled;
}

interface ApiKeyScheme {
  readonly apiKeySecurityScheme?: { location?: string };
}

async function verdict({ codec, rules }: Subject, card: AnyCard): Promise<string> {
  const { verified, failed } = await verifyCard(card, { codec, rules, keys: setOf(key) });
  return verified.length > 0 ? "verified" : failed.map(({ reason }) => reason).join();
}

function cardsOf({ typeName, codec }: Subject): fc.Arbitrary<AnyCard> {
  return wireValuesOf(findFake(typeName)).map((value) => {
    const { signatures: _, ...card } = value as AnyCard;
    return codec.decode(card);
  });
}

describe("a card that was changed", () => {
  test.each(subjects)("$name: no change of any field gets through", async (subject) => {
    const signed = await signCard(subject.card, { ...subject, ...signingWith(key) });
    const { signatures, ...card } = signed;
    const verdicts = new Map<string, number>();
    const wrong: string[] = [];
    for (const { name, value } of listTampered(card)) {
      const got = await verdict(subject, { ...value, signatures });
      const isSame = isSameCard(subject, card, value);
      const isRight = isSame ? got === "verified" : got === "signature-mismatch" || got === "card-invalid";
      if (!isRight) wrong.push(`${name}: ${got}`);
      verdicts.set(got, (verdicts.get(got) ?? 0) + 1);
    }
    expect(wrong).toEqual([]);
    // Changes that all count, or none, would show nothing.
    expect([...verdicts.keys()].toSorted()).toEqual(["card-invalid", "signature-mismatch", "verified"]);
    expect(verdicts.get("signature-mismatch")).toBeGreaterThan(100);
  });

  test.each(subjects)("$name: the same for random cards", { tags: "thorough" }, async (subject) => {
    await fc.assert(
      fc.asyncProperty(cardsOf(subject), fc.nat(), async (unsigned, at) => {
        const signed = await signCard(unsigned, { ...subject, ...signingWith(key) });
        const read = subject.codec.parse(JSON.stringify(signed));
        expect(await verdict(subject, read)).toBe("verified");
        const { signatures, ...card } = read;
        const all = listTampered(card);
        const { name, value } = all[at % all.length] ?? { name: "", value: card };
        const got = await verdict(subject, { ...value, signatures });
        const isSame = isSameCard(subject, card, value);
        expect({ name, isVerified: got === "verified" }).toEqual({ name, isVerified: isSame });
      }),
      { seed, numRuns: runs(60) },
    );
  });

  test.each(subjects)(
    "$name: no change of a signature gets through",
    { tags: "thorough" },
    async (subject) => {
      const signed = await signCard(subject.card, { ...subject, ...signingWith(key) });
      const [entry] = signaturesOf(signed);
      if (entry === undefined) throw new Error("expected a signature");
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("protected" as const, "signature" as const),
          fc.nat(),
          fc.integer({ min: 1, max: 63 }),
          async (member, position, by) => {
            const text = entry[member];
            const at = position % text.length;
            const other = alphabet[(alphabet.indexOf(text[at] ?? "") + by) % 64] ?? "";
            const changed = { ...entry, [member]: text.slice(0, at) + other + text.slice(at + 1) };
            expect(await verdict(subject, { ...signed, signatures: [changed] })).not.toBe("verified");
          },
        ),
        { seed, numRuns: runs(60) },
      );
    },
  );
});
