import fc, { type Arbitrary } from "fast-check";
import type { IssueCode } from "../core/issue.ts";
import { formatPath } from "../core/problems.ts";
import type { Fake, FakeCodec } from "../fakes/fake.ts";
import { listMistakes, type Mistake, withMistake } from "../fakes/mistakes.ts";
import { arbitraryOf } from "./arbitrary.ts";

/** A value with a mistake, and what decoding it must report. */
export interface Invalid {
  readonly value: unknown;
  readonly issues: readonly {
    /** As in the issues of a DecodeError: `status.message.parts[0]`. */
    readonly path: string;
    /** Its code there. */
    readonly problem: IssueCode;
  }[];
}

/** Values of the type of a fake with one mistake each, anywhere in them, and what codecs must say of it. */
export function invalidOf<T>(fake: Fake<T>): Arbitrary<Invalid> {
  const isChecked = fake.codec !== undefined;
  return fc.tuple(arbitraryOf(fake), fc.nat()).map(([value, choice]) => {
    const mistakes = [...listMistakes(`#${fake.typeName}`, value, { types: fake.types, isChecked })];
    for (let at = 0; at < mistakes.length; at++) {
      const mistake = mistakes[(choice + at) % mistakes.length];
      const found = mistake === undefined ? undefined : toInvalid(value, mistake, fake.codec);
      if (found !== undefined) return found;
    }
    throw new Error(`${fake.typeName}: no value of this type is wrong`);
  });
}

/** Undefined for what a codec takes, or reports elsewhere: its schema allows more than the table says. */
function toInvalid(value: unknown, mistake: Mistake, codec: FakeCodec | undefined): Invalid | undefined {
  const wrong = withMistake(value, mistake);
  const path = formatPath(mistake.path ?? mistake.at);
  if (codec === undefined) return { value: wrong, issues: [{ path, problem: mistake.problem }] };
  const result = codec.tryDecode(wrong);
  if (result.ok || !result.issues.some((issue) => issue.path === path)) return undefined;
  return { value: wrong, issues: result.issues.map((issue) => ({ path: issue.path, problem: issue.code })) };
}
