import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeDirectory,
  readTree,
  removeDirectory,
  writeTree,
} from "../../../shared/cli/project-directory.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { a2agen } from "../../../shared/process/start-a2agen.ts";

let root: string;
let count = 0;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(async () => {
  await removeDirectory(root);
});

const enter = "\r";
const down = "\u001b[B";
const interrupt = "\u0003";

interface Talk {
  /** Exit code, or a signal as a negative number. */
  readonly status: number;
  /** All that was on the terminal, without its control characters. */
  readonly output: string;
  /** What was waited for in vain. */
  readonly unmet: readonly string[];
}

async function workIn(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = join(root, `w${count++}`);
  await mkdir(directory);
  // Not within the repository of this one, so that a repository is asked for.
  await writeTree(directory, { ".git": "", ...files });
  return directory;
}

/** Runs the command in a terminal; each step waits for a text and then presses keys. */
async function talk(
  args: readonly string[],
  {
    directory,
    steps,
  }: { readonly directory: string; readonly steps: readonly (readonly [string, string])[] },
): Promise<Talk> {
  const plan = {
    args: [process.execPath, a2agen, ...args],
    directory,
    steps: steps.map(([expected, send]) => ({ expect: expected, send })),
  };
  const { stdout, stderr } = await runProcess("python3", {
    args: [join(import.meta.dirname, "terminal.py")],
    input: Buffer.from(JSON.stringify(plan)),
  });
  expect(stderr).toBe("");
  const result = JSON.parse(stdout.toString()) as Talk;
  return { ...result, output: stripVTControlCharacters(result.output) };
}

describe("a2agen init in a terminal", () => {
  test("asks for what is not given, and writes what was answered", async () => {
    const directory = await workIn();
    const { status, output, unmet } = await talk(["init"], {
      directory,
      steps: [
        ["What do you want to create?", down + enter],
        ["Directory", `talked${enter}`],
        ["Name of the npm package", `Bad${enter}`],
        ["capital letters", `\u007f\u007f\u007f@acme/good${enter}`],
        ["Display name", enter],
        ["in one line", `Says hello${enter}`],
        ["Model", `${down}${down}${enter}`],
        ["Methods beside those of A2A", down + enter],
        ["Bindings", enter],
        ["Protocol versions", enter],
        ["Where tasks are kept", enter],
        ["Authentication", down + enter],
        ["npm install?", "n"],
      ],
    });
    expect({ status, unmet }).toEqual({ status: 0, unmet: [] });
    expect(output).toContain("More settings: npx a2agen init --help");
    expect(output).toContain("@acme/good is ready");
    const tree = await readTree(join(directory, "talked"));
    expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({ name: "@acme/good" });
    expect(tree["package.json"]).toContain("Says hello");
    expect(tree["src/agent.ts"]).toContain('from "@a2agen/adapters/langgraph"');
    expect(tree["src/server.ts"]).toContain("new OutlineServiceHandler()");
  });

  test("asks whose model the AI SDK calls", async () => {
    const directory = await workIn();
    const { status, unmet } = await talk(["init", "thinks"], {
      directory,
      steps: [
        ["What do you want to create?", enter],
        ["Name of the npm package", enter],
        ["Display name", enter],
        ["in one line", enter],
        ["Model", down + enter],
        ["Provider of the model", down + enter],
        ["npm install?", "n"],
      ],
    });
    expect({ status, unmet }).toEqual({ status: 0, unmet: [] });
    const tree = await readTree(join(directory, "thinks"));
    expect(tree["src/model.ts"]).toContain('from "@ai-sdk/anthropic"');
  });

  test("asks where the data of an extension stands, if a schema defines it", async () => {
    const directory = await workIn();
    const { status, unmet } = await talk(["init", "noted", "--kind", "extension"], {
      directory,
      steps: [
        ["Name of the npm package", enter],
        ["in one line", enter],
        ["URI of the extension", enter],
        ["What defines the data", down + enter],
        ["Where the data stands", down + down + enter],
        ["npm install?", "n"],
      ],
    });
    expect({ status, unmet }).toEqual({ status: 0, unmet: [] });
    const tree = await readTree(join(directory, "noted"));
    expect(tree["extension.yaml"]).toContain('        at: { key: "noted.note" }\n');
  });

  test("asks nothing that flags say", async () => {
    const directory = await workIn();
    const { status, output, unmet } = await talk(
      ["init", "x", "--kind", "client", "--name", "x", "--description", "y", "--agent-url", "http://h"],
      { directory, steps: [["npm install?", "n"]] },
    );
    expect({ status, unmet }).toEqual({ status: 0, unmet: [] });
    expect(output).not.toContain("What do you want to create?");
    expect(output).not.toContain("Name of");
  });

  test.each<{ readonly at: string; readonly steps: readonly (readonly [string, string])[] }>([
    {
      at: "the name",
      steps: [
        ["What do you want to create?", enter],
        ["Name of the npm package", interrupt],
      ],
    },
    {
      at: "the last question",
      steps: [
        ["What do you want to create?", down + down + enter],
        ["Name of the npm package", enter],
        ["in one line", enter],
        ["URL of the agent", enter],
        ["npm install?", interrupt],
      ],
    },
  ])("leaves nothing when it is interrupted at $at", async ({ steps }) => {
    const directory = await workIn();
    const { status, output, unmet } = await talk(["init", "x"], { directory, steps });
    expect(unmet).toEqual([]);
    expect(status).toBe(130);
    expect(output).toContain("Canceled; nothing was written");
    expect(Object.keys(await readTree(directory))).toEqual([".git"]);
  });

  test("asks before it overwrites: keep, show the difference, overwrite", async () => {
    const mine = { LICENSE: "mine\n", "README.md": "mine\n" };
    const directory = await workIn(mine);
    const flags = [
      "init",
      ".",
      "--kind",
      "client",
      "--name",
      "x",
      "--description",
      "y",
      "--agent-url",
      "http://h",
    ];
    const { status, unmet, output } = await talk(flags, {
      directory,
      steps: [
        ["npm install?", "n"],
        ["LICENSE is there and differs", enter],
        ["README.md is there and differs", down + down + enter],
        ["-mine", ""],
        ["README.md is there and differs", down + enter],
      ],
    });
    expect({ status, unmet }).toEqual({ status: 0, unmet: [] });
    expect(output).toContain("1 was kept as it was");
    const tree = await readTree(directory);
    expect(tree["LICENSE"]).toBe("mine\n");
    expect(tree["README.md"]).not.toBe("mine\n");
  });

  test("writes nothing when it is stopped at a file", async () => {
    const mine = { "README.md": "mine\n" };
    const directory = await workIn(mine);
    const flags = [
      "init",
      ".",
      "--kind",
      "client",
      "--name",
      "x",
      "--description",
      "y",
      "--agent-url",
      "http://h",
    ];
    const { status } = await talk(flags, {
      directory,
      steps: [
        ["npm install?", "n"],
        // Pressed too early: it answers no question.
        ["generating the project", down + enter],
        ["README.md is there and differs", interrupt],
      ],
    });
    expect(status).toBe(130);
    expect(await readTree(directory)).toEqual({ ".git": "", ...mine });
  });
});
