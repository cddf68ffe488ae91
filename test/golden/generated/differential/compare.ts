import { createRandom } from "@a2agen/runtime/fakes";
import type { DescMessage } from "@bufbuild/protobuf";
import { randomMessage } from "../../../shared/random/message.ts";
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
  readonly findCodec: (desc: DescMessage) => GeneratedCodec;
}

/** Disagreements over valid messages: one of each check and message, as text that tells how to repeat it. */
export function compareValid(comparison: Comparison, countPerMessage: number): string[] {
  return compare(comparison, countPerMessage, (desc, codec, index) => {
    const sample = makeSample(comparison, desc, index);
    return [
      () => checkJson(codec, sample),
      () => checkEncodeBinary(codec, sample),
      () => checkDecodeBinary(codec, sample),
      () => checkUnknownFields(codec, sample),
      () => checkMerge(codec, sample, makeSample(comparison, desc, index + 1)),
    ];
  });
}

/** Disagreements over messages with something changed, and how often each verdict was given. */
export function compareMutated(
  comparison: Comparison,
  countPerMessage: number,
): { readonly failures: string[]; readonly verdicts: ReadonlyMap<Verdict, number> } {
  const verdicts = new Map<Verdict, number>();
  const failures = compare(comparison, countPerMessage, (desc, codec, index) => [
    () => {
      const random = createRandom(`${comparison.seed}/${desc.typeName}/${index}/mutation`);
      const json = mutateJson(desc, makeSample(comparison, desc, index).json, random);
      const verdict = checkVerdict(codec, desc, json);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    },
  ]);
  return { failures, verdicts };
}

function makeSample({ seed, module }: Comparison, desc: DescMessage, index: number): Sample {
  return toSample(
    desc,
    randomMessage(desc, createRandom(`${seed}/${desc.typeName}/${index}`), module.options),
  );
}

type Checks = (desc: DescMessage, codec: GeneratedCodec, index: number) => readonly (() => void)[];

function compare(
  { seed, messages, findCodec }: Comparison,
  countPerMessage: number,
  checks: Checks,
): string[] {
  // By check, so that one fault does not hide another.
  const failures = new Map<string, string>();
  for (const desc of messages) {
    const codec = findCodec(desc);
    for (let index = 0; index < countPerMessage; index++) {
      for (const check of checks(desc, codec, index)) {
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
