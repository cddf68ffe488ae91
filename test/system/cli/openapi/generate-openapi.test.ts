import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { AgentCardData } from "../../../../generators/emit/openapi/agent-card.ts";
import { applyCard } from "../../../../generators/emit/openapi/apply-card.ts";
import { buildOpenApi } from "../../../../generators/emit/openapi/build-openapi.ts";
import { findLackingMethods } from "../../../../generators/emit/openapi/lacking-methods.ts";
import type { OpenApiVersion } from "../../../../generators/emit/openapi/openapi-version.ts";
import { indexModel } from "../../../../generators/model/index-model.ts";
import { builtinProfiles } from "../../../../generators/source/profile/builtin-profiles.ts";
import packageJson from "../../../../package.json" with { type: "json" };
import { loadModel as loadCliModel } from "../../../../packages/protos/src/load-model.ts";
import { defined } from "../../../../packages/runtime/src/core/object.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { startA2agen } from "../../../shared/process/start-a2agen.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const workspace = await useDirectory("a2agen-openapi-");
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
});

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["generate", "openapi", ...args], { directory });
}

/** The document that the emitter makes of the built-in protos. */
async function documentOf(
  profile: string,
  version: OpenApiVersion,
  card?: AgentCardData,
): Promise<ReturnType<typeof buildOpenApi>> {
  const model = await loadCliModel({ profile }, { out: () => undefined, err: () => undefined });
  const rules = builtinProfiles.get(profile);
  if (rules === undefined) throw new Error(`no profile ${profile}`);
  const lacking = card && findLackingMethods(card, { profile: rules, index: indexModel(model) });
  return buildOpenApi(model, {
    version,
    generator: `a2agen ${packageJson.version}`,
    ...defined({ lacking }),
  });
}

const common = {
  name: "Clerk",
  description: "Answers letters.",
  version: "3.1.4",
  provider: { organization: "Post", url: "https://post.example" },
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
  securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
};
const cards = {
  "a2a-1.0": {
    ...common,
    supportedInterfaces: [
      { url: "https://post.example/a2a", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: "https://post.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
    securityRequirements: [{ schemes: { key: {} } }],
  },
  "a2a-1.0-draft": {
    ...common,
    protocolVersion: "1.0",
    supportedInterfaces: [{ url: "https://post.example/a2a", protocolBinding: "HTTP+JSON" }],
    security: [{ schemes: { key: {} } }],
  },
};
const profiles = ["a2a-1.0", "a2a-1.0-draft"] as const;
const versions = ["3.1", "3.2"] as const;

describe("a2agen generate openapi", () => {
  for (const profile of profiles) {
    for (const version of versions) {
      test(`writes the document of ${profile} as OpenAPI ${version}, in JSON and in YAML`, async () => {
        const want = await documentOf(profile, version);
        const flags = ["--profile", profile, "--openapi", version];
        const json = await run(...flags);
        expect(json.status).toBe(0);
        expect(json.stdout).toBe(`${JSON.stringify(want, undefined, 2)}\n`);
        const yaml = await run(...flags, "--format", "yaml");
        expect(parse(yaml.stdout)).toEqual(JSON.parse(JSON.stringify(want)));
        expect(yaml.stderr).toBe(json.stderr);
      });

      test(`makes it the document of an agent of ${profile}, OpenAPI ${version}`, async () => {
        const card = cards[profile];
        await writeFile(join(directory, "card.json"), JSON.stringify(card));
        const flags = ["--profile", profile, "--openapi", version, "--card", "card.json"];
        const { status, stdout } = await run(...flags);
        const document: unknown = JSON.parse(stdout);
        expect(status).toBe(0);
        expect(document).toEqual(
          JSON.parse(JSON.stringify(applyCard(await documentOf(profile, version, card), card))),
        );
        expect(document).toMatchObject({
          info: { title: "Clerk", version: "3.1.4" },
          servers: [{ url: "https://post.example/a2a" }],
          security: [{ key: [] }],
          components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
        });
      });
    }
  }

  test("writes 1.0, OpenAPI 3.1, JSON by default", async () => {
    const flags = ["--profile", "a2a-1.0", "--openapi", "3.1", "--format", "json"];
    expect(await run()).toEqual(await run(...flags));
  });

  test("writes to a file, in the format of its name or the one given", async () => {
    const [json, yaml] = await Promise.all([run(), run("--format", "yaml")]);
    await run("--out", "a/b.json");
    await run("--out", "b.yaml");
    await run("--out", "c.yml");
    await run("--out", "d.yaml", "--format", "json");
    const result = await run("--out", "e.txt");
    expect({ status: result.status, stdout: result.stdout }).toEqual({ status: 0, stdout: "" });
    const paths = await listFiles(directory);
    const texts = await Promise.all(paths.map((path) => readFile(join(directory, path), "utf8")));
    expect(paths).toEqual(["a/b.json", "b.yaml", "c.yml", "d.yaml", "e.txt"]);
    expect(texts).toEqual([json.stdout, yaml.stdout, yaml.stdout, json.stdout, json.stdout]);
  });

  test("writes the same bytes in every locale and time zone", async () => {
    const want = await run();
    const env = { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" };
    expect(await startA2agen(["generate", "openapi"], { directory, env })).toEqual(want);
  });
});

test.each(profiles)("the version of a card of %s is found out", async (profile) => {
  await writeFile(join(directory, "card.json"), JSON.stringify(cards[profile]));
  const { status, stdout } = await run("--card", "card.json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(JSON.stringify(applyCard(await documentOf(profile, "3.1", cards[profile]), cards[profile]))),
  );
});

test.each([
  { capabilities: {}, paths: ["/message:send", "/tasks", "/tasks/{id}", "/tasks/{id}:cancel"] },
  {
    capabilities: { streaming: true },
    paths: [
      "/message:send",
      "/message:stream",
      "/tasks",
      "/tasks/{id}",
      "/tasks/{id}:cancel",
      "/tasks/{id}:subscribe",
    ],
  },
  {
    capabilities: { pushNotifications: true, extendedAgentCard: true },
    paths: [
      "/extendedAgentCard",
      "/message:send",
      "/tasks",
      "/tasks/{id}",
      "/tasks/{id}:cancel",
      "/tasks/{taskId}/pushNotificationConfigs",
      "/tasks/{taskId}/pushNotificationConfigs/{id}",
    ],
  },
])("a card with the capabilities $capabilities has no paths of others", async ({ capabilities, paths }) => {
  await writeFile(join(directory, "card.json"), JSON.stringify({ ...cards["a2a-1.0"], capabilities }));
  const { stdout } = await run("--card", "card.json");
  const document = JSON.parse(stdout) as {
    readonly paths: Readonly<Record<string, { readonly post?: { readonly callbacks?: object } }>>;
  };
  const found = Object.keys(document.paths).filter((path) => !path.startsWith("/.well-known"));
  expect(found.sort()).toEqual(paths);
  expect(document.paths["/message:send"]?.post?.callbacks !== undefined).toBe(
    "pushNotifications" in capabilities,
  );
});

describe("an agent card is refused", () => {
  test.each([
    {
      name: "with everything that is wrong with it",
      given: JSON.stringify({ ...cards["a2a-1.0"], name: 1, version: undefined, supportedInterfaces: [{}] }),
      want: [
        "card.json: not an agent card of lf.a2a.v1:",
        "  name: expected a string, got 1 [type]",
        "  supportedInterfaces[0].url: ",
        "  supportedInterfaces[0].protocolBinding: ",
        "  supportedInterfaces[0].protocolVersion: ",
        "  version: ",
      ],
    },
    { name: "that is no JSON", given: "{", want: ["card.json: not an agent card of lf.a2a.v1:", "  "] },
    {
      name: "of a version without HTTP rules",
      given: JSON.stringify({
        ...common,
        securitySchemes: {},
        protocolVersion: "0.3.0",
        url: "https://post.example/",
      }),
      want: [
        'card.json: a card of A2A 0.3, which has no HTTP rules for OpenAPI; run "a2agen migrate card.json" for one of a later version',
      ],
    },
    {
      name: "without an interface that speaks HTTP",
      given: JSON.stringify({
        ...cards["a2a-1.0"],
        supportedInterfaces: [{ url: "https://x.example", protocolBinding: "GRPC", protocolVersion: "1.0" }],
      }),
      want: ["card.json: supportedInterfaces: expected an interface with the binding HTTP+JSON"],
    },
    {
      name: "that is not there",
      given: undefined,
      want: ["--card: card.json: expected a file that can be read; found nothing there"],
    },
  ])("$name", async ({ given, want }) => {
    if (given !== undefined) await writeFile(join(directory, "card.json"), given);
    const { status, stdout, stderr } = await run("--card", "card.json", "--out", "out.json");
    const lines = stderr.trimEnd().split("\n");
    expect({ status, stdout, lines: lines.map((line, index) => line.slice(0, want[index]?.length)) }).toEqual(
      {
        status: 1,
        stdout: "",
        lines: want,
      },
    );
    expect(await listFiles(directory)).toEqual(given === undefined ? [] : ["card.json"]);
  });
});

describe("protos of one's own", () => {
  const service = (name: string, rule: string): string =>
    `syntax = "proto3";\npackage ${name}.v1;\nimport "google/api/annotations.proto";\nmessage GetRequest {\n  string id = 1;\n}\nmessage Thing {}\nservice Things {\n  rpc Get(GetRequest) returns (Thing)${rule}\n}\n`;
  const http = ' {\n    option (google.api.http) = {get: "/v1/{id}"};\n  }';

  async function writeProtos(texts: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(join(directory, "protos/google"), { recursive: true });
    await cp(join(import.meta.dirname, "../../../../proto/shared/google"), join(directory, "protos/google"), {
      recursive: true,
    });
    for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, "protos", name), text);
  }

  test("have a document too", async () => {
    await writeProtos({ "a.proto": service("a", http), "b.proto": service("b", ";") });
    const { status, stdout } = await run("--proto", "protos");
    const document = JSON.parse(stdout) as { paths: object };
    expect({ status, paths: Object.keys(document.paths) }).toEqual({ status: 0, paths: ["/v1/{id}"] });
  });

  test.each([
    {
      name: "of two packages, one has to be chosen",
      given: { "a.proto": service("a", http), "b.proto": service("b", http) },
      flags: [],
      want: "more than one package has HTTP rules: a.v1, b.v1; choose with --package\n",
    },
    {
      name: "a package has to have HTTP rules",
      given: { "a.proto": service("a", http), "b.proto": service("b", ";") },
      flags: ["--package", "b.v1"],
      want: "--package: b.v1 has no HTTP rules; the packages with HTTP rules are a.v1\n",
    },
    {
      name: "some service has to have HTTP rules",
      given: { "b.proto": service("b", ";") },
      flags: [],
      want: "no service has HTTP rules\n",
    },
  ])("$name", async ({ given, flags, want }) => {
    await writeProtos(given);
    expect(await run("--proto", "protos", ...flags)).toEqual({ status: 1, stdout: "", stderr: want });
  });

  test("stand beside the methods of the protocol in the document of an agent, under names of their own", async () => {
    const thing = service("a", http).replace(
      "message Thing {}",
      "message Thing { Task task = 1; }\nmessage Task {}",
    );
    await writeProtos({ "a.proto": thing });
    await writeFile(join(directory, "card.json"), JSON.stringify(cards["a2a-1.0"]));
    const { status, stdout, stderr } = await run("--proto", "protos", "--card", "card.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const alone = await run("--card", "card.json");
    const [document, protocol] = [stdout, alone.stdout].map(
      (text) =>
        JSON.parse(text) as {
          readonly paths: object;
          readonly tags: readonly { readonly name: string }[];
          readonly components: { readonly schemas: Readonly<Record<string, object>> };
        },
    );
    expect(Object.keys(document?.paths ?? {})).toEqual([...Object.keys(protocol?.paths ?? {}), "/v1/{id}"]);
    expect(document?.tags.map(({ name }) => name)).toEqual(["A2AService", "Discovery", "Things"]);
    const schemas = document?.components.schemas ?? {};
    expect(schemas["Task"]).toEqual(protocol?.components.schemas["Task"]);
    expect(schemas["Task_"]).toEqual({ type: "object" });
    expect(schemas["Thing"]).toEqual({
      type: "object",
      properties: { task: { $ref: "#/components/schemas/Task_" } },
    });
  });

  test("with a path of the protocol are refused beside it", async () => {
    await writeProtos({ "a.proto": service("a", http.replace("/v1/{id}", "/tasks/{id}")) });
    await writeFile(join(directory, "card.json"), JSON.stringify(cards["a2a-1.0"]));
    expect(await run("--proto", "protos", "--card", "card.json")).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "GET /tasks/{id} is an operation of both, the protocol and the package: give a path of yours, or choose the package with --package\n",
    });
    expect((await run("--proto", "protos", "--card", "card.json", "--package", "a.v1")).status).toBe(0);
  });

  test.each(Object.entries(cards))(
    "have the servers and the security of an agent with a card of %s",
    async (_, card) => {
      await writeProtos({ "a.proto": service("a", http) });
      await writeFile(join(directory, "card.json"), JSON.stringify(card));
      const { status, stdout } = await run("--proto", "protos", "--card", "card.json");
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        info: { title: "Clerk" },
        servers: [{ url: "https://post.example/a2a" }],
        paths: { "/v1/{id}": { get: { operationId: "Things_Get" } } },
      });
    },
  );

  test("of two packages, either can be chosen", async () => {
    await writeProtos({ "a.proto": service("a", http), "b.proto": service("b", http) });
    for (const name of ["a.v1", "b.v1"]) {
      const { status, stdout } = await run("--proto", "protos", "--package", name);
      const document = JSON.parse(stdout) as { "x-a2agen": { package: string } };
      expect([status, document["x-a2agen"].package]).toEqual([0, name]);
    }
  });
});
