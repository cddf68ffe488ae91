import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import {
  authRequired,
  canceled,
  completed,
  failed,
  inputRequired,
  MemoryTaskStore,
  rejected,
  working,
} from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { describePluginOptions } from "../../../generators/plugins/plugin-options.ts";
import { targetNames } from "../../../generators/plugins/targets.ts";
import { loadCommands } from "../../../packages/cli/src/commands.ts";
import { dataPlaces } from "../../../packages/cli/src/init/data-places.ts";
import { listKinds } from "../../../packages/cli/src/init/load-template.ts";
import { questions } from "../../../packages/cli/src/init/questions.ts";
import { defaultAgentLimits } from "../../../packages/runtime/src/agent/contract/agent-limits.ts";
import { defaultLimits } from "../../../packages/runtime/src/host/limits.ts";
import { buildTools } from "../../../packages/runtime/src/push/webhook-options.ts";
import manifestSchema from "../../../profiles/extension.schema.json" with { type: "json" };
import { repository } from "./documents.ts";

/** What stands between a heading of a page and the next one. */
async function readSection(page: string, heading: string): Promise<string> {
  const markdown = await readFile(join(repository, page), "utf8");
  const [section] = markdown
    .split(/^#+ /m)
    .filter((text) => text.startsWith(`${heading}\n`))
    .slice(0, 1);
  if (section === undefined) throw new Error(`${page}: expected a heading "${heading}"`);
  return section;
}

const units = {
  MiB: 1024 * 1024,
  Mi: 1024 * 1024,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
} as const;

/** The numbers of a table's second column, by the names in the first. */
async function readDefaults(page: string, heading: string): Promise<Readonly<Record<string, number>>> {
  const rows = (await readSection(page, heading)).matchAll(/^\| `(\w+)` \| ([\d,]+)(?: (\w+))? \|/gm);
  return Object.fromEntries(
    [...rows].map(([, name = "", number = "", unit]): readonly [string, number] => [
      name,
      Number(number.replaceAll(",", "")) * (unit === undefined ? 1 : units[unit as keyof typeof units]),
    ]),
  );
}

/** The members of an interface, as its file declares them. */
async function readMembers(path: string, name: string): Promise<readonly string[]> {
  const source = await readFile(join(repository, path), "utf8");
  const [, body = ""] = new RegExp(`^export interface ${name}\\b.*?\\{\n(.*?)^\\}`, "ms").exec(source) ?? [];
  const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(<]/gm)].map(([, member = ""]) => member);
  if (members.length === 0) throw new Error(`${path}: expected an interface ${name} with members`);
  return members.toSorted();
}

/** What the first column of a table names in code, without parameters. */
async function readNames(page: string, heading: string): Promise<readonly string[]> {
  const cells = (await readSection(page, heading)).matchAll(/^\| (`[^|]*`) \|/gm);
  return [...cells]
    .flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)[^`]*`/g)].map(([, name = ""]) => name))
    .toSorted();
}

describe("tables of pages", () => {
  test("docs/limits.md has the limits of hosts with their defaults", async () => {
    expect(await readDefaults("docs/limits.md", "Limits of a host")).toEqual(defaultLimits);
  });

  test("docs/limits.md has the limits of agents with their defaults", async () => {
    expect(await readDefaults("docs/limits.md", "Limits of an agent")).toEqual(defaultAgentLimits);
  });

  test("docs/limits.md has the limits of webhooks with their defaults", async () => {
    expect(await readDefaults("docs/limits.md", "Limits of webhooks")).toEqual(buildTools({}).limits);
  });

  test("docs/durability.md has the bounds of the store in memory", async () => {
    const { maxTasks = 0, maxAgeMs = 0 } = await readDefaults("docs/durability.md", "Stores");
    let now = Date.parse("2026-01-01T00:00:00Z");
    const store = new MemoryTaskStore({ service: A2AService, now: () => now });
    const create = (id: string): Promise<unknown> => {
      const timestamp = new Date(now).toISOString();
      const status = { state: "TASK_STATE_WORKING", timestamp } as const;
      return store.create({ task: { id, contextId: "c", status }, scope: "s" });
    };
    for (let count = 0; count < maxTasks; count++) await create(`t-${count}`);
    await expect(create("one-more")).rejects.toMatchObject({ problem: "full" });
    now += maxAgeMs;
    expect(store.size).toBe(maxTasks);
    now += 1;
    expect(store.size).toBe(0);
  });

  test("docs/agent-reference.md has the events that functions make", async () => {
    const makers = { working, inputRequired, authRequired, completed, failed, rejected, canceled };
    const rows = (await readSection("docs/agent-reference.md", "What `execute` returns")).matchAll(
      /^\| `(\w+)\(message\?\)` \| `(\w+)`/gm,
    );
    const told = Object.fromEntries([...rows].map(([, name, state]) => [name, state]));
    const made = Object.entries(makers).map(([name, make]) => [name, make().status.state]);
    expect(told).toEqual(Object.fromEntries(made));
  });

  test.each([
    [
      "docs/agent-reference.md",
      "What `execute` receives",
      "packages/runtime/src/agent/contract/execute.ts",
      "Turn",
    ],
    [
      "docs/agent-reference.md",
      "Options of `createAgent`",
      "packages/runtime/src/agent/contract/agent-options.ts",
      "AgentOptions",
    ],
    ["docs/task-stores.md", "The methods", "packages/runtime/src/agent/contract/task-store.ts", "TaskStore"],
  ])("%s has under %s what %s declares as %s", async (page, heading, path, name) => {
    expect(await readNames(page, heading)).toEqual(await readMembers(path, name));
  });

  test("docs/push-notifications.md has the options of webhooks", async () => {
    expect(await readNames("docs/push-notifications.md", "Options of webhooks")).toEqual(
      await readMembers("packages/runtime/src/push/webhook-options.ts", "WebhookOptions"),
    );
  });

  test("docs/projects.md has the kinds of projects, and the flags of each", async () => {
    const kinds = await listKinds(join(repository, "templates/projects"));
    const names = kinds.map(({ kind }) => kind);
    const told = (await readSection("docs/projects.md", "Kinds of projects")).matchAll(
      /^\| `(\w[\w-]*)` \|/gm,
    );
    expect([...told].map(([, name = ""]) => name).toSorted()).toEqual(names.toSorted());

    const rows = (await readSection("docs/projects.md", "Flags")).matchAll(/^\| (`--[^|]*`) \| ([^|]*) \|/gm);
    const quoted = (text: string): readonly string[] =>
      [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const flags = [...rows].flatMap(([, list = "", of = ""]) =>
      quoted(list).map((flag) => [flag, of === "all" ? names.toSorted() : quoted(of).toSorted()] as const),
    );
    const asked = Object.entries(questions).flatMap(([name, { flag }]) => {
      const of = kinds.filter(({ manifest: { asks, takes } }) =>
        [...asks, ...takes].some((ask) => ask === name),
      );
      return of.length === 0 ? [] : [[`--${flag}`, of.map(({ kind }) => kind).toSorted()] as const];
    });
    expect(Object.fromEntries(flags)).toEqual(Object.fromEntries(asked));
  });

  test("README.md has every command", async () => {
    const rows = (await readSection("README.md", "The command line")).matchAll(/^\| `a2agen ([^`]+)` \|/gm);
    expect([...rows].map(([, name = ""]) => name).toSorted()).toEqual(
      (await loadCommands([])).map(({ path }) => path.join(" ")).toSorted(),
    );
  });

  test("docs/plugins.md has every plugin, target and option", async () => {
    const plugins = (await readSection("docs/plugins.md", "The plugins")).matchAll(/^\| `([\w-]+)` \|/gm);
    const { bin } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      readonly bin: Readonly<Record<string, string>>;
    };
    expect([...plugins].map(([, name = ""]) => name).toSorted()).toEqual(
      Object.keys(bin)
        .filter((name) => name.startsWith("protoc-gen-"))
        .toSorted(),
    );

    const section = await readSection("docs/plugins.md", "The plugins");
    expect(targetNames.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);

    const options = (await readSection("docs/plugins.md", "Options")).matchAll(/^\| `(\w+)=/gm);
    const known = describePluginOptions("protoc-gen-a2a").matchAll(/^ *(\w+)=/gm);
    expect(new Set([...options].map(([, name]) => name))).toEqual(
      new Set([...known].map(([, name]) => name)),
    );
  });

  test("docs/extensions.md has every place of data, and init asks for each", async () => {
    const section = await readSection("docs/extensions.md", "Where data stands");
    const shown = [...section.matchAll(/^\| [^|]+ \| `([^`]+)`(?: \(default\))? \|/gm)].map(
      ([, at = ""]) => at,
    );
    const names = (at: string): string => /^\{ (\w+):/.exec(at)?.[1] ?? at;
    const known = dataPlaces.map((place) => names(place.at({ uri: "https://acme.example/x/v1", name: "x" })));
    expect(shown.map(names).filter((name) => !["at", "params", "headers"].includes(name))).toEqual(known);
    const variants = manifestSchema.$defs.at.anyOf.map((one) =>
      "const" in one ? one.const : one.required?.[0],
    );
    expect(known).toEqual(variants);
  });
});
