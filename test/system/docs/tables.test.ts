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
import { targetNames } from "../../../generators/plugins/targets.ts";
import { dataPlaces } from "../../../packages/cli/src/init/data-places.ts";
import { listKinds } from "../../../packages/cli/src/init/load-template.ts";
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

describe("tables of pages", () => {
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

  test("docs/projects.md has the kinds of projects", async () => {
    const kinds = await listKinds(join(repository, "templates/projects"));
    const names = kinds.map(({ kind }) => kind);
    const told = (await readSection("docs/projects.md", "Kinds of projects")).matchAll(
      /^\| `(\w[\w-]*)` \|/gm,
    );
    expect([...told].map(([, name = ""]) => name).toSorted()).toEqual(names.toSorted());
  });

  test("docs/plugins.md has every plugin and target", async () => {
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
