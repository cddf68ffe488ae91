import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { parse } from "yaml";
import manifest from "../../../package.json" with { type: "json" };
import { copyRepository } from "../../../scripts/copy-repository.ts";
import { placesOf, withoutOurs } from "../../shared/process/local-registry.ts";
import { run } from "../../shared/process/npm.ts";
import { npmEnvironment, type Project, scaffold } from "../../shared/process/project.ts";
import {
  type PublishingRegistry,
  startPublishingRegistry,
} from "../../shared/process/publishing-registry.ts";
import { sharedPackages } from "../../shared/process/shared-packages.ts";

const repository = join(import.meta.dirname, "../../..");
const { version } = manifest;
const next = version.replace(
  /^(\d+)\.(\d+)\..*/,
  (_, major: string, minor: string) => `${major}.${Number(minor) + 1}.0`,
);
const token = "a-token-of-the-rehearsal";

/** A job of release.yml, as far as it is read here. */
interface Job {
  readonly steps: readonly { readonly run?: string }[];
}

let directory: string;
let registry: PublishingRegistry;
let env: Record<string, string>;
/** The names of our packages, in the order of publishing. */
let names: readonly string[];

/** Publishes tarballs by the command of release.yml, but for the provenance, which only the workflow has. */
async function publish(tarballs: readonly string[]): Promise<void> {
  const place = await mkdtemp(join(directory, "job-"));
  await mkdir(join(place, "packages"));
  for (const tarball of tarballs) await cp(tarball, join(place, "packages", basename(tarball)));
  const workflow = await readFile(join(repository, ".github/workflows/release.yml"), "utf8");
  const { jobs } = parse(workflow) as { readonly jobs: { readonly publish: Job } };
  const command = jobs.publish.steps.flatMap(({ run }) =>
    run?.includes("npm publish") === true ? [run] : [],
  );
  const [text = ""] = command;
  expect(text).toContain(" --provenance ");
  await run("bash", ["-euc", text.replace(" --provenance ", " --provenance=false ")], {
    directory: place,
    env,
  });
}

describe.runIf(process.env["A2AGEN_REHEARSAL"] === "1")("a release", () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "a2agen-release-"));
    const { packages: upstream } = placesOf(inject("registry"), `${withoutOurs}release`);
    registry = await startPublishingRegistry({ upstream, token });
    env = npmEnvironment(registry.url, directory);
    await writeFile(join(directory, "npmrc"), `//${new URL(registry.url).host}/:_authToken=${token}\n`);
  });

  afterAll(async () => {
    await registry.close();
    await rm(directory, { recursive: true, force: true });
  });

  test("publishes every package, each after those that it needs, and none twice", async () => {
    const packages = await sharedPackages();
    names = packages.map(({ name }) => name);
    const tarballs = packages.map(({ tarball }) => tarball);
    await publish(tarballs);
    await publish(tarballs);
    expect(registry.published).toEqual(packages.map((each) => `${each.name}@${each.version}`));
  });

  test("is installed by its name alone", async () => {
    const folder = join(directory, "by-name");
    await mkdir(folder);
    await run("npm", ["init", "--yes"], { directory: folder, env });
    await run("npm", ["install", "a2agen"], { directory: folder, env });
    const { stdout } = await run("npx", ["a2agen", "--version"], { directory: folder, env });
    expect(stdout.trim()).toContain(version);
  });

  let project: Project;

  test("begins a project that generates, compiles, passes its tests and is built", async () => {
    project = await scaffold({ directory, name: "my-agent", flags: ["--methods", "own", "--install"], env });
    const before = await project.read();
    await project.npm("run", "generate");
    expect(await project.read()).toEqual(before);
    expect(await project.typecheck("typescript")).toBe("");
    expect((await project.npm("test")).stdout).toMatch(/^# fail 0$/m);
    await project.npm("run", "build");
  });

  test("is followed by the next, whose packages ask for each other", async () => {
    const copy = join(directory, "repository");
    await copyRepository({ repository, to: copy, isKept: () => true });
    const tsx = ["--conditions=a2agen-source", "--import=tsx"];
    const script = (...args: readonly string[]): Promise<unknown> =>
      run(process.execPath, [...tsx, ...args], { directory: copy, env });
    await run("git", ["init", "-q"], { directory: copy, env });
    await run("git", ["add", "-A"], { directory: copy, env });
    await script("scripts/release/set-version.ts", next);
    await script("scripts/generate/generate.ts");
    const { stdout: unlisted } = await run("git", ["grep", "-lF", `^${version}`, "--", "*package.json"], {
      directory: repository,
      env,
    });
    for (const path of unlisted
      .trim()
      .split("\n")
      .filter((each) => !each.startsWith("test/"))) {
      expect({ path, text: await readFile(join(copy, path), "utf8") }).toEqual({
        path,
        text: expect.not.stringContaining(`^${version}"`) as string,
      });
    }
    const git = ["-c", "user.name=a2agen", "-c", "user.email=a2agen@example.com"];
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      [...git, "commit", "-qm", "Release"],
    ]) {
      await run("git", args, { directory: copy, env });
    }
    await script("scripts/release/check-tag.ts", `v${next}`);
    await script("scripts/release/pack.ts");
    const packed = join(copy, ".tmp/packages");
    await publish((await readdir(packed)).map((name) => join(packed, name)));
    expect(registry.published.slice(names.length)).toEqual(names.map((name) => `${name}@${next}`));
  });

  test("says in one sentence that the runtime and generated code are of different releases", async () => {
    await project.npm("install", `@a2agen/runtime@${next}`, "--legacy-peer-deps");
    const started = project.start(["node", "dist/main.js"], { ready: "  callers ", env: {} });
    await expect(started).rejects.toThrow(
      `@a2agen/runtime ${next} does not fit code generated by a2agen ${version}: npm install @a2agen/runtime@^${version}, or generate the code again with a2agen ${next}`,
    );
  });

  test("takes a project from the version before: install, generate, test", async () => {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(project.directory, "package.json"), "utf8"),
    ) as Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>;
    const ours = (all: Readonly<Record<string, string>>): readonly string[] =>
      Object.keys(all).filter((name) => name === "a2agen" || name.startsWith("@a2agen/"));
    await project.npm(
      "install",
      ...[...ours(dependencies), ...ours(devDependencies)].map((name) => `${name}@latest`),
    );
    await project.npm("run", "generate");
    expect(await project.typecheck("typescript")).toBe("");
    expect((await project.npm("test")).stdout).toMatch(/^# fail 0$/m);
    const { stdout } = await project.run("a2agen", "doctor");
    expect(stdout).toContain("packages of one release");
    expect(stdout).not.toContain("problem");
  });
});
