import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadPlan } from "../../../../../packages/cli/src/migrate/typescript/load-plan.ts";
import { migrateTypeScript } from "../../../../../packages/cli/src/migrate/typescript/migrate-typescript.ts";

const path = (name: string): string => join(tmpdir(), `${name}.ts`);
const importPart = 'import type { Part } from "@a2a-js/sdk";\n';
const importTask = 'import type { Task } from "@a2a-js/sdk";\n';

/** Tried together: a file that does not parse or compile keeps no other from being migrated. */
const sources = {
  good: `${importPart}export const is = (part: Part): boolean => part.kind === "data";\n`,
  unparsed: `${importPart}export const part: Part = { kind: "text", ;\n`,
  uncompiled: `${importTask}export const done = (task: Task) => task.status.state === "completed" && missing(task).state === "completed";\n`,
  others: 'export const part = { kind: "text", text: "completed", method: "message/send" };\n',
};

describe("code that is hard to migrate", () => {
  it("is migrated without the SDK, as far as it compiles; the rest is left alone", async () => {
    const given = Object.entries(sources).map(([name, text]) => ({ path: path(name), text }));
    const migrated = await migrateTypeScript(given, { plan: await loadPlan("a2a-1.0") });
    const [good, unparsed, uncompiled, others] = migrated;
    expect(good).toEqual({
      path: path("good"),
      text: 'import type { Part } from "@a2agen/a2a-1.0";\nexport const is = (part: Part): boolean => part.data !== undefined;\n',
      findings: [],
    });
    expect(unparsed).toEqual({
      path: path("unparsed"),
      text: sources.unparsed,
      findings: [
        {
          line: 2,
          column: 43,
          message: "this file stays as it is, since it does not parse: Property assignment expected.",
        },
      ],
    });
    expect(uncompiled?.text).toBe(
      'import type { Task } from "@a2agen/a2a-1.0";\nexport const done = (task: Task) => task.status.state === "TASK_STATE_COMPLETED" && missing(task).state === "completed";\n',
    );
    expect(others).toEqual({ path: path("others"), text: sources.others, findings: [] });
  });

  it("is not migrated to a profile that does not exist", async () => {
    await expect(loadPlan("a2a-9.9")).rejects.toThrow("a2a-9.9");
  });
});
