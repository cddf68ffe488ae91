import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileRegistry } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFakes } from "../../../shared/fakes/find-fake.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { buildRegistry, getFile, listMessages } from "../../../shared/process/registry.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { writeFiles } from "../../generators/emit/legacy/generate-legacy.ts";
import { type GeneratedCodec, loadCodecs } from "./codecs.ts";
import { type Comparison, compareMutated, compareValid } from "./compare.ts";
import { generatedRoot, type ProtoModule, protoModules } from "./modules.ts";
import { reachesAny } from "./reach.ts";

const seed = chooseSeed();
const validPerMessage = runs(12);
const mutatedPerMessage = runs(18);

const repository = join(import.meta.dirname, "../../../..");
const protosOfA2a = protoModules
  .map(({ protoFile }) => protoFile)
  .filter((path) => !path.startsWith("features/"));

let registry: FileRegistry;
let directory: string;

beforeAll(async () => {
  registry = buildRegistry();
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/differential-"));
  const { files, error } = await runPlugin({
    parameter: "target=ts,import_extension=js,targets=types+json+binary+fakes,profile=proto",
    files: await compileProtos({}, protosOfA2a),
    generate: protosOfA2a,
  });
  if (error !== undefined) throw new Error(error);
  await writeFiles(directory, files);
  console.info(`differential test: repeat with A2AGEN_SEED=${seed}`);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The messages of a file whose codecs need nothing but the value. */
function listComparable(module: ProtoModule): ReturnType<typeof listMessages> {
  return listMessages(getFile(registry, module.protoFile)).filter((desc) => !reachesAny(desc));
}

async function prepare(module: ProtoModule): Promise<Comparison> {
  const isOfA2a = protosOfA2a.includes(module.protoFile);
  const root = isOfA2a ? pathToFileURL(`${directory}/`) : generatedRoot;
  return {
    seed,
    module,
    messages: listComparable(module),
    fakes: listFakes((await import(`${root.href}${module.modulePath}_fakes.ts`)) as object),
    findCodec: await loadCodecs(root, module),
  };
}

/** As much of the failures as can be read. */
function report(failures: readonly string[]): string {
  const shown = failures
    .slice(0, 8)
    .map((failure) => (failure.length > 4000 ? `${failure.slice(0, 4000)} ...` : failure));
  return [`${failures.length} disagreements`, ...shown].join("\n\n");
}

describe("generated codecs agree with protobuf-es", () => {
  test(`on at least ${runs(2000)} random messages`, { tags: "thorough" }, () => {
    const messages = protoModules.flatMap(listComparable);
    expect(messages.length * validPerMessage).toBeGreaterThanOrEqual(runs(2000));
  });

  test.each(protoModules)(
    "$protoFile: valid messages, in JSON and binary, both ways",
    { tags: "thorough" },
    async (module) => {
      const failures = compareValid(await prepare(module), validPerMessage);
      if (failures.length > 0) expect.fail(report(failures));
    },
  );

  test.each(protoModules)(
    "$protoFile: what is accepted and what is rejected",
    { tags: "thorough" },
    async (module) => {
      const { failures, verdicts } = compareMutated(await prepare(module), mutatedPerMessage);
      if (failures.length > 0) expect.fail(report(failures));
      // Mutations that only ever break, or never do, would compare nothing.
      expect([verdicts.has("both accept"), verdicts.has("both reject")]).toEqual([true, true]);
    },
  );

  test.each(protoModules)(
    "$protoFile: every message has a codec object with its functions",
    async (module) => {
      const { messages, findCodec } = await prepare(module);
      const missing = messages.map((desc) => [desc.typeName, ...listMissing(findCodec(desc).bundle)]);
      expect(missing).toEqual(messages.map((desc) => [desc.typeName]));
    },
  );
});

/** What a codec object should have and does not. */
function listMissing(bundle: GeneratedCodec["bundle"]): string[] {
  const functions = ["decode", "tryDecode", "parse", "encode", "stringify", "is"];
  const missing = functions.filter((name) => typeof bundle[name] !== "function");
  return typeof bundle["~standard"] === "object" ? missing : [...missing, "~standard"];
}
