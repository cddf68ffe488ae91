import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CardChange, compareCards } from "./compare-cards.ts";
import type { Inputs, Tools } from "./inputs.ts";
import { annotate, writeCommand, writeOutput } from "./workflow-command.ts";

/** Compares cards and protos with those of the base; whether nothing breaks. */
export function diffPaths({ diff, base }: Inputs, tools: Tools): boolean {
  const commit = findBase(base);
  const results = diff.map((path, at) =>
    path.endsWith(".json") ? diffCard(path, commit, tools) : diffProtos(path, commit, { ...tools, at }),
  );
  return results.every(Boolean);
}

/** A shallow checkout has no base: it is fetched. */
function findBase(base = "HEAD^"): string {
  for (const name of [`refs/remotes/origin/${base}`, base]) {
    const { status, stdout } = git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    if (status === 0) return stdout.trim();
  }
  const { status, stderr } = git(["fetch", "--quiet", "--depth=1", "origin", base]);
  if (status === 0) return git(["rev-parse", "FETCH_HEAD"]).stdout.trim();
  throw new Error(`base: ${base} is no commit here, and cannot be fetched: ${stderr.trim()}`);
}

function diffCard(path: string, commit: string, tools: Tools): boolean {
  const { summarize } = tools;
  const before = git(["show", `${commit}:./${path}`]);
  if (!existsSync(path)) throw new Error(`diff: there is no ${path}`);
  summarize(`### ${path}\n`);
  if (before.status !== 0) {
    summarize("A new card.");
    return true;
  }
  const changes = compareCards(
    parse(before.stdout, `${path} of the base`),
    parse(readFileSync(path, "utf8"), path),
  );
  for (const { breaks, text } of changes) {
    writeCommand(breaks ? "error" : "notice", { title: "a2agen: card", file: path }, text);
  }
  summarizeChanges(changes, tools);
  return changes.every(({ breaks }) => !breaks);
}

function diffProtos(path: string, commit: string, tools: Tools & { readonly at: number }): boolean {
  const { at, program, reports, summarize } = tools;
  summarize(`### ${path}\n`);
  if (git(["cat-file", "-e", `${commit}:./${path}`]).status !== 0) {
    summarize("New protos.");
    return true;
  }
  const out = join(reports, `diff-${at + 1}.sarif`);
  const versions = [`${commit}:${path}`, path, "--fail-on", "breaking", "--format", "sarif", "--out", out];
  const { status, stderr } = spawnSync(process.execPath, [program, "diff", ...versions], {
    encoding: "utf8",
  });
  if (!existsSync(out)) throw new Error(`diff: ${path}: ${stderr.trim()}`);
  writeOutput(stderr);
  const results = annotate(out, path.endsWith(".proto") ? path : undefined);
  summarizeChanges(
    results.map(({ level, message }) => ({ breaks: level === "error", text: message.text })),
    tools,
  );
  return status === 0;
}

function summarizeChanges(changes: readonly CardChange[], { summarize }: Tools): void {
  const rows = changes.map(({ breaks, text }) => `| ${breaks ? "breaks clients" : ""} | ${cell(text)} |`);
  summarize(
    changes.length === 0 ? "No change for clients." : ["| | change |", "|---|---|", ...rows].join("\n"),
  );
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`diff: ${place}: expected JSON: ${String(cause)}`, { cause });
  }
}

function git(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync("git", args, { encoding: "utf8", maxBuffer: 1 << 26 });
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|#!]/g, (character) => `\\${character}`);
}
