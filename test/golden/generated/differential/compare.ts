import { createRandom, type Fake } from "@a2agen/runtime/fakes";
import type { DescMessage } from "@bufbuild/protobuf";
import { sampleMessages } from "../../../shared/fakes/messages.ts";
import type { GeneratedCodec } from "./codecs.ts";
import { showError } from "./failure.ts";
import type { ProtoModule } from "./modules.ts";
import { mutateJson } from "./mutate.ts";
import {
  checkDecodeBinary,
  checkEncodeBinary,
  checkJson,
  checkMerge,
  checkUnknownFields,
  type Sample,
  toSample,
} from "./round-trip.ts";
import { checkVerdict, type Verdict } from "./verdict.ts";

export interface Comparison {
  readonly seed: string;
  readonly module: ProtoModule;
  readonly messages: readonly DescMessage[];
  readonly fakes: ReadonlyMap<string, Fake<unknown>>;
  readonly findCodec: (desc: DescMessage) => GeneratedCodec;
}

/** Disagreements over valid messages: one of each check and message, as text that tells how to repeat it. */
export function compareValid(comparison: Comparison, countPerMessage: number): string[] {
  return compare(comparison, countPerMessage, (codec, sample, next) => {
    return [
      () => checkJson(codec, sample),
      () => checkEncodeBinary(codec, sample),
      () => checkDecodeBinary(codec, sample),
      () => checkUnknownFields(codec, sample),
      () => checkMerge(codec, sample, next),
    ];
  });
}

/** Disagreements over messages with something changed, and how often each verdict was given. */
export function compareMutated(
  comparison: Comparison,
  countPerMessage: number,
): { readonly failures: string[]; readonly verdicts: ReadonlyMap<Verdict, number> } {
  const verdicts = new Map<Verdict, number>();
  const failures = compare(comparison, countPerMessage, (codec, { desc, json: valid }, _next, index) => [
    () => {
      const random = createRandom(`${comparison.seed}/${desc.typeName}/${index}/mutation`);
      const json = mutateJson(desc, valid, random);
      const verdict = checkVerdict(codec, desc, json);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    },
  ]);
  return { failures, verdicts };
}

type Checks = (codec: GeneratedCodec, sample: Sample, next: Sample, index: number) => readonly (() => void)[];

function compare(
  { seed, messages, fakes, findCodec }: Comparison,
  countPerMessage: number,
  checks: Checks,
): string[] {
  // By check, so that one fault does not hide another.
  const failures = new Map<string, string>();
  for (const desc of messages) {
    const codec = findCodec(desc);
    const fake = fakes.get(desc.typeName);
    const made = fake === undefined ? [] : sampleMessages(desc, { fake, seed, count: countPerMessage });
    const samples = made.map((message) => toSample(desc, message));
    for (const [index, sample] of samples.entries()) {
      const next = samples[(index + 1) % samples.length] ?? sample;
      for (const check of checks(codec, sample, next, index)) {
        try {
          check();
        } catch (error) {
          const text = showError(error);
          const key = `${desc.typeName} ${text.split("\n", 1)[0]}`;
          if (!failures.has(key))
            failures.set(key, `${desc.typeName}, message ${index}, A2AGEN_SEED=${seed}\n${text}`);
        }
      }
    }
  }
  return [...failures.values()];
}
