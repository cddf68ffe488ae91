import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProcess } from "../../../../shared/process/run-process.ts";

const binaries = join(import.meta.dirname, "../../../../../node_modules/.bin");

/** Linters ask for news and tell of their use unless they are told not to. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

export interface LintResult {
  readonly status: number | null;
  /** "rule: message", in the order of the linter. */
  readonly problems: readonly string[];
}

/** Runs Redocly's linter with its strictest recommended rules, in which warnings are errors. */
export function lintWithRedocly(texts: Readonly<Record<string, string>>): Promise<LintResult> {
  return withFiles(texts, async (directory, paths) => {
    const results = [];
    for (const path of paths) {
      const { status, stdout } = await runProcess(join(binaries, "redocly"), {
        args: ["lint", "--extends=recommended-strict", "--format=json", path],
        directory,
        env: quiet,
      });
      const report = JSON.parse(stdout.toString()) as {
        readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
        readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
      };
      const { errors, warnings, ignored } = report.totals;
      const problems = report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
      if (errors + warnings + ignored !== problems.length) problems.push(JSON.stringify(report.totals));
      results.push({ status, problems });
    }
    return {
      status: results.find(({ status }) => status !== 0)?.status ?? 0,
      problems: results.flatMap(({ problems }) => problems),
    };
  });
}

/** Runs Spectral with its rules for OpenAPI; hints count too. */
export function lintWithSpectral(texts: Readonly<Record<string, string>>): Promise<LintResult> {
  return withFiles(texts, async (directory, paths) => {
    await writeFile(join(directory, "ruleset.yaml"), 'extends: ["spectral:oas"]\n');
    const options = ["--ruleset", "ruleset.yaml", "--format", "json", "--quiet", "--fail-severity", "hint"];
    const { status, stdout } = await runProcess(join(binaries, "spectral"), {
      args: ["lint", ...options, ...paths],
      directory,
      env: quiet,
    });
    const report = JSON.parse(stdout.toString()) as readonly {
      readonly code: string;
      readonly message: string;
    }[];
    return { status, problems: report.map(({ code, message }) => `${code}: ${message}`) };
  });
}

/** Calls with the texts in files below a new directory, which then goes. */
async function withFiles<T>(
  texts: Readonly<Record<string, string>>,
  use: (directory: string, paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-lint-"));
  try {
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    return await use(directory, Object.keys(texts));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
