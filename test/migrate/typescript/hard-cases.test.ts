import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPlan } from "../../../cli/migrate/load-plan.ts";
import { type MigratedFile, migrateTypeScript } from "../../../cli/migrate/migrate-typescript.ts";

let directory = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-migrate-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function migrate(text: string, to = "a2a-1.0"): Promise<MigratedFile> {
  const path = join(directory, "code.ts");
  const [file] = await migrateTypeScript([{ path, text }], { plan: await loadPlan(to) });
  if (file === undefined) throw new Error("expected a file");
  return file;
}

describe("code that is hard to migrate", () => {
  it("is migrated where the SDK is not installed", async () => {
    const { text, findings } = await migrate(
      'import type { Part } from "@a2a-js/sdk";\nexport const is = (part: Part): boolean => part.kind === "data";\n',
    );
    expect(text).toBe(
      'import type { Part } from "@a2agen/a2a-1.0";\nexport const is = (part: Part): boolean => part.data !== undefined;\n',
    );
    expect(findings).toEqual([]);
  });

  it("is left alone when it does not parse", async () => {
    const text = 'import type { Part } from "@a2a-js/sdk";\nexport const part: Part = { kind: "text", ;\n';
    expect(await migrate(text)).toEqual({
      path: join(directory, "code.ts"),
      text,
      findings: [
        {
          line: 2,
          column: 43,
          message: "this file was left alone, since it does not parse: Property assignment expected.",
        },
      ],
    });
  });

  it("is migrated as far as it goes when it does not compile", async () => {
    const { text } = await migrate(
      'import type { Task } from "@a2a-js/sdk";\nexport const done = (task: Task) => task.status.state === "completed" && missing(task).state === "completed";\n',
    );
    expect(text).toBe(
      'import type { Task } from "@a2agen/a2a-1.0";\nexport const done = (task: Task) => task.status.state === "TASK_STATE_COMPLETED" && missing(task).state === "completed";\n',
    );
  });

  it("is left alone when it imports nothing of A2A", async () => {
    const text = 'export const part = { kind: "text", text: "completed", method: "message/send" };\n';
    expect(await migrate(text)).toEqual({ path: join(directory, "code.ts"), text, findings: [] });
  });

  it("is not migrated to a profile that there is not", async () => {
    await expect(migrate("", "a2a-9.9")).rejects.toThrow("a2a-9.9");
  });
});
