import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ChangeData } from "../../../../packages/cli/src/diff/to-data.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import type { Facts } from "../../../system/proto/read-facts.ts";

const repository = join(import.meta.dirname, "../../../..");

describe("the page of two versions", () => {
  test.each([
    ["1.0-draft", "1.0"],
    ["0.3", "1.0"],
    ["1.0", "1.1-dev"],
    ["1.0-draft", "1.1-dev"],
  ])("from %s to %s", async (older, newer) => {
    const { stdout, status } = await runA2agen(["diff", older, newer, "--format", "markdown"]);
    expect(status).toBe(0);
    await expect(stdout).toMatchFileSnapshot(`../../../expected/diff/${older}-to-${newer}.md`);
  });
});

async function changesBetween(older: string, newer: string): Promise<readonly ChangeData[]> {
  const { stdout } = await runA2agen(["diff", older, newer, "--format", "json"]);
  return (JSON.parse(stdout) as { readonly changes: readonly ChangeData[] }).changes;
}

interface FieldFact {
  readonly number: number;
  readonly words: readonly string[];
}

async function readTable(name: string): Promise<Facts> {
  const path = join(repository, `test/${name}.json`);
  return JSON.parse(await readFile(path, "utf8")) as Facts;
}

function fieldsOf(facts: Facts, message: string): ReadonlyMap<string, FieldFact> {
  return new Map(
    (facts.messages[message] ?? []).map((text) => {
      const [, name = "", number = "", words = ""] = /(\w+) = (\d+) \[(.*)\]$/.exec(text) ?? [];
      return [name, { number: Number(number), words: words.split(", ") }];
    }),
  );
}

describe("every row from the draft to 1.0 is as the tables of facts have it", () => {
  let changes: readonly ChangeData[] = [];
  let draft: Facts;
  let released: Facts;
  const inOld = (text: string): string => `a2a.v1.${text}`;
  const inNew = (text: string): string => `lf.a2a.v1.${text}`;

  beforeAll(async () => {
    [changes, draft, released] = await Promise.all([
      changesBetween("1.0-draft", "1.0"),
      readTable("system/proto/a2a.v1"),
      readTable("system/proto/lf.a2a.v1"),
    ]);
  });

  const select = (isWanted: (change: ChangeData) => boolean, key: "older" | "newer"): readonly string[] =>
    [...new Set(changes.filter(isWanted).flatMap((change) => change[key] ?? []))].sort();

  /** Names of fields of messages that both have, for which a test holds. */
  const both = (
    holds: (was: FieldFact | undefined, is: FieldFact | undefined) => boolean,
  ): readonly string[] =>
    Object.keys(released.messages)
      .filter((message) => message in draft.messages)
      .flatMap((message) => {
        const [old, now] = [fieldsOf(draft, message), fieldsOf(released, message)];
        return [...new Set([...old.keys(), ...now.keys()])]
          .filter((name) => holds(old.get(name), now.get(name)))
          .map((name) => `${message}.${name}`);
      })
      .sort();
  const isShared = (name: string | undefined): boolean => {
    const message = /([^.]+)\.[^.]+$/.exec(name ?? "")?.[1] ?? "";
    return message in draft.messages && message in released.messages;
  };

  test("fields that come and go", () => {
    const isNew = ({ subject, kind, newer }: ChangeData) =>
      subject === "field" && (kind === "added" || kind === "name") && isShared(newer);
    expect(select(isNew, "newer")).toEqual(
      both((was, is) => was === undefined && is !== undefined).map(inNew),
    );
    const isGone = ({ subject, kind, older }: ChangeData) =>
      subject === "field" && ["removed", "moved", "name"].includes(kind) && isShared(older);
    expect(select(isGone, "older")).toEqual(
      both((was, is) => was !== undefined && is === undefined).map(inOld),
    );
  });

  test("numbers and presence of fields that stay", () => {
    const stays = ({ older = "", newer = "" }: ChangeData) => older.slice(7) === newer.slice(10);
    const of = (kind: string) =>
      select((change) => change.subject === "field" && change.kind === kind && stays(change), "newer");
    expect(of("number")).toEqual(
      both((was, is) => was !== undefined && is !== undefined && was.number !== is.number).map(inNew),
    );
    const isRequired = ({ words }: FieldFact) => words.includes("required");
    expect(of("presence")).toEqual(
      both((was, is) => was !== undefined && is !== undefined && isRequired(was) !== isRequired(is)).map(
        inNew,
      ),
    );
  });

  test("messages, values of enums and operations that come and go", () => {
    const names = (facts: Facts, other: Facts) =>
      Object.keys(facts.messages).filter((name) => !(name in other.messages));
    const isType = ({ subject, kind }: ChangeData) =>
      subject === "message" && ["added", "removed", "moved", "typescript"].includes(kind);
    expect(select(isType, "newer")).toEqual(names(released, draft).map(inNew).sort());
    expect(select(isType, "older")).toEqual(names(draft, released).map(inOld).sort());
    const values = (facts: Facts) =>
      Object.entries(facts.enums).flatMap(([name, all]) =>
        Object.keys(all).map((value) => `${name}.${value}`),
      );
    const isRenamed = ({ subject, kind }: ChangeData) => subject === "value" && kind === "name";
    expect(select(isRenamed, "newer")).toEqual(
      values(released)
        .filter((name) => !values(draft).includes(name))
        .map(inNew),
    );
    const methods = (facts: Facts) =>
      Object.values(facts.services)
        .flatMap((all) => Object.keys(all))
        .map((text) => text.replace(/\(.*/, ""));
    const isMethod = ({ subject, kind }: ChangeData) =>
      subject === "method" && ["added", "name"].includes(kind);
    expect(select(isMethod, "newer")).toEqual(
      methods(released)
        .filter((name) => !methods(draft).includes(name))
        .map((name) => inNew(`A2AService.${name}`))
        .sort(),
    );
  });

  // The table of errors of the versions side by side.
  test("codes of errors", () => {
    const codes = changes.filter(({ subject }) => subject === "error");
    expect(codes.map(({ newer, before, after }) => `${newer}: ${before} → ${after}`)).toEqual([
      "TaskNotCancelableError: 409 → 400",
      "PushNotificationNotSupportedError: UNIMPLEMENTED → FAILED_PRECONDITION",
      "UnsupportedOperationError: UNIMPLEMENTED → FAILED_PRECONDITION",
      "ContentTypeNotSupportedError: 415 → 400",
      "InvalidAgentResponseError: 502 → 500",
      "VersionNotSupportedError: UNIMPLEMENTED → FAILED_PRECONDITION",
    ]);
  });
});

/** The table of 1.1, as upstream's branch has it. */
interface NextFacts {
  readonly messages: Readonly<
    Record<string, readonly { readonly name: string; readonly number: number; readonly deprecated?: true }[]>
  >;
  readonly services: Readonly<Record<string, readonly { readonly rpc: string }[]>>;
}

test("every row from 1.0 to 1.1 is as the tables of facts have it", async () => {
  const [changes, released, text] = await Promise.all([
    changesBetween("1.0", "1.1-dev"),
    readTable("system/proto/lf.a2a.v1"),
    readFile(join(repository, "test/unit/protos/a2a-1.1-dev.json"), "utf8"),
  ]);
  const next = JSON.parse(text) as NextFacts;
  const rows = Object.entries(next.messages).flatMap(([message, fields]) => {
    if (!(message in released.messages)) return [`message added ${message}`];
    const known = fieldsOf(released, message);
    return fields.flatMap(({ name, number, deprecated = false }) => {
      const was = known.get(name);
      if (was === undefined) return [`field added ${message}.${name}`];
      if (was.number !== number) return [`field number ${message}.${name}`];
      return deprecated && !was.words.includes("deprecated") ? [`field deprecated ${message}.${name}`] : [];
    });
  });
  const known = Object.values(released.services).flatMap((all) => Object.keys(all));
  const methods = Object.values(next.services)
    .flat()
    .filter(({ rpc }) => !known.some((method) => method.startsWith(`${rpc}(`)))
    .map(({ rpc }) => `method added A2AService.${rpc}`);
  // The rest of the facts: a version and an error, and nothing else.
  const others = ["protocol fact profile a2a-1.1-dev", "error added TaskGenerationMismatchError"];
  expect(
    changes
      .map(({ subject, kind, newer = "" }) => `${subject} ${kind} ${newer.replace("lf.a2a.v1.", "")}`)
      .sort(),
  ).toEqual([...rows, ...methods, ...others].sort());
  const mismatch = changes.find(({ subject }) => subject === "error");
  expect(mismatch?.about).toMatch(/\(-32010, ABORTED, HTTP 409\)$/);
});

test("from 0.3 every value of an enum, every error and every operation is said once", async () => {
  const changes = await changesBetween("0.3", "1.0");
  const of = (subject: string, kinds: readonly string[]) =>
    changes
      .filter((change) => change.subject === subject && kinds.includes(change.kind))
      .map(({ before, after }) => `${before} → ${after}`);
  expect(of("value", ["json"])).toEqual([
    "submitted → TASK_STATE_SUBMITTED",
    "working → TASK_STATE_WORKING",
    "completed → TASK_STATE_COMPLETED",
    "failed → TASK_STATE_FAILED",
    "canceled → TASK_STATE_CANCELED",
    "input-required → TASK_STATE_INPUT_REQUIRED",
    "rejected → TASK_STATE_REJECTED",
    "auth-required → TASK_STATE_AUTH_REQUIRED",
  ]);
  expect(of("method", ["name"])).toEqual([
    "message/send → SendMessage",
    "message/stream → SendStreamingMessage",
    "tasks/get → GetTask",
    "tasks/cancel → CancelTask",
    "tasks/resubscribe → SubscribeToTask",
    "tasks/pushNotificationConfig/set → CreateTaskPushNotificationConfig",
    "tasks/pushNotificationConfig/get → GetTaskPushNotificationConfig",
    "tasks/pushNotificationConfig/list → ListTaskPushNotificationConfigs",
    "agent/getAuthenticatedExtendedCard → GetExtendedAgentCard",
    "tasks/pushNotificationConfig/delete → DeleteTaskPushNotificationConfig",
  ]);
  const inverted = changes.filter(({ kind }) => kind === "meaning");
  expect(inverted.map(({ older, newer }) => [older, newer])).toEqual([
    ["a2a-0.3.MessageSendConfiguration.blocking", "lf.a2a.v1.SendMessageConfiguration.return_immediately"],
  ]);
});

const before = `syntax = "proto3";
package notes.v1;
message Note { string text = 1; string mood = 2 [deprecated = true]; }
message GetNoteRequest { string id = 1; }
service Notes { rpc GetNote(GetNoteRequest) returns (Note); }
`;
const after = before
  .replace("string text = 1;", "optional string text = 1; string title = 3;")
  .replace(" string mood = 2 [deprecated = true];", "")
  .replace("string id = 1;", "int32 id = 1;");

describe("versions of one's own protos", () => {
  let directory = "";

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "diff-"));
    const git = (...args: readonly string[]) => {
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
        cwd: directory,
      });
    };
    await mkdir(join(directory, "proto"));
    await writeFile(join(directory, "proto/notes.proto"), before);
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "Begin");
    git("tag", "v1.0.0");
    await writeFile(join(directory, "proto/notes.proto"), after);
  });

  const run = (...args: readonly string[]) =>
    runA2agen(["diff", "v1.0.0:proto", "proto", ...args], { directory });

  test("are read from git and from a directory, and judged by direction", async () => {
    const { stdout, status } = await run();
    expect(status).toBe(0);
    expect(stdout).toBe(`From v1.0.0:proto to proto
An older client calls a newer server, a newer client an older one. Fits: the reader takes the value. Ignored: the reader drops it. Breaks: the reader refuses or misreads it. Code is TypeScript that moves to the newer version.

Messages
  Note
    text: distinguishes absence from the default now
      older client: fits · newer client: fits · code: compiles
    mood: is gone: number 2 and mood in JSON are no longer read
      older client: fits · newer client: answers: ignored · code: breaks
    title: is new
      older client: answers: ignored · newer client: fits · code: compiles
  GetNoteRequest
    id: the type was string and is int32: values of one are not read by the other
      older client: requests: breaks · newer client: requests: breaks · code: breaks
`);
  });

  test("fail a check of the kind that --fail-on names", async () => {
    const outcome = async (kind: string) => {
      const { status, stderr } = await run("--fail-on", kind);
      return `${status} ${stderr}`;
    };
    expect(await outcome("any")).toBe("1 --fail-on any: 4 changes\n");
    expect(await outcome("peers")).toBe("1 --fail-on peers: 1 change\n");
    expect(await outcome("unannounced")).toBe("0 ");
  });

  test("become results of code scanning, and a page that needs nothing else", async () => {
    const { stdout } = await run("--format", "sarif");
    const sarif = JSON.parse(stdout) as {
      readonly runs: readonly [{ readonly results: readonly unknown[] }];
    };
    expect(sarif.runs[0].results.at(-1)).toEqual({
      ruleId: "field-type",
      level: "error",
      message: {
        text: "notes.v1.GetNoteRequest.id: the type was string and is int32: values of one are not read by the other",
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "notes.proto" },
            region: { startLine: 4, startColumn: 26 },
          },
        },
      ],
    });
    const html = (await run("--format", "html")).stdout;
    expect(html).toContain("<summary><b><code>title</code></b> <span>is new</span></summary>");
    const [, ...counts] = /<b>(\d+)<\/b> changes<\/span>\n<span><b>(\d+)<\/b> break older/.exec(html) ?? [];
    expect(counts).toEqual(["4", "1"]);
    expect(html.match(/<details class="broken">/g)).toHaveLength(2);
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !anchors.includes(id))).toEqual([]);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(html).not.toMatch(/<script|https?:/);
  });

  test("say what is expected where there is none", async () => {
    const runOf = async (...operands: readonly string[]) =>
      (await runA2agen(["diff", ...operands], { directory })).stderr;
    expect(await runOf("1.0")).toContain("expected two versions, the older one first; found 1");
    expect(await runOf("v2:proto", "proto")).toContain(
      "v2:proto: expected protos at proto in v2; git does not know it",
    );
    expect(await runOf("nothing", "1.0")).toContain(
      "expected a version: a2a-1.1-dev, a2a-1.0, a2a-1.0-draft, a2a-0.3, a2a-0.3-proto, the path of protos",
    );
    expect(await runOf("1.0", "0.3")).toBe("1.0 is newer than 0.3: what changed from 0.3 to 1.0\n");
  });
});

test("protos of one's own may have what translators do not know", async () => {
  const root = await mkdtemp(join(tmpdir(), "a2agen-diff-"));
  const write = async (name: string, more: string): Promise<string> => {
    await mkdir(join(root, name));
    const text = `syntax = "proto3";\npackage p.v1;\nimport "google/protobuf/any.proto";\nmessage A {\n  map<int64, google.protobuf.Any> held = 1;\n${more}}\n`;
    await writeFile(join(root, name, "a.proto"), text);
    return join(root, name);
  };
  const [older, newer] = [await write("older", ""), await write("newer", "  string added = 2;\n")];
  const changes = await changesBetween(older, newer);
  expect(changes.map(({ newer: name, kind }) => ({ name, kind }))).toEqual([
    { name: "p.v1.A.added", kind: "added" },
  ]);
});
