import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { findCycles } from "../../../generators/model/graph.ts";
import { listSourceFolders, maxDepth } from "../../../scripts/arrows/lint-rules.ts";
import { rooms } from "../../../scripts/arrows/rooms.ts";

const repository = resolve(import.meta.dirname, "../../..");

test("every folder with sources is in a room, and not too deep for its rules", async () => {
  const folders = await listSourceFolders(repository);
  const lost = folders.filter(({ room: name, depth }) => {
    const room = rooms.get(name ?? "");
    const hasRules = room?.imports !== undefined || room?.forbidden !== undefined;
    return name === undefined || (hasRules && depth > maxDepth(name));
  });
  expect(lost).toEqual([]);
});

test("no room reaches itself by its imports", () => {
  const arrows = new Map(
    [...rooms].map(([name, { imports = [], types = [] }]) => [
      name,
      new Set([...imports, ...types].filter((target) => target !== name && rooms.has(target))),
    ]),
  );
  expect([...findCycles(arrows)]).toEqual([]);
});

// The rooms of emitters may import each other, so that the table does not say this of them.
test("no emitter reaches itself by its imports, types included", async () => {
  const root = join(repository, "generators/emit");
  const targets = await readdir(root);
  const arrows = await Promise.all(
    targets.map(async (target) => [target, await readImportedTargets(join(root, target))] as const),
  );
  expect([...findCycles(new Map(arrows))]).toEqual([]);
});

async function readImportedTargets(folder: string): Promise<ReadonlySet<string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const imported = texts
    .flatMap((text) => ts.preProcessFile(text).importedFiles)
    .map(({ fileName }) => /^\.\.\/([^./]+)\//.exec(fileName)?.[1]);
  return new Set(imported.filter((target) => target !== undefined));
}

test("oxlint refuses imports against the arrows", async () => {
  const probes = {
    "runtime/http/probe.ts": {
      allowed: ['import "./body.ts";', 'import "../core/index.ts";'],
      refused: [
        'import "../client/index.ts";',
        'import "./../client/index.ts";',
        'import type { A } from "../rest/server.ts";',
        'import "node:http";',
        'import "@a2agen/a2a-1.0";',
      ],
    },
    "runtime/agent/log/probe.ts": {
      allowed: ['import "../core/agent-core.ts";', 'import "../../core/index.ts";'],
      refused: [
        'import "../runs/runs.ts";',
        'import type { A } from "../calls/history.ts";',
        'import type { B } from "../agent.ts";',
      ],
    },
    "generators/emit/json/probe.ts": {
      allowed: [
        'import "../shared/names.ts";',
        'import "../../naming/casing.ts";',
        'import type { C } from "../../model/profile.ts";',
        'import type { D } from "../../template/compile-templates.ts";',
        'import { isObject } from "../../../runtime/core/object.ts";',
      ],
      refused: [
        'import type { A } from "../../source/profile/profile-error.ts";',
        'import { a } from "../../template/compile-templates.ts";',
        'import { b } from "../../plugins/targets.ts";',
        'import type { B } from "../../plugins/targets.ts";',
        'import "../../../cli/main.ts";',
        'import { refuse } from "../../../runtime/core/problems.ts";',
      ],
    },
    "generated/a2a-1.0/src/lf/a2a/v1/probe.ts": {
      allowed: ['import "../../../protocol.js";', 'import "@a2agen/runtime/binary";'],
      refused: ['import "../../../../../a2a-0.3/src/index.js";', 'import "node:fs";'],
    },
    "test/unit/cli/call/probe.test.ts": {
      allowed: ['import "../../../shared/run-a2agen.ts";', 'import "node:http";'],
      refused: [
        'import { spawn } from "node:child_process";',
        'import "../../../shared/process/npm.ts";',
        'import "../../../system/cli/call/agents.ts";',
      ],
    },
    "test/shared/probe.ts": {
      allowed: ['import "../../cli/commands.ts";'],
      refused: ['import "node:child_process";', 'import "./process/npm.ts";'],
    },
    "test/shared/process/probe.ts": {
      allowed: ['import "node:child_process";', 'import "../runs.ts";'],
      refused: ['import "../../system/docs/ports.ts";'],
    },
  };
  const directory = await mkdtemp(join(tmpdir(), "a2agen-arrows-"));
  try {
    await copyFile(join(repository, ".oxlintrc.arrows.json"), join(directory, "arrows.json"));
    await writeFile(join(directory, ".oxlintrc.json"), '{ "extends": ["arrows.json"] }');
    for (const [path, { allowed, refused }] of Object.entries(probes)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), [...allowed, ...refused].join("\n"));
    }
    const found = await lint(directory);
    const lines = Object.entries(probes).flatMap(([path, { allowed, refused }]) =>
      refused.map((_, index) => `${path}:${allowed.length + index + 1}`),
    );
    expect(found).toEqual(lines.toSorted());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly [{ readonly span: { readonly line: number } }];
  }[];
}

/** The lines of restricted imports in a directory, sorted. */
async function lint(directory: string): Promise<readonly string[]> {
  const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
  const run = promisify(execFile)(process.execPath, [oxlint, "--format", "json"], { cwd: directory });
  // oxlint has found something, and its exit status says so.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const lines = (JSON.parse(stdout) as Report).diagnostics
    .filter(({ code }) => code === "eslint(no-restricted-imports)")
    .map(({ filename, labels }) => `${filename}:${labels[0].span.line}`);
  return [...new Set(lines)].toSorted();
}
