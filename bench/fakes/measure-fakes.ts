import { fakeAgentCard, fakeMessage, fakeTask } from "@a2agen/a2a-1.0/fakes";
import { arbitraryOf, invalidOf } from "@a2agen/runtime/arbitraries";
import type { Fake } from "@a2agen/runtime/fakes";
import fc, { type Arbitrary } from "fast-check";
import { median } from "../median.ts";

/** How many values are made in a second of CPU time. */
export interface FakeFigure {
  readonly typeName: string;
  /** Of a fake as JSON: the mean. */
  readonly bytes: number;
  readonly fakes: number;
  readonly values: number;
  readonly mistakes: number;
}

const rounds = Number(process.argv[2]);
const fakes = 2000;
const samples = 300;

interface Subject {
  readonly typeName: string;
  readonly bytes: number;
  /** Make values, and return how many. */
  readonly make: Readonly<Record<"fakes" | "values" | "mistakes", (round: number) => number>>;
}

function toSubject<T>(fake: Fake<T>): Subject {
  const [values, mistakes] = [arbitraryOf(fake), invalidOf(fake)];
  const sample = (arbitrary: Arbitrary<unknown>, seed: number): number =>
    fc.sample(arbitrary, { seed, numRuns: samples }).length;
  const texts = Array.from({ length: fakes }, (_, seed) => JSON.stringify(fake(seed)));
  return {
    typeName: fake.typeName,
    bytes: texts.join("").length / fakes,
    make: {
      fakes: (round) => {
        for (let index = 0; index < fakes; index++) fake(`${round}/${index}`);
        return fakes;
      },
      values: (round) => sample(values, round),
      mistakes: (round) => sample(mistakes, round),
    },
  };
}

function perSecond(make: (round: number) => number, round: number): number {
  const began = process.cpuUsage();
  const count = make(round);
  const { user, system } = process.cpuUsage(began);
  return (count / (user + system)) * 1e6;
}

const subjects = [toSubject(fakeMessage), toSubject(fakeTask), toSubject(fakeAgentCard)];
const measured = subjects.map((subject) => ({
  subject,
  fakes: [] as number[],
  values: [] as number[],
  mistakes: [] as number[],
}));
for (let round = -2; round < rounds; round++) {
  for (const { subject, ...figures } of measured) {
    for (const kind of ["fakes", "values", "mistakes"] as const) {
      const figure = perSecond(subject.make[kind], round);
      if (round >= 0) figures[kind].push(figure);
    }
  }
}
const result: readonly FakeFigure[] = measured.map(({ subject: { typeName, bytes }, ...figures }) => ({
  typeName,
  bytes,
  fakes: median(figures.fakes),
  values: median(figures.values),
  mistakes: median(figures.mistakes),
}));
process.send?.(result);
