import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";
import draftExamples from "../../../shared/vectors/draft-examples.json" with { type: "json" };

const workspace = await useDirectory("a2agen-migrate-");
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
});

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["migrate", ...args], { directory });
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
}

function read(name: string): Promise<string> {
  return readFile(join(directory, name), "utf8");
}

function git(...args: readonly string[]): void {
  const names = ["user.name=t", "user.email=t@example.com", "commit.gpgsign=false"];
  execFileSync("git", [...names.flatMap((name) => ["-c", name]), ...args], {
    cwd: directory,
    stdio: "ignore",
  });
}

function commit(): void {
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "x");
}

const message = `{
    "kind": "message",
    "messageId": "1",
    "role": "user",
    "parts": [{"kind": "text", "text": "hi", "metadata": {"n": 12345678901234567890, "d": 1.0}}]
}
`;

const migratedMessage = `{
    "messageId": "1",
    "role": "ROLE_USER",
    "parts": [{"text": "hi", "metadata": {"n": 12345678901234567890, "d": 1.0}}]
}
`;

const card = `# The clerk's card
name: Clerk # his name
description: Answers letters.
# Where he is
url: https://post.example/a2a
protocolVersion: "0.3.0"
version: 1.0.0
capabilities:
  # he is slow
  streaming: false
defaultInputModes: [text/plain]
defaultOutputModes: [text/plain]
skills:
  - id: write
    name: Writing
    description: Writes # in ink
    tags: [a, b]
securitySchemes:
  key:
    type: apiKey
    in: header
    name: X-Key
security:
  - key: []
`;

const migratedCard = `# The clerk's card
name: Clerk # his name
description: Answers letters.
# Where he is
supportedInterfaces:
  - url: https://post.example/a2a
    protocolBinding: JSONRPC
    protocolVersion: "1.0"
version: 1.0.0
capabilities:
  # he is slow
  streaming: false
defaultInputModes: [text/plain]
defaultOutputModes: [text/plain]
skills:
  - id: write
    name: Writing
    description: Writes # in ink
    tags: [a, b]
securityRequirements:
  - schemes:
      key:
        list: []
securitySchemes:
  key:
    apiKeySecurityScheme:
      location: header
      name: X-Key
`;

function outcome(status: number, stdout: string, stderr = ""): CliResult {
  return { status, stdout, stderr };
}

describe("a2agen migrate", () => {
  test("writes a JSON file with what did not change as it was, and once only", async () => {
    await write({ "message.json": message });
    expect(await run("message.json")).toEqual(outcome(0, "message.json: a2a-0.3 -> a2a-1.0\n"));
    expect(await read("message.json")).toBe(migratedMessage);
    expect(await run("message.json")).toEqual(outcome(0, "message.json: is already a2a-1.0\n"));
    expect(await read("message.json")).toBe(migratedMessage);
  });

  test("keeps a byte order mark, carriage returns, one line, no final newline", async () => {
    const onOneLine = JSON.stringify(JSON.parse(message.replace("12345678901234567890", "1")));
    await write({
      "a.json": `\uFEFF${message.replaceAll("\n", "\r\n")}`,
      "b.json": onOneLine,
      "c.json": message.replaceAll("    ", "\t").trimEnd(),
    });
    expect((await run("a.json", "b.json", "c.json")).status).toBe(0);
    expect(await read("a.json")).toBe(`\uFEFF${migratedMessage.replaceAll("\n", "\r\n")}`);
    expect(await read("b.json")).toBe(
      '{"messageId":"1","role":"ROLE_USER","parts":[{"text":"hi","metadata":{"n":1,"d":1}}]}',
    );
    expect(await read("c.json")).toBe(migratedMessage.replaceAll("    ", "\t").trimEnd());
  });

  test("keeps the comments of YAML, and goes back to 0.3", async () => {
    await write({ "card.yaml": card });
    expect(await run("card.yaml")).toEqual(outcome(0, "card.yaml: a2a-0.3 -> a2a-1.0\n"));
    expect(await read("card.yaml")).toBe(migratedCard);
    expect(await run("card.yaml", "--to", "0.3")).toEqual(outcome(0, "card.yaml: a2a-1.0 -> a2a-0.3\n"));
    expect(await read("card.yaml")).toMatchSnapshot();
  });

  test("takes each document of a YAML file and each element of a list", async () => {
    const one = "kind: message\nmessageId: a\nrole: user\nparts:\n  - kind: text\n    text: hi\n";
    const another = "{kind: message, messageId: c, role: agent, parts: [{kind: text, text: hello}]}";
    await write({
      "two.yaml": `${one}---\n# second\n- {a: 1}\n- {kind: message, messageId: b, role: agent, parts: []}\n- ${another}\n`,
    });
    expect(await run("two.yaml")).toMatchSnapshot("output");
    expect(await read("two.yaml")).toMatchSnapshot("file");
  });

  test("knows from a request of JSON lines what its response is, and keeps envelopes and errors", async () => {
    const calls = [
      '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","role":"user","messageId":"m","parts":[{"kind":"text","text":"x"}]},"configuration":{"blocking":false,"acceptedOutputModes":["text/plain"]}}}',
      "",
      '{"jsonrpc": "2.0", "id": 1, "result": {"kind": "task", "id": "t", "contextId": "c", "status": {"state": "working"}}}',
      '{"jsonrpc":"2.0","id":"2","method":"tasks/get","params":{"id":"t"}}',
      '{"jsonrpc":"2.0","id":"2","result":{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}}',
      '{"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"gone","data":{"why":"?"}}}',
      '{"some": "thing else"}',
      "",
    ];
    await write({ "calls.jsonl": calls.join("\n") });
    expect(await run("calls.jsonl")).toEqual(
      outcome(
        0,
        "calls.jsonl: a2a-0.3 -> a2a-1.0\n",
        "calls.jsonl:7: warning: left as it is: no known type has the fields some\n",
      ),
    );
    expect((await read("calls.jsonl")).split("\n")).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"x"}]},"configuration":{"returnImmediately":true,"acceptedOutputModes":["text/plain"]}}}',
      "",
      '{"jsonrpc": "2.0", "id": 1, "result": {"task": {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}}}',
      '{"jsonrpc":"2.0","id":"2","method":"GetTask","params":{"id":"t"}}',
      '{"jsonrpc":"2.0","id":"2","result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}',
      '{"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"gone","data":{"why":"?"}}}',
      '{"some": "thing else"}',
      "",
    ]);
  });

  test("takes a response by its type, and asks for it", async () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}}';
    await write({ "response.json": text });
    expect(await run("response.json")).toEqual(
      outcome(
        1,
        "",
        "response.json: error: it may be a2a-0.3.Task, of tasks/get and tasks/cancel; or a2a-0.3.SendMessageResult, of message/send; or a2a-0.3.SendStreamingMessageResult, of message/stream and tasks/resubscribe: choose one with --type, or put its request before it in the file\nnothing was written\n",
      ),
    );
    expect(await run("response.json", "--type", "Task")).toEqual(
      outcome(0, "response.json: a2a-0.3 -> a2a-1.0\n"),
    );
    expect(await read("response.json")).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}',
    );
  });

  test("reads the sample card of the draft, whose security schemes are in the form of 0.3", async () => {
    const sample = draftExamples.find(({ id }) => id === "s003-L1861")?.json;
    await write({ "card.json": `${JSON.stringify(sample, undefined, 2)}\n` });
    const result = await run("card.json", "--to", "1.0");
    expect({ ...result, text: await read("card.json") }).toMatchSnapshot();
    expect(await run("card.json")).toEqual(outcome(0, "card.json: is already a2a-1.0\n"));
  });

  test("takes --from for what may be of several versions, and is not needed where they come to the same", async () => {
    const artifact = '{"artifactId": "1", "parts": [{"text": "hi"}]}';
    const got = '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "t"}}';
    await write({ "a.json": artifact, "b.json": got });
    expect(await run("a.json", "--to", "0.3")).toEqual(outcome(0, "a.json: a2a-1.0 -> a2a-0.3\n"));
    expect(await read("a.json")).toBe('{"artifactId": "1", "parts": [{"kind": "text", "text": "hi"}]}');
    expect(await run("b.json", "--to", "1.0", "--from", "draft")).toEqual(
      outcome(0, "b.json: is already a2a-1.0\n"),
    );
    expect(await read("b.json")).toBe(got);
    expect(await run("b.json", "--from", "0.3")).toEqual(outcome(0, "b.json: is already a2a-1.0\n"));
    await write({ "b.json": got.replace("GetTask", "tasks/get") });
    expect((await run("b.json", "--from", "draft")).stderr).toMatch(
      /^b\.json: error: no known version has the method/,
    );
  });

  test("tells what the wanted version cannot say, with its place", async () => {
    await write({
      "message.json": message.replace('"kind": "message",', '"kind": "message", "mood": "good",'),
    });
    expect(await run("message.json")).toMatchSnapshot();
    expect(await read("message.json")).not.toContain("mood");
  });

  test("shows with --dry-run what git apply can apply", async () => {
    await write({ "message.json": message, "sub/card.yaml": card, "other.json": '{"a": 1}\n' });
    const result = await run(".", "--dry-run");
    expect(result).toMatchSnapshot();
    expect(await read("message.json")).toBe(message);
    await writeFile(join(directory, "patch"), result.stdout);
    git("init", "-q");
    git("apply", "patch");
    expect([await read("message.json"), await read("sub/card.yaml")]).toEqual([
      migratedMessage,
      migratedCard,
    ]);
  });

  test("fails with --check where something would change, and only there", async () => {
    await write({ "a.json": message, "b.json": migratedMessage });
    expect(await run("a.json", "b.json", "--check")).toEqual(
      outcome(1, "", "a.json: would change: a2a-0.3 -> a2a-1.0\n"),
    );
    expect(await run("b.json", "--check")).toEqual(outcome(0, ""));
    expect(await read("a.json")).toBe(message);
  });

  describe("in a repository", () => {
    test("refuses files with changes that are not committed, all of them, without --force", async () => {
      await write({ "clean.json": message, "dirty.json": `${message}\n` });
      commit();
      await write({ "dirty.json": message, "new.json": message });
      expect(await run("clean.json", "dirty.json", "new.json")).toEqual(
        outcome(
          1,
          "",
          "dirty.json: error: has uncommitted changes\nnew.json: error: has uncommitted changes\nnothing was written: commit the changes, or pass --force\n",
        ),
      );
      expect(await read("clean.json")).toBe(message);
      expect((await run("clean.json")).status).toBe(0);
      const forced = await run("dirty.json", "new.json", "--force");
      expect(forced).toEqual(outcome(0, "dirty.json: a2a-0.3 -> a2a-1.0\nnew.json: a2a-0.3 -> a2a-1.0\n"));
    });

    test("leaves a file that would not change out of it", async () => {
      await write({ "message.json": migratedMessage });
      git("init", "-q");
      expect(await run("message.json")).toEqual(outcome(0, "message.json: is already a2a-1.0\n"));
    });

    test("searches directories without what git ignores, hidden files, dist and links", async () => {
      const names = [
        "a.json",
        "sub/ü b.json",
        "ignored.json",
        ".hidden/a.json",
        "dist/a.json",
        "node_modules/m/a.json",
      ];
      await write(Object.fromEntries(names.map((name) => [name, message])));
      await write({ ".gitignore": "ignored.json\nnode_modules\n" });
      await symlink("..", join(directory, "sub/loop"));
      commit();
      expect(await run(".", "--check")).toEqual(
        outcome(
          1,
          "",
          "a.json: would change: a2a-0.3 -> a2a-1.0\nsub/ü b.json: would change: a2a-0.3 -> a2a-1.0\n",
        ),
      );
      expect((await run("ignored.json")).stdout).toBe("ignored.json: a2a-0.3 -> a2a-1.0\n");
    });
  });

  test("searches directories outside of a repository the same way", async () => {
    const outside = join(workspace, "outside");
    await rm(outside, { recursive: true, force: true });
    await mkdir(outside);
    await writeFile(join(outside, "secret.json"), message);
    for (const name of ["a.json", "sub/b.json", ".hidden/a.json", "dist/a.json", "node_modules/m/a.json"]) {
      await write({ [name]: message });
    }
    await symlink(outside, join(directory, "away"));
    await symlink(join(outside, "secret.json"), join(directory, "secret.json"));
    expect(await run(".", "--check")).toEqual(
      outcome(
        1,
        "",
        "a.json: would change: a2a-0.3 -> a2a-1.0\nsub/b.json: would change: a2a-0.3 -> a2a-1.0\n",
      ),
    );
  });

  test("writes no file when one cannot be written", async () => {
    // There is no room for the name of the file that is written beside it.
    const long = `${"x".repeat(245)}.json`;
    await write({ "a.json": message, [long]: message });
    const { status, stdout, stderr } = await run("a.json", long);
    expect({ status, stdout, stderr: stderr.replace(/ENAMETOOLONG.*\n/, "ENAMETOOLONG\n") }).toEqual(
      outcome(1, "", "cannot write: ENAMETOOLONG\n"),
    );
    expect([await read("a.json"), await read(long)]).toEqual([message, message]);
    expect(await readdir(directory)).toEqual(["a.json", long]);
  });

  test("writes no file when one that was named is not understood", async () => {
    await write({
      "a.json": message,
      "broken.json": "{",
      "near.json": message.replace('"messageId": "1",', '"parts": 1,').replace(/"parts": \[.*\n/, '"x": 1\n'),
      "other.json": '{"a": 1}',
      "latin.json": "",
      "deep.json": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      "bad.yaml": "a: [1\nb: 2\n",
      "bomb.yaml": `a: &a [1,1]\n${Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [${Array.from({ length: 9 }, () => (at === 0 ? "*a" : `*b${at - 1}`)).join(",")}]`).join("\n")}\n`,
    });
    await writeFile(join(directory, "latin.json"), Buffer.from([0x22, 0xe9, 0x22]));
    const names = ["a", "broken", "near", "other", "latin", "deep"].map((name) => `${name}.json`);
    expect(await run(...names, "bad.yaml", "bomb.yaml")).toMatchSnapshot("named");
    expect(await read("a.json")).toBe(message);
    const found = await run(".");
    expect(found).toMatchSnapshot("found");
    expect(await read("a.json")).toBe(migratedMessage);
  });

  test("says of paths and versions that there are not what there could be", async () => {
    await write({ "a.txt": "x", "empty/.keep": "" });
    expect(await run("missing.json", "a.txt")).toEqual(
      outcome(
        1,
        "",
        "missing.json: error: expected a file or a directory; found nothing there\na.txt: error: expected a name that ends in .json, .jsonl, .ndjson, .yaml, .yml, .ts, .tsx, .mts, .cts\n",
      ),
    );
    expect(await run("empty")).toEqual(outcome(0, "", "nothing to migrate in empty\n"));
    const problem = (flag: string): string =>
      `a2agen migrate: ${flag}: expected one of a2a-0.3, a2a-1.0-draft, a2a-1.0, a2a-1.1-dev; found "2"\nRun "a2agen migrate --help" for help.\n`;
    expect(await run("empty", "--to", "2")).toEqual(outcome(2, "", problem("--to")));
    expect(await run("empty", "--from", "2")).toEqual(outcome(2, "", problem("--from")));
    expect(await run("empty", "--check", "--dry-run")).toEqual(
      outcome(
        2,
        "",
        'a2agen migrate: --dry-run and --check cannot be given together\nRun "a2agen migrate --help" for help.\n',
      ),
    );
  });

  test("edits TypeScript and lists what a person has to look at", async () => {
    await write({
      "agent.ts": [
        'import type { Message, TaskStatusUpdateEvent } from "@a2a-js/sdk";',
        'export const hello: Message = { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "x" }] };',
        "export const isLast = (event: TaskStatusUpdateEvent): boolean => event.final;",
        "",
      ].join("\n"),
      "message.json": message,
      "plain.ts": "export const x = 1;\n",
    });
    const result = await run(".");
    expect({ ...result, text: await read("agent.ts") }).toMatchSnapshot();
  });

  test("lists what is left again in a second run, and fails with --check until it is done", async () => {
    await write({
      "package.json": '{ "dependencies": { "@a2a-js/sdk": "^0.3.14" } }\n',
      // Without the types of browsers, as servers are, which take the compiler longer than all else.
      "tsconfig.json":
        '{ "compilerOptions": { "lib": ["esnext"], "moduleResolution": "bundler", "strict": true } }\n',
      "agent.ts": [
        'import type { AgentExecutor } from "@a2a-js/sdk/server";',
        'import type { TaskStatusUpdateEvent } from "@a2a-js/sdk";',
        "export const isLast = (event: TaskStatusUpdateEvent): boolean => event.final;",
        "export type Executor = AgentExecutor;",
        "",
      ].join("\n"),
    });
    const places = ({ stderr }: CliResult): readonly string[] =>
      stderr.split("\n").flatMap((line) => /^agent\.ts:\d+:\d+:/.exec(line)?.[0] ?? []);
    const first = await run(".");
    expect(first.stderr).toContain(
      "replace AgentExecutor of @a2a-js/sdk/server with execute of createAgent (@a2agen/runtime/agent)",
    );
    expect(first.stderr).toContain("2 places left to do by hand, listed above");
    expect(first.stderr).toContain("next: npm install @a2agen/a2a-1.0 @a2agen/runtime");
    const second = await run(".", "--check");
    expect(second.status).toBe(1);
    expect(places(second)).toEqual(places(first));
    expect(second.stderr).toContain("2 places left to do by hand, listed above");
    await write({ "agent.ts": 'export type { TaskStatus } from "@a2agen/a2a-1.0";\n' });
    expect(await run(".", "--check")).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("does not bring TypeScript back to 0.3", async () => {
    await write({ "a.ts": "export {};\n", "message.json": migratedMessage });
    expect(await run(".", "--to", "0.3")).toMatchSnapshot();
    expect((await run("a.ts", "--to", "0.3")).status).toBe(1);
  });
});
