import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What a program did: its exit code, and all that it wrote. */
interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; one that cannot be started at all counts as failed. */
function run(command: string, ...parameters: readonly string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: "utf8" });
  if (error !== undefined) {
    return { code: 1, output: `${command}: ${error.message}` };
  }
  return { code: status ?? 1, output: `${stdout}${stderr}`.trim() };
}

/**
 * The buf that is installed in this directory. Looked up rather than left to npx, which would ask
 * the network for a package that is missing.
 */
function findBuf(): string | undefined {
  const require = createRequire(join(process.cwd(), "package.json"));
  try {
    return join(require.resolve("@bufbuild/buf/package.json"), "../bin/buf");
  } catch {
    // Not installed: the caller says so.
    return undefined;
  }
}

/** Compares the protos in the working directory with those of the newest release before this commit. */
function checkBreaking(): Outcome {
  if (!existsSync("buf.yaml")) {
    return {
      code: 1,
      output: `check-breaking: no buf.yaml in ${process.cwd()}; run it in the root of the repository`,
    };
  }
  // Only tags that led here: a patch of an older release is not measured by a newer one. Those of this
  // commit are what is about to be released, and would be compared with themselves. The suffix puts
  // v1.0.0-rc.1 before v1.0.0.
  const tags = run(
    "git",
    "-c",
    "versionsort.suffix=-",
    "tag",
    "--list",
    "v[0-9]*",
    "--merged",
    "HEAD",
    "--no-contains",
    "HEAD",
    "--sort=-version:refname",
  );
  if (tags.code !== 0) {
    return { ...tags, output: `check-breaking: git cannot list the release tags\n${tags.output}` };
  }
  const [tag] = tags.output.split("\n");
  if (tag === undefined || tag === "") {
    return { code: 0, output: "check-breaking: no earlier release tag v*, nothing to compare with" };
  }
  const buf = findBuf();
  if (buf === undefined) {
    return { code: 1, output: "check-breaking: buf is not installed here; run npm ci" };
  }
  const breaking = run(process.execPath, buf, "breaking", "--against", `.git#tag=${tag}`);
  if (breaking.code !== 0) {
    return {
      ...breaking,
      output: `check-breaking: buf breaking failed against ${tag}\n${breaking.output}`,
    };
  }
  return { code: 0, output: `check-breaking: nothing breaks against ${tag}` };
}

const outcome = checkBreaking();
(outcome.code === 0 ? console.log : console.error)(outcome.output);
process.exitCode = outcome.code;
