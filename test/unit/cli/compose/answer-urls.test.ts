import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { base } from "../../../shared/cli/compose.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const workspace = await useDirectory("a2agen-answers-");
let directory: string;

const gift = {
  $id: "https://shop.example/gift.json",
  $defs: { gift_object: { $ref: "https://shop.example/schemas/paper.json#/$defs/Paper" } },
};
const entry = { name: "gift", extends: ["$.Session.gift"], schema: "https://shop.example/gift.json" };
const answers = ["--answer", "https://shop.example/gift.json=files/present.json"];
const folder = ["https://shop.example/schemas/=files/schemas"];

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
  await write({
    "base.json": base,
    "rules.json": { extensions: [entry] },
    "files/present.json": gift,
    "files/schemas/paper.json": { $defs: { Paper: { type: "string", maxLength: 7 } } },
    "files/secret.json": { $defs: { Paper: { type: "string" } } },
  });
});

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), JSON.stringify(content));
  }
}

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["compose", "--base", "base.json", "--manifest", "rules.json", ...args], { directory });
}

test("files answer for the URL of an extension's schema, and directories for those of references", async () => {
  const { status, stdout, stderr } = await run(...answers, ...folder);
  expect({ status, stderr: stderr.replaceAll(/.*\[id-disagrees\]\n/g, "") }).toEqual({
    status: 0,
    stderr: "",
  });
  const { $defs } = JSON.parse(stdout) as { readonly $defs: Readonly<Record<string, object>> };
  expect($defs["Session"]).toMatchObject({ properties: { gift: { $ref: "#/$defs/gift_object" } } });
  expect($defs["gift_object"]).toEqual({ $ref: "#/$defs/paper_Paper" });
  expect($defs["paper_Paper"]).toEqual({ type: "string", maxLength: 7 });
});

test("an extension is found by its $id, too", async () => {
  const { status } = await run("--extension", "files/present.json", "--answer", ...folder);
  expect(status).toBe(0);
});

test.each([
  {
    name: "a schema that no file answers for",
    args: ["--answer", ...folder],
    status: 1,
    want: 'rules.json#/extensions/0/schema: error: expected the URL or $id of one of the extensions, none; found "https://shop.example/gift.json"',
  },
  {
    name: "a reference that no file answers for",
    args: answers,
    status: 1,
    want: "nothing is ever fetched; download it and give it with --reference or --answer",
  },
  {
    name: "a file that is not there",
    args: [...answers, "https://shop.example/schemas/=files/none"],
    status: 1,
    want: "files/none/paper.json: error: expected a file that can be read; found nothing there",
  },
  {
    name: "no URL",
    args: ["--answer", "gift=files"],
    status: 2,
    want: '--answer: expected URL=PATH; found "gift=files"',
  },
])("reports $name", async ({ args, status, want }) => {
  const result = await run(...args);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(want);
});

test.each(["../secret.json", "..%2fsecret.json", "/secret.json", "a/../../secret.json"])(
  "a reference to %j leads nowhere outside of the directory",
  async (path) => {
    const $defs = { gift_object: { $ref: `https://shop.example/schemas/${path}#/$defs/Paper` } };
    await write({ "files/present.json": { ...gift, $defs } });
    const { status, stderr } = await run(...answers, ...folder);
    expect(status).toBe(1);
    expect(stderr).toContain("[reference-url]");
  },
);
