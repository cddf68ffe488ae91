import { A2AService, A2AServiceClient, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { describe, expect, it } from "vitest";
import {
  type ClientConnection,
  connect,
  isConnectError,
} from "../../../../packages/runtime/src/client/index.ts";
import { grpc } from "../../../../packages/runtime/src/grpc/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import { interfacesOf } from "../../../../packages/runtime/src/service/card.ts";
import { isDecodeError } from "../../../../packages/runtime/src/service/request-error.ts";
import { cardOf, draftCardOf, errorOf, startAgent, task } from "../../../shared/client/agents.ts";
import { startServer, type WebServer } from "../../../shared/client/web-server.ts";

const bindings = [jsonRpc(), rest(), grpc({ codecs: [] })];

async function serve(text: string): Promise<WebServer> {
  return startServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  });
}

/** Connects to an agent whose card is a text. */
async function connectTo(text: string): Promise<ClientConnection<A2AService>> {
  const { origin } = await serve(text);
  return connect(A2AServiceClient, origin, { bindings });
}

const usable = cardOf("https://agent.example.com");

describe("a card that is not quite as the protocol says", () => {
  it("is taken, with a warning for each place", async () => {
    const { skills: _skills, description: _description, capabilities: _capabilities, ...rest } = usable;
    const { card, warnings } = await connectTo(
      JSON.stringify({ ...rest, provider: null, documentation_url: "https://example.com", futureField: 7 }),
    );
    expect(card).toEqual({
      ...usable,
      capabilities: {},
      description: "",
      documentationUrl: "https://example.com",
      futureField: 7,
    });
    expect(warnings.filter(({ about }) => about === "card")).toEqual([
      { about: "card", path: "description", message: "required [required]" },
      { about: "card", path: "capabilities", message: "required [required]" },
      { about: "card", path: "skills", message: "required [required]" },
    ]);
  });

  it("may list its capabilities, and name bindings as nobody else does", async () => {
    const supportedInterfaces = [{ ...usable.supportedInterfaces?.[0], protocolBinding: "json-rpc" }];
    const {
      card,
      interface: used,
      warnings,
    } = await connectTo(
      JSON.stringify({ ...usable, supportedInterfaces, capabilities: ["streaming", "extensions", 5] }),
    );
    expect([card, used.protocolBinding]).toEqual([
      { ...usable, supportedInterfaces, capabilities: { streaming: true } },
      "JSONRPC",
    ]);
    expect(warnings.filter(({ about }) => about === "card")).toEqual([
      {
        about: "card",
        path: "capabilities",
        message: "expected an object, found a list; what it names is taken as declared [type]",
      },
      {
        about: "card",
        path: "",
        message: 'expected the binding JSONRPC, by its name; found "json-rpc" [format]',
      },
    ]);
  });

  it("may declare a security scheme of a later kind", async () => {
    const securitySchemes = {
      later: { retinaSecurityScheme: { eyes: 2 } },
      key: { apiKeySecurityScheme: { location: "header", name: "x-key" } },
    };
    const { card, warnings } = await connectTo(JSON.stringify({ ...usable, securitySchemes }));
    expect(card).toEqual({ ...usable, securitySchemes: { key: securitySchemes.key } });
    expect(warnings.filter(({ about }) => about === "card")).toEqual([
      {
        about: "card",
        path: 'securitySchemes["later"]',
        message: expect.stringContaining("exactly one") as string,
      },
    ]);
  });

  it("may have snake_case names everywhere", async () => {
    const { card, interface: used } = await connectTo(
      JSON.stringify({
        name: "Test agent",
        description: "Says what it was asked with.",
        version: "1.0.0",
        capabilities: { streaming: true, push_notifications: null },
        default_input_modes: ["text/plain"],
        default_output_modes: ["text/plain"],
        skills: null,
        supported_interfaces: [
          { url: "https://agent.example.com/rpc", protocol_binding: "JSONRPC", protocol_version: "1.0" },
        ],
      }),
    );
    expect(used).toEqual(usable.supportedInterfaces[0]);
    expect(card).toEqual({ ...usable, supportedInterfaces: usable.supportedInterfaces.slice(0, 1) });
  });

  it("may say less in the draft too", async () => {
    const { skills: _skills, ...rest } = draftCardOf("https://agent.example.com");
    const { origin } = await serve(JSON.stringify({ ...rest, security: null }));
    const { interface: used, warnings } = await connect(DraftService, origin, { bindings });
    expect(used.url).toBe("https://agent.example.com/rpc");
    expect(warnings.map(({ about, path }) => `${about} ${path}`)).toEqual(["card skills", "interface "]);
  });

  it("need not say the version in the draft, which is the draft's then", async () => {
    const { protocolVersion: _version, ...rest } = draftCardOf("https://agent.example.com");
    const { origin } = await serve(JSON.stringify(rest));
    expect((await connect(DraftService, origin, { bindings })).interface.protocolVersion).toBe("1.0");
  });

  it("has the version whose form it has, whatever it says", async () => {
    const { supportedInterfaces: _interfaces, ...rest } = usable;
    const { origin } = await serve(
      JSON.stringify({ ...rest, url: "https://a.example.com/", protocolVersion: "1.0" }),
    );
    const older = [a2a03ToA2a10];
    const { interface: used, warnings } = await connect(A2AServiceClient, origin, {
      bindings,
      older,
      allowInterface: () => true,
    });
    expect(used).toEqual({
      url: "https://a.example.com/",
      protocolBinding: "JSONRPC",
      protocolVersion: "0.3",
    });
    expect(warnings[0]).toEqual({
      about: "card",
      path: "protocolVersion",
      message: 'expected 0.3, whose form it has; found "1.0" [format]',
    });
  });

  it.each([
    ["JSONRPC", "JSONRPC", "https://agent.example.com/a2a"],
    ["GRPC", "HTTP+JSON", "https://agent.example.com/rest"],
    ["CUSTOM", "HTTP+JSON", "https://agent.example.com/rest"],
  ])(
    "may name its interfaces as the draft's older cards did: %s is preferred",
    async (preferred, used, url) => {
      const { supportedInterfaces: _, ...older } = draftCardOf("https://agent.example.com");
      const { origin } = await serve(
        JSON.stringify({
          ...older,
          url: "https://agent.example.com/a2a",
          preferredTransport: preferred,
          additionalInterfaces: [
            { url: "https://agent.example.com/rest", protocolBinding: "HTTP+JSON" },
            { url: "https://agent.example.com/a2a", protocolBinding: preferred },
          ],
        }),
      );
      const connection = await connect(DraftService, origin, { bindings: [jsonRpc(), rest()] });
      expect(connection.interface).toEqual({ url, protocolBinding: used, protocolVersion: "1.0" });
    },
  );

  it("is read by the older fields only where it lists no interfaces", () => {
    const { card } = DraftService.protocol;
    const rules = card as NonNullable<typeof card>;
    const older = {
      protocolVersion: "1.0",
      url: "https://agent.example.com/old",
      preferredTransport: "GRPC",
      additionalInterfaces: [{ url: "https://agent.example.com/old", protocolBinding: "GRPC" }, 7],
    };
    const listed = [{ url: "https://agent.example.com/new", protocolBinding: "JSONRPC" }];
    const of = (value: object): readonly string[] =>
      interfacesOf(value, rules).map(({ url, protocolBinding }) => `${protocolBinding} ${url}`);
    expect(of(older)).toEqual(["GRPC https://agent.example.com/old"]);
    expect(of({ ...older, supportedInterfaces: [] })).toEqual(["GRPC https://agent.example.com/old"]);
    expect(of({ ...older, supportedInterfaces: listed })).toEqual(["JSONRPC https://agent.example.com/new"]);
    expect(of({ protocolVersion: "1.0" })).toEqual([]);
    expect(of({ ...older, preferredTransport: undefined })).toEqual(["GRPC https://agent.example.com/old"]);
  });

  it("has the type of its codec where that is given", async () => {
    const { origin } = await serve(JSON.stringify(usable));
    const connection = await connect(A2AServiceClient, origin, { bindings, cardCodec: AgentCardCodec });
    const card: AgentCard = connection.card;
    expect(card.supportedInterfaces).toHaveLength(2);
  });
});

describe("something that is no card", () => {
  it.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a text", '"card"'],
    ["an object without anything", "{}"],
    ["no interfaces", JSON.stringify({ ...usable, supportedInterfaces: [] })],
    ["an object in place of a list", JSON.stringify({ ...usable, supportedInterfaces: { length: 1 } })],
    ["a number in place of a URL", JSON.stringify({ ...usable, supportedInterfaces: [{ url: 7 }] })],
    ["a list in place of a text", JSON.stringify({ ...usable, name: ["a"] })],
    ["schemes that are a list", JSON.stringify({ ...usable, securitySchemes: ["bearer"] })],
    ["a capability that is a text", JSON.stringify({ ...usable, capabilities: { streaming: "yes" } })],
    [
      "too deep a nesting",
      `{"capabilities":{"extensions":[{"params":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}]}}`,
    ],
  ])("is refused with every problem: %s", async (_name, text) => {
    const error = await errorOf(connectTo(text));
    expect(error).toSatisfy(
      (value) => isConnectError(value, "card-invalid") || isConnectError(value, "no-interface"),
    );
    if (isConnectError(error, "card-invalid")) expect(isDecodeError(error.cause)).toBe(true);
  });

  it("is refused before all of it was read when it is too long", async () => {
    const { origin } = await serve(JSON.stringify({ ...usable, description: "x".repeat(2_000_000) }));
    expect(await errorOf(connect(A2AServiceClient, origin, { bindings }))).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
    });
    await connect(A2AServiceClient, origin, { bindings, maximumCardBytes: 3_000_000 });
  });

  it("is refused when it never ends", async () => {
    const endless = await startServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const write = (): void => {
        while (response.writable && response.write(" ".repeat(65_536)));
        response.once("drain", write);
      };
      write();
    });
    expect(await errorOf(connect(A2AServiceClient, endless.origin, { bindings }))).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
    });
  });
});

describe("a card that means ill", () => {
  it("cannot name what is no address of its binding", async () => {
    const urls = [
      "/rpc",
      "//agent.example.com/rpc",
      "agent.example.com",
      "",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:application/json,{}",
      "ws://agent.example.com",
      "https://me:secret@agent.example.com",
      "http://",
      "https://[",
      "unix:/var/run/docker.sock",
      "dns:///agent.example.com:443",
      "agent.example.com:99999",
    ];
    for (const protocolBinding of ["JSONRPC", "HTTP+JSON", "GRPC"]) {
      for (const url of urls) {
        const card = { ...usable, supportedInterfaces: [{ url, protocolBinding, protocolVersion: "1.0" }] };
        const error = await errorOf(connect(A2AServiceClient, card, { bindings }));
        expect(isConnectError(error, "no-interface"), `${protocolBinding} ${url}`).toBe(true);
        expect(String(error)).toContain(`at ${JSON.stringify(url)}: the URL cannot be used`);
      }
    }
  });

  it("can have ten thousand interfaces, requirements and schemes, which make no long errors", async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `scheme${index}`);
    const many: AgentCard = {
      ...usable,
      supportedInterfaces: names.map((name) => ({
        url: `https://${name}.example.com`,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
      })),
      securitySchemes: Object.fromEntries(
        names.map((name) => [name, { httpAuthSecurityScheme: { scheme: "Bearer" } }]),
      ),
      securityRequirements: names.map((name) => ({ schemes: { [name]: { list: [] } } })),
    };
    const error = await errorOf(connect(A2AServiceClient, many, { bindings }));
    expect(isConnectError(error, "no-credentials")).toBe(true);
    expect((error as Error).message.length).toBeLessThan(20_000);
    expect((error as Error).message).toContain("; and 9990 more. Installed: JSONRPC 1.0");

    const agent = await startAgent();
    const last = { ...many, securityRequirements: [] };
    last.supportedInterfaces = [
      ...many.supportedInterfaces.map((entry) => ({ ...entry, protocolVersion: "9.9" })),
      ...cardOf(agent.origin).supportedInterfaces,
    ];
    const { client } = await connect(A2AServiceClient, last, { bindings });
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });

  it("gains nothing by the names of prototypes", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const scheme = '{"apiKeySecurityScheme":{"location":"header","name":"__proto__"}}';
    const text = JSON.stringify(usable).replace(
      /\}$/,
      `,"__proto__":{"polluted":true},"securitySchemes":{${names.map((name) => `"${name}":${scheme}`).join(",")}},"securityRequirements":[${names
        .map((name) => `{"schemes":{"${name}":{"list":[]}}}`)
        .join(",")}]}`,
    );
    const error = await errorOf(connectTo(text));
    expect(isConnectError(error, "no-credentials")).toBe(true);
    expect(String(error)).toContain('lacking: credentials for "__proto__"; or credentials for "constructor"');
    expect({}).not.toHaveProperty("polluted");

    const agent = await startAgent();
    const { supportedInterfaces } = cardOf(agent.origin);
    const card = JSON.parse(text) as AgentCard;
    const { client } = await connect(
      A2AService,
      { ...card, supportedInterfaces },
      { bindings, credentials: JSON.parse('{"__proto__":"abc"}') as Record<string, string> },
    );
    await client.getTask({ id: "7" });
    expect(agent.seen.map(({ method, target }) => `${method} ${target}`)).toEqual(["POST /rpc"]);
  });

  it("shows in errors on one line and not in full", async () => {
    const url = `https://[\n\u001b[31m${"x".repeat(1000)}`;
    const card = {
      ...usable,
      supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    };
    const { message } = (await errorOf(connect(A2AServiceClient, card, { bindings }))) as Error;
    expect(message).not.toContain("\n");
    expect(message).not.toContain("\u001b");
    expect(message.length).toBeLessThan(400);
  });

  it("leaves a hundred warnings and no more, and hides nothing behind them", async () => {
    const skills = Array.from({ length: 3000 }, () => ({ id: "a", name: "b", tags: ["c"] }));
    const told: unknown[] = [];
    const { origin } = await serve(JSON.stringify({ ...usable, skills }));
    const { card, warnings } = await connect(A2AServiceClient, origin, {
      bindings,
      cardCodec: AgentCardCodec,
      onWarning: (warning) => told.push(warning),
    });
    expect(warnings).toHaveLength(100);
    expect(told).toHaveLength(1002);
    expect(card.skills.every(({ description }) => description === "")).toBe(true);

    const error = await errorOf(connectTo(JSON.stringify({ ...usable, skills, securitySchemes: 7 })));
    expect(isConnectError(error, "card-invalid")).toBe(true);
    expect(String(error)).toContain("securitySchemes");
  });
});
