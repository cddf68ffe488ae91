import { createFileRegistry, type DescMessage, type FileRegistry, type JsonValue } from "@bufbuild/protobuf";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { findFake, listFakes } from "../../../../shared/fakes/find-fake.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { getFile, listMessages } from "../../../../shared/process/registry.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { codecOf } from "../../../../shared/vectors/codec-of.ts";
import { invalidExamples, validExamples } from "../../../../shared/vectors/draft-examples.ts";
import { loadCodecs } from "../../../generated/differential/codecs.ts";
import { generatedRoot, protoModules } from "../../../generated/differential/modules.ts";
import { reachesAny } from "../../../generated/differential/reach.ts";
import { type Judged, judge, judgeRandom, type Verdict } from "./agreement.ts";
import { compileSubjects, emitSubjects, featureProtos, type Subjects } from "./subjects.ts";

const seed = chooseSeed();
const perMessage = runs(8);

let registry: FileRegistry;
let subjects: Subjects;
let validators: Readonly<Record<keyof Subjects, Ajv2020>>;

beforeAll(async () => {
  console.info(`agreement of schemas and codecs: repeat with A2AGEN_SEED=${seed}`);
  registry = createFileRegistry(await compileSubjects());
  subjects = await emitSubjects();
  validators = {
    draft: createAjv(subjects.draft.schemas.values()),
    current: createAjv(subjects.current.schemas.values()),
    features: createAjv(subjects.features.schemas.values()),
  };
});

const protocols = [
  { name: "draft", protoFile: "a2a/v1/a2a.proto", load: () => import("@a2agen/a2a-1.0-draft") },
  { name: "current", protoFile: "lf/a2a/v1/a2a.proto", load: () => import("@a2agen/a2a-1.0") },
] as const;

/** Messages of the file whose codecs need nothing but the value. */
function messagesOf(protoFile: string): readonly DescMessage[] {
  return listMessages(getFile(registry, protoFile)).filter((desc) => !reachesAny(desc));
}

/** The validator of a message by the bundle of its package. */
function validatorOf(desc: DescMessage, name: keyof Subjects, mode: "open" | "strict"): ValidateFunction {
  const { package: protoPackage } = desc.file.proto;
  const stem = name === "features" ? protoPackage : "a2a";
  const definition = desc.typeName.slice(protoPackage.length + 1).replaceAll(".", "_");
  const path = `${stem}.schema.${mode === "open" ? "json" : "strict.json"}`;
  const bundle = subjects[name].schemas.get(path);
  const found = validators[name].getSchema(`${bundle?.$id}#/$defs/${definition}`);
  if (found === undefined) throw new Error(`no schema of ${desc.typeName} in ${path}`);
  return found;
}

function judgedProtocol(name: "draft" | "current", exports: object, desc: DescMessage): Judged {
  const { json } = codecOf(exports, desc.name);
  return {
    desc,
    open: validatorOf(desc, name, "open"),
    strict: validatorOf(desc, name, "strict"),
    decode: (value) => json.decode(value),
    encode: (value) => json.encode(value),
    fake: findFake(desc.typeName),
  };
}

/** Judges random values of every message. */
function judgeAll(messages: readonly Judged[]): ReadonlyMap<Verdict, number> {
  const failures: string[] = [];
  const total = new Map<Verdict, number>();
  for (const judged of messages) {
    const tally = judgeRandom(judged, { seed, count: perMessage });
    failures.push(...tally.failures);
    for (const [verdict, count] of tally.verdicts) total.set(verdict, (total.get(verdict) ?? 0) + count);
  }
  if (failures.length > 0) {
    const shown = failures.slice(0, 8).map((failure) => failure.slice(0, 3000));
    expect.fail([`${failures.length} disagreements`, ...shown].join("\n\n"));
  }
  return total;
}

describe("the open schema and the decoder say the same", () => {
  test(`of at least ${runs(1000)} random values`, { tags: "thorough" }, () => {
    const files = [...protocols.map(({ protoFile }) => protoFile), ...featureProtos];
    expect(files.flatMap(messagesOf).length * perMessage).toBeGreaterThanOrEqual(runs(1000));
  });

  test.each(protocols)(
    "of random values of $name",
    { tags: "thorough" },
    async ({ name, protoFile, load }) => {
      const exports = await load();
      const judged = messagesOf(protoFile).map((desc) => judgedProtocol(name, exports, desc));
      const verdicts = judgeAll(judged);
      expect([verdicts.has("both accept"), verdicts.has("both reject")]).toEqual([true, true]);
    },
  );

  test.each(featureProtos)("of random values of %s", { tags: "thorough" }, async (protoFile) => {
    const module = protoModules.find((candidate) => candidate.protoFile === protoFile);
    if (module === undefined) throw new Error(`no module for ${protoFile}`);
    const codecs = await loadCodecs(generatedRoot, module);
    const fakes = listFakes((await import(`${generatedRoot.href}${module.modulePath}_fakes.ts`)) as object);
    const judged = messagesOf(protoFile).map((desc): Judged => {
      const { decode, encode } = codecs(desc);
      const open = validatorOf(desc, "features", "open");
      const strict = validatorOf(desc, "features", "strict");
      return { desc, open, strict, decode, encode, fake: fakes.get(desc.typeName) };
    });
    judgeAll(judged);
  });

  test.each([...validExamples(), ...invalidExamples()])(
    "of the example $id ($section), a $type",
    async ({ type, json, valid }) => {
      const desc = registry.getMessage(`a2a.v1.${type}`);
      if (desc === undefined) throw new Error(`the draft has no ${type}`);
      const judged = judgedProtocol("draft", await import("@a2agen/a2a-1.0-draft"), desc);
      expect(judge(judged, json as JsonValue)).toBe(valid === true ? "both accept" : "both reject");
    },
  );
});
