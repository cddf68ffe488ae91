import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { useDirectory } from "../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../..");

const proto = `// Keeps notes.
syntax = "proto3";
package notes.v1;

// A note,
// of two lines.
//
// And a second paragraph.
message Note {
  /* Its identifier,
   * in two lines. */
  string id = 1;
  string text = 2; // Trailing.
}

service Notes {
  // Gives a note.
  rpc GetNote(Note) returns (Note);
}
`;

const card = JSON.stringify(
  {
    protocolVersion: "0.3.0",
    name: "Notes",
    description: "Keeps notes.",
    url: "https://notes.example/a2a",
    preferredTransport: "JSONRPC",
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  },
  undefined,
  2,
);

const newerCard = JSON.stringify(
  {
    name: "Notes",
    description: "Keeps notes.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: "https://notes.example", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  },
  undefined,
  2,
);

const message = '{"kind":"message","messageId":"1","role":"user","parts":[{"kind":"text","text":"hi"}]}';

const inputs: Readonly<Record<string, string>> = {
  "proto/notes/v1/notes.proto": proto,
  "older/notes/v1/notes.proto": proto.replace("string text = 2", "string words = 2"),
  "buf.yaml": "version: v2\nmodules:\n  - path: proto\n",
  "card.json": `${card}\n`,
  "new-card.json": `${newerCard}\n`,
  "messages.jsonl": `${message}\n${message}\n`,
  "message.yaml":
    "kind: message\nmessageId: '1'\nrole: user\nparts:\n  - kind: text\n    text: |\n      two\n      lines\n",
  "code.ts": `import type { Message } from "@a2a-js/sdk";\n\nexport const message: Message = {\n  kind: "message",\n  messageId: "1",\n  role: "user",\n  parts: [{ kind: "text", text: "hi" }],\n};\n`,
  "guide.md": `# Guide\n\nSome text.\n\n{{ proto_to_table("notes.proto", "Note") }}\n\nMore text.\n`,
  "guides/index.md": "# Guide\n\nSome *text*,\nin two lines.\n\n```sh\nls\n```\n\n- one\n- two\n",
};

const cases: Readonly<Record<string, readonly string[]>> = {
  "docs render": ["docs", "render", "guide.md", "--proto", "proto"],
  "docs render --write": ["docs", "render", "guide.md", "--proto", "proto", "--write"],
  "docs site": ["docs", "site", "--proto", "proto", "--guides", "guides", "--out", "out"],
  diff: ["diff", "older", "proto", "--format", "markdown"],
  openapi: ["generate", "openapi", "--card", "new-card.json", "--out", "openapi.yaml"],
  extension: ["generate", "extension", "extension.yaml", "--out", "out"],
  migrate: ["migrate", "card.json", "messages.jsonl", "message.yaml", "code.ts"],
};

const root = await useDirectory("a2agen-line-ends-");
test.each(Object.entries(cases))(
  "%s makes the same of inputs with CRLF",
  { tags: "later" },
  async (_name, args) => {
    const lines = await runIn("lf", args);
    expect(lines).toMatchObject({ status: 0 });
    expect(await runIn("crlf", args)).toEqual(lines);
  },
);

interface Project {
  readonly flags: readonly string[];
  /** A command in it that compares generated files with those on the disk. */
  readonly check: readonly string[];
  readonly says: string;
}

const projects: Readonly<Record<string, Project>> = {
  own: { flags: ["--methods", "own"], check: ["init", "--update"], says: "nothing to do\n" },
  extension: {
    flags: ["--kind", "extension", "--source", "schema"],
    check: [
      "generate",
      "extension",
      "extension.yaml",
      "--out",
      "src/gen",
      "--import-extension",
      "ts",
      "--check",
    ],
    says: "",
  },
};

test.each(Object.entries(projects))(
  "a project that git has checked out with CRLF is the same: %s",
  async (_name, { flags, check, says }) => {
    const directory = await mkdtemp(join(root, "project-"));
    const project = join(directory, "sample");
    const args = ["init", "sample", "--yes", ...flags];
    await runA2agen(args, { directory });
    await toCrlf(project, await listFiles(project));
    const again = await runA2agen([...args, "--dry-run"], { directory });
    expect([again.status, ...new Set(again.stdout.match(/^\w+/gm))]).toEqual([0, "same"]);
    expect(await runA2agen(check, { directory: project })).toEqual({ status: 0, stdout: "", stderr: says });
  },
);

async function runIn(ends: "lf" | "crlf", args: readonly string[]): Promise<object> {
  const directory = await mkdtemp(join(root, "run-"));
  await cp(join(repository, "packages/ext-x402/extension.yaml"), join(directory, "extension.yaml"));
  await cp(join(repository, "packages/ext-x402/schemas"), join(directory, "schemas"), { recursive: true });
  for (const [path, text] of Object.entries(inputs)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const given = await listFiles(directory);
  if (ends === "crlf") await toCrlf(directory, given);
  const result = await runA2agen(args, { directory });
  const files: Record<string, string> = {};
  for (const path of await listFiles(directory)) {
    const text = await readFile(join(directory, path), "latin1");
    files[path] = given.includes(path) ? text.replaceAll("\r\n", "\n") : text;
  }
  // A page that is written again keeps its line ends.
  return { ...result, stdout: result.stdout.replaceAll("\r\n", "\n"), files };
}

async function toCrlf(directory: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const text = await readFile(join(directory, path), "utf8");
    await writeFile(join(directory, path), text.replaceAll("\n", "\r\n"));
  }
}
