import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";

type Json = ReturnType<typeof structuredClone<Record<string, unknown>>>;

/** The card with a member changed: "skills.0.name". */
function withChange(card: Json, path: string, value: unknown): Json {
  const copy = structuredClone(card);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const holder = names.reduce<Json>((at, name) => at[name] as Json, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const card = { ...packerCard("https://packer.example") } as unknown as Json;
const schemas = "capabilities.extensions.0.params.skills.pack";
const [first, second] = packerCard("").skills;
const [rpc, rest] = packerCard("https://packer.example").supportedInterfaces;
const [extension] = packerCard("").capabilities.extensions ?? [];

const breaking: readonly (readonly [change: string, path: string, value: unknown, says: string])[] = [
  [
    "a skill is gone",
    "skills",
    [first],
    "skill send-away: is gone: sendAway() asks for what the agent does not offer",
  ],
  [
    "a member is required",
    `${schemas}.inputSchema.required`,
    ["boxes", "fragile"],
    "skill pack: input: fragile: is required now: values without it are refused",
  ],
  [
    "a bound is narrower",
    `${schemas}.inputSchema.properties.boxes.maximum`,
    10,
    "skill pack: input/properties/boxes: maximum was 100 and is 10: values between are refused",
  ],
  [
    "a type is another",
    `${schemas}.inputSchema.properties.boxes.type`,
    "string",
    "skill pack: input/properties/boxes: no longer takes integer",
  ],
  [
    "a member of the input is gone",
    `${schemas}.inputSchema.properties.fragile`,
    undefined,
    "skill pack: input/properties/fragile: is gone: the property is unknown now",
  ],
  [
    "a member of the output is optional",
    `${schemas}.outputSchema.required`,
    [],
    "skill pack: output: packed: is no longer required: code that reads it must handle its absence",
  ],
  [
    "the output has further values",
    `${schemas}.outputSchema.properties.size.enum`,
    ["small", "large", "huge"],
    "skill pack: output/properties/size: takes huge too",
  ],
  [
    "the schemas are gone",
    "capabilities.extensions.0.params",
    undefined,
    "skill pack: input: has no schema any more: nothing says that its type still holds",
  ],
  [
    "the bindings are gone",
    "supportedInterfaces",
    [{ ...rpc, protocolBinding: "GRPC" }],
    "interfaces: none is left over JSONRPC or HTTP+JSON: the client installs no other binding",
  ],
  [
    "the version is older",
    "supportedInterfaces",
    [{ ...rpc, protocolVersion: "0.3" }],
    "interfaces: speak a2a03 only: the client speaks @a2agen/a2a-1.0",
  ],
  [
    "a scheme is gone",
    "securityRequirements",
    [{ schemes: { token: { list: [] } } }],
    "security: no longer takes key (API key in header x-key): clients with it are refused",
  ],
  [
    "a scheme is another",
    "securitySchemes.token.httpAuthSecurityScheme.scheme",
    "Basic",
    "security: no longer takes token (HTTP Bearer): clients with it are refused",
  ],
  [
    "the extension is gone",
    "capabilities.extensions",
    [],
    "extension https://acme.example/ext/skill-schemas/v1: is gone: what calls ask of it is ignored",
  ],
  [
    "an extension is required",
    "capabilities.extensions",
    [extension, { uri: "https://acme.example/ext/new/v1", required: true }],
    "extension https://acme.example/ext/new/v1: is new and required: calls that do not request it are refused",
  ],
  [
    "a skill takes no text",
    "skills.1.inputModes",
    ["application/json"],
    "skill send-away: input: its media type was text/plain and is application/json: parts of the other are refused or not read",
  ],
];

const harmless: readonly (readonly [change: string, path: string, value: unknown])[] = [
  ["nothing", "name", "Packing Agent"],
  ["the version", "version", "2.0.0"],
  ["the description", "description", "Packs."],
  ["what a skill is called", "skills.0.name", "Pack boxes"],
  ["a new skill", "skills", [{ ...second, id: "new" }, second, first]],
  ["the order of skills", "skills", [second, first]],
  ["a new optional member", `${schemas}.inputSchema.properties.colour`, { type: "string" }],
  ["a wider bound", `${schemas}.inputSchema.properties.boxes.maximum`, 1000],
  ["a further type of the input", `${schemas}.inputSchema.properties.boxes.type`, ["integer", "null"]],
  ["an input that needs less", `${schemas}.inputSchema.required`, []],
  ["an output that promises more", `${schemas}.outputSchema.required`, ["packed", "size"]],
  ["a description in a schema", `${schemas}.inputSchema.properties.boxes.description`, "Boxes."],
  ["another interface first", "supportedInterfaces", [rest, rpc]],
  ["one binding less", "supportedInterfaces", [rest]],
  ["another URL", "supportedInterfaces.0.url", "https://other.example/a2a"],
  ["no credentials needed", "securityRequirements", undefined],
  [
    "a further way to sign in",
    "securityRequirements",
    [...(packerCard("").securityRequirements ?? []), { schemes: { key: { list: [] }, token: { list: [] } } }],
  ],
  [
    "an optional extension",
    "capabilities.extensions",
    [extension, { uri: "https://acme.example/ext/new/v1" }],
  ],
  ["no streams", "capabilities.streaming", false],
  ["a signature", "signatures", [{ protected: "e30", signature: "AA" }]],
];

async function checker(): Promise<(changed: Json) => Promise<CliResult>> {
  const directory = await clientFolder();
  const put = (changed: Json): Promise<void> =>
    writeFile(join(directory, "card.json"), JSON.stringify(changed));
  await put(card);
  await runA2agen(["client", "card.json"], { directory });
  return async (changed) => {
    await put(changed);
    return runA2agen(["client", "card.json", "--check"], { directory });
  };
}

test("--check fails for a card that breaks the client, and says why", async () => {
  const check = await checker();
  const found: string[][] = [];
  for (const [change, path, value, says] of breaking) {
    const { status, stderr } = await check(withChange(card, path, value));
    found.push([change, String(status), stderr.split("\n").includes(says) ? says : stderr]);
  }
  expect(found).toEqual(breaking.map(([change, , , says]) => [change, "1", says]));
});

test("--check names the places that call what is broken, and what to do", async () => {
  const directory = await clientFolder();
  const put = (name: string, text: string): Promise<void> => writeFile(join(directory, name), text);
  await put("card.json", JSON.stringify(card));
  await runA2agen(["client", "card.json", "--out", "packer"], { directory });
  await put(
    "app.ts",
    `import { connectPacking } from "./packer/index.js";
const packer = await connectPacking("http://localhost:4000");
await packer.pack({ boxes: 3 });
for await (const step of packer.sendAway.stream("now")) console.log(step);
`,
  );
  await put("other.ts", "export const sendAway = (mail: Mail) => mail.sendAway();\n");
  await put("card.json", JSON.stringify(withChange(card, "skills", [first])));
  expect(await runA2agen(["client", "card.json", "--out", "packer", "--check"], { directory })).toEqual({
    status: 1,
    stdout: "the card breaks the client: 1 change\n",
    stderr: `skill send-away: is gone: sendAway() asks for what the agent does not offer
app.ts:4: calls sendAway()
hint: without --check the client is written again, and the compiler shows what no longer fits
`,
  });
});

test("--check passes for changes that break nothing", { tags: "later" }, async () => {
  const check = await checker();
  for (const [change, path, value] of harmless) {
    expect({ change, ...(await check(withChange(card, path, value))) }).toMatchObject({
      change,
      status: 0,
      stderr: "",
    });
  }
});
