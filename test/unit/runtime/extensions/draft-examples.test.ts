import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import * as draft from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import { type DeclaredEntry, requestOf } from "@a2agen/runtime/extensions";
import { addGrpcService, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import { CitationsExtension } from "../../../expected/extension/extensions/citations/v1/citations_extension.ts";
import { decodeCitations } from "../../../expected/extension/extensions/citations/v1/citations_json.ts";
import type { Citations } from "../../../expected/extension/extensions/citations/v1/citations_types.ts";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { createAjv } from "../../../shared/jsonschema/create-ajv.ts";
import type { SchemaDocument } from "../../../shared/jsonschema/emit-schemas.ts";
import { bindingNames } from "./start-agent.ts";

// Section 4.6 of the draft, in its own types. Its messages lack the REQUIRED messageId, which stands here.

const message: draft.Message = {
  messageId: "m-1",
  role: "user",
  parts: [{ text: "Find restaurants near me" }],
  extensions: ["https://example.com/extensions/geolocation/v1"],
  metadata: {
    "https://example.com/extensions/geolocation/v1": {
      latitude: 37.7749,
      longitude: -122.4194,
      accuracy: 10.0,
      timestamp: "2025-10-21T14:30:00Z",
    },
  },
};

const artifact: draft.Artifact = {
  artifactId: "research-summary-001",
  name: "Climate Change Summary",
  parts: [
    {
      text: "Global temperatures have risen by 1.1°C since pre-industrial times, with significant impacts on weather patterns and sea levels.",
    },
  ],
  extensions: ["https://standards.org/extensions/citations/v1"],
  metadata: {
    "https://standards.org/extensions/citations/v1": {
      sources: [
        {
          title: "Global Temperature Anomalies - 2023 Report",
          authors: ["Smith, J.", "Johnson, M."],
          url: "https://climate.gov/reports/2023-temperature",
          accessDate: "2025-10-21",
          relevantText: "Global temperatures have risen by 1.1°C",
        },
      ],
    },
  },
};

const repository = join(import.meta.dirname, "../../../..");

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(repository, path), "utf8")) as unknown;
}

async function readExample(id: string): Promise<object> {
  const examples = (await readJson("test/shared/vectors/draft-examples.json")) as readonly {
    readonly id: string;
    readonly json: object;
  }[];
  const found = examples.find((example) => example.id === id);
  if (found === undefined) throw new Error(`there is no example ${id}`);
  return found.json;
}

test("the literals above are the examples", async () => {
  expect(message).toEqual({ messageId: "m-1", ...(await readExample("s003-L1085")) });
  expect(artifact).toEqual(await readExample("s003-L1103"));
});

test("the card declares both extensions, without params", async () => {
  const { capabilities } = (await readExample("s003-L1020")) as {
    readonly capabilities: { readonly extensions: readonly DeclaredEntry[] };
  };
  expect(capabilities.extensions).toEqual(
    [CitationsExtension, GeolocationExtension].map((extension) => ({
      ...extension.declare(),
      required: false,
    })),
  );
  expect(GeolocationExtension.paramsIn(capabilities.extensions)).toEqual({});
});

interface Validators {
  readonly message: ValidateFunction;
  readonly artifact: ValidateFunction;
}

async function compileProfiles(mode: "" | ".strict"): Promise<Validators> {
  const golden = "test/expected/extension/extensions";
  const cores = ["a2a-1.0", "a2a-1.0-draft"].map(
    (name) => `generated/${name}/schemas/a2a.schema${mode}.json`,
  );
  const profiles = ["geolocation", "citations"].map(
    (name) => `${golden}/${name}/v1/${name}.profile.schema${mode}.json`,
  );
  const schemas = (await Promise.all([...cores, ...profiles].map(readJson))) as readonly SchemaDocument[];
  const ajv = createAjv(schemas);
  const definition = (at: number, name: string): ValidateFunction => {
    const found = ajv.getSchema(`${schemas[at]?.$id}#/$defs/${name}`);
    if (found === undefined) throw new Error(`there is no definition ${name}`);
    return found as ValidateFunction;
  };
  return { message: definition(2, "a2a.v1.Message"), artifact: definition(3, "a2a.v1.Artifact") };
}

test.each(["", ".strict"] as const)(
  "the schemas%s of the profiles accept them, and no wrong data",
  async (mode) => {
    const validate = await compileProfiles(mode);
    expect(validate.message(message)).toBe(true);
    expect(validate.artifact(artifact)).toBe(true);
    const [geolocation, citations] = [GeolocationExtension.uri, CitationsExtension.uri];
    expect(validate.message({ ...message, metadata: { [geolocation]: { latitude: 1 } } })).toBe(false);
    expect(validate.artifact({ ...artifact, metadata: { [citations]: { sources: [{}] } } })).toBe(false);
    expect(validate.message({ ...message, role: "ROLE_USER" })).toBe(false);
  },
);

const found: Citations = { sources: [{ title: "Three restaurants" }] };

/** Finds restaurants near where the message comes from, and says where that is written. */
const agent: Partial<draft.A2AService> = {
  async sendMessage(request, { activated }) {
    const position = activated.includes(GeolocationExtension.uri)
      ? GeolocationExtension.get(request.message)
      : undefined;
    const answer: draft.Artifact = {
      artifactId: "found",
      parts: [{ text: position === undefined ? "Where are you?" : `near ${position.latitude}` }],
    };
    if (activated.includes(CitationsExtension.uri)) CitationsExtension.set(answer, found);
    const task: draft.Task = {
      id: "t-1",
      contextId: "c-1",
      status: { state: "completed" },
      artifacts: [answer],
    };
    return { task };
  },
};

async function start(): Promise<{ readonly origin: string; card(binding: string): draft.AgentCard }> {
  const server = createServer();
  const origin = await listen(server);
  const places: Record<string, string> = { JSONRPC: `${origin}/rpc`, "HTTP+JSON": `${origin}/rest` };
  const example = await readExample("s003-L1020");
  const card = (binding: string): draft.AgentCard =>
    draft.decodeAgentCard({
      ...structuredClone(example),
      protocolVersion: "1.0",
      version: "1.0.0",
      supportedInterfaces: [{ url: places[binding], protocolBinding: binding }],
    });
  const host = createHost({
    services: [implement(draft.A2AService, agent)],
    card: card("JSONRPC"),
    extensions: [
      { extension: CitationsExtension },
      {
        extension: GeolocationExtension,
        check(call) {
          const request = requestOf(call, draft.SendMessageRequestCodec);
          if (request !== undefined) GeolocationExtension.get(request.message, ["message"]);
        },
      },
    ],
  });
  server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
  const grpcServer = new GrpcServer(grpcServerOptions(host));
  addGrpcService(grpcServer, host, [draft.A2AServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  places["GRPC"] = `http://127.0.0.1:${port}`;
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    grpcServer.forceShutdown();
  });
  return { origin, card };
}

test("the request of the draft activates both, and its answer names both", async () => {
  const { origin } = await start();
  const request = (await readExample("s003-L1067")) as { readonly message: object };
  const uris = `${GeolocationExtension.uri},${CitationsExtension.uri}`;
  const send = (body: object): Promise<Response> =>
    fetch(`${origin}/rest/v1/message:send`, {
      method: "POST",
      // A request without a version is one of 0.3 (section 3.6).
      headers: { "content-type": "application/json", "A2A-Version": "1.0", "A2A-Extensions": uris },
      body: JSON.stringify(body),
    });
  const response = await send({ message: { messageId: "m-1", ...request.message } });
  expect(response.headers.get("a2a-extensions")?.split(/, ?/).toSorted()).toEqual(uris.split(",").toSorted());
  const { task } = draft.decodeSendMessageResponse(await response.json());
  expect(task?.artifacts?.[0]?.parts).toEqual([{ text: "near 37.7749" }]);
  // As the draft has it, without the REQUIRED messageId.
  const refused = await send(request);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("message.messageId");
});

test.each(bindingNames)("data goes both ways over %s", async (binding) => {
  const { card } = await start();
  const { client, close } = await connect(draft.A2AService, card(binding), {
    bindings: [jsonRpc(), rest(), grpc({ codecs: [draft.A2AServiceGrpc] })],
    extensions: [GeolocationExtension, CitationsExtension],
    checkExtensions: false,
  });
  onTestFinished(close);
  const { task } = await client.sendMessage({ message });
  const [answer] = task?.artifacts ?? [];
  expect(answer?.parts).toEqual([{ text: "near 37.7749" }]);
  expect(answer === undefined ? undefined : CitationsExtension.get(answer)).toEqual(found);
  const wrong = structuredClone(message);
  wrong.metadata = { [GeolocationExtension.uri]: { latitude: "north", longitude: 1 } };
  await expect(client.sendMessage({ message: wrong })).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [{ field: `message.metadata["${GeolocationExtension.uri}"].latitude` }],
  });
});

test("an artifact with citations is read as the extension defines them", () => {
  expect(CitationsExtension.get(artifact)).toEqual(
    decodeCitations(structuredClone(artifact.metadata?.[CitationsExtension.uri])),
  );
});
