import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { FormRequestExtension } from "@a2agen/ext-kagenti";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, inputRequired, working } from "@a2agen/runtime/agent";
import type { SupportedExtension } from "@a2agen/runtime/extensions";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { ServiceDefinition } from "@a2agen/runtime/service";
import type { Agent, SkillTable } from "@a2agen/runtime/skills";
import { expect, onTestFinished, test } from "vitest";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { installSessions } from "../../../shared/client/sessions-extension.ts";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const withoutKey = { securitySchemes: {}, securityRequirements: [] };
const sizeField = { id: "size", label: "Size", type: "text" } as const;
const progress = TaskProgressExtension.declare({ required: true });

interface Served {
  /** What the card declares, of an extension each. */
  readonly declared: NonNullable<AgentCard["capabilities"]["extensions"]>;
  readonly extensions: NonNullable<HostOptions["extensions"]>;
  readonly createAgent: (card: AgentCard) => A2AService & { close(): Promise<void> };
}

/** Serves an agent over JSON-RPC until the test has ended; returns its origin. */
async function serve({ declared, extensions, createAgent: create }: Served): Promise<string> {
  const http = createServer();
  const origin = await listen(http);
  const { supportedInterfaces, ...rest } = packerCard(origin);
  const card = {
    ...rest,
    ...withoutKey,
    supportedInterfaces: supportedInterfaces.slice(0, 1),
    capabilities: { streaming: true, extensions: declared },
  };
  const agent = create(card);
  const host = createHost({ services: [implement(A2AService, agent)], card, extensions });
  http.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(async () => {
    await Promise.all([host.close(), agent.close()]);
  });
  return origin;
}

/** An agent that requires the extension. */
function startAgent(): Promise<string> {
  const extensions = { progress: TaskProgressExtension };
  return serve({
    declared: [progress],
    extensions,
    createAgent: (card) =>
      createAgent({
        service: A2AService,
        card,
        extensions,
        async *execute({ extensions: active }) {
          const trackers = [{ id: "boxes", progress: 1, total: 3 }];
          yield active.progress.addTo(working("Packing"), { data: { trackers } });
          yield completed("Sent");
        },
      }),
  });
}

type TextSkill = SkillTable & {
  readonly sendAway: { readonly id: string; readonly name: string; readonly description: string };
};

interface Client {
  readonly TaskProgressExtension: typeof TaskProgressExtension;
  connectPacking(url: string): Promise<Agent<TextSkill, object>>;
}

test("the client asks for the extensions that installed packages define, and reads their data", async () => {
  const origin = await startAgent();
  const directory = await clientFolder();
  const line = ["client", origin, "--import-extension", "ts"];
  expect(await runA2agen(line, { directory })).toMatchObject({ status: 0, stderr: "" });

  const client = (await import(join(directory, "client/index.ts"))) as Client;
  const agent = await client.connectPacking(origin);
  onTestFinished(() => agent.close());
  const seen: unknown[] = [];
  for await (const { kind, task } of agent.sendAway.stream("now")) {
    const message = task?.status.message;
    seen.push(message && client.TaskProgressExtension.get(message)?.trackers, kind);
  }
  expect(seen).toContainEqual([{ id: "boxes", progress: 1, total: 3 }]);
  expect(seen.at(-1)).toBe("done");
});

interface FormClient {
  readonly FormRequestExtension: typeof FormRequestExtension;
  connectPacking(url: string): Promise<Agent<TextSkill, object>>;
}

test("a form that the agent asks to fill in is answered with data of its extension", async () => {
  const extensions = { form: FormRequestExtension };
  const origin = await serve({
    declared: [FormRequestExtension.declare()],
    extensions,
    createAgent: (card) =>
      createAgent({
        service: A2AService,
        card,
        extensions,
        async *execute({ extensions: { form } }) {
          const size = form.response?.values["size"];
          if (size !== undefined) yield completed(`A box of ${JSON.stringify(size.value)}.`);
          else yield form.addTo(inputRequired("Which size?"), { form: { fields: [sizeField] } });
        },
      }),
  });
  const directory = await clientFolder();
  await runA2agen(["client", origin, "--import-extension", "ts"], { directory });
  const client = (await import(join(directory, "client/index.ts"))) as FormClient;
  const agent = await client.connectPacking(origin);
  onTestFinished(() => agent.close());
  const asked = await agent.sendAway("a box");
  if (asked.kind !== "question" || asked.task.status.message === undefined) throw new Error(asked.kind);
  const form = client.FormRequestExtension.form.get(asked.task.status.message);
  expect(form?.fields).toEqual([sizeField]);
  const answer = await asked.reply("", {
    prepare(message) {
      client.FormRequestExtension.response.set(message, {
        values: { size: { type: "text", value: "large" } },
      });
    },
  });
  expect(answer).toMatchObject({ kind: "done", text: 'A box of "large".' });
});

interface Sessions {
  readonly SessionsExtension: SupportedExtension;
  readonly AcmeService: ServiceDefinition<{ acmeList(request: object): Promise<object> }>;
  readonly OtherService: ServiceDefinition<{ otherList(request: object): Promise<object> }>;
}

interface SessionsClient {
  readonly AcmeExtSessionsSessionsExtension: { readonly uri: string };
  readonly OtherExtSessionsSessionsExtension: { readonly uri: string };
  connectPacking(url: string): Promise<{
    readonly methods: {
      readonly acme: { acmeList(request: object): Promise<object> };
      readonly other: { otherList(request: object): Promise<object> };
    };
    close(): Promise<void>;
  }>;
}

test("methods of extensions are called, and two extensions of one name are told apart", async () => {
  const directory = await clientFolder();
  const load = async (name: string): Promise<Sessions> => {
    const folder = await installSessions(directory, name, `https://${name.slice(1)}/v1`);
    return (await import(join(folder, "index.ts"))) as Sessions;
  };
  const acme = await load("@acme/ext-sessions");
  const other = await load("@other/ext-sessions");
  const answer = (name: string) => async () => ({ names: [name] });
  const origin = await serve({
    declared: [acme, other].map(({ SessionsExtension: { uri } }) => ({ uri })),
    extensions: [
      {
        extension: acme.SessionsExtension,
        services: [implement(acme.AcmeService, { acmeList: answer("a") })],
      },
      {
        extension: other.SessionsExtension,
        services: [implement(other.OtherService, { otherList: answer("o") })],
      },
    ],
    createAgent: (card) => createAgent({ service: A2AService, card, execute: async function* () {} }),
  });
  const packages = ["--extensions", "@acme/ext-sessions", "--extensions", "@other/ext-sessions"];
  const line = ["client", origin, "--import-extension", "ts", ...packages];
  expect(await runA2agen(line, { directory })).toMatchObject({ status: 0, stderr: "" });

  const client = (await import(join(directory, "client/index.ts"))) as SessionsClient;
  expect(client.AcmeExtSessionsSessionsExtension.uri).toBe("https://acme/ext-sessions/v1");
  expect(client.OtherExtSessionsSessionsExtension.uri).toBe("https://other/ext-sessions/v1");
  const agent = await client.connectPacking(origin);
  onTestFinished(() => agent.close());
  expect(await agent.methods.acme.acmeList({ limit: 1 })).toEqual({ names: ["a"] });
  expect(await agent.methods.other.otherList({})).toEqual({ names: ["o"] });
  await expect(agent.methods.acme.acmeList({ limit: 0 })).rejects.toThrow("limit: expected at least 1");
});

test("--check passes an extension that is required now where the client asks for it", async () => {
  const directory = await clientFolder();
  const put = (uri: string, required: boolean): Promise<void> => {
    const card = packerCard("https://packer.example");
    const capabilities = { extensions: [{ uri, required }] };
    return writeFile(join(directory, "card.json"), JSON.stringify({ ...card, capabilities }));
  };
  for (const [uri, status] of [
    [TaskProgressExtension.uri, 0],
    ["https://acme.example/ext/v1", 1],
  ] as const) {
    await put(uri, false);
    await runA2agen(["client", "card.json"], { directory });
    await put(uri, true);
    expect(await runA2agen(["client", "card.json", "--check"], { directory })).toMatchObject({ status });
  }
});

test("--extensions takes a package that is installed, and no other manifest", async () => {
  const directory = await clientFolder();
  const card = packerCard("https://packer.example");
  const capabilities = { extensions: [{ uri: "https://acme.example/ext/own/v1" }] };
  await writeFile(join(directory, "card.json"), JSON.stringify({ ...card, capabilities }));
  const manifest = "extensions: [{ name: Own, uri: https://acme.example/ext/own/v1, kind: profile }]\n";
  await writeFile(join(directory, "extension.yaml"), manifest);
  const run = (name: string) => runA2agen(["client", "card.json", "--extensions", name], { directory });
  const { status, stderr } = await run("extension.yaml");
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "extension.yaml: expected an extension of an installed package",
    ) as string,
  });
  expect((await run("@a2agen/ext-timestamp")).stderr).toContain("the card declares none of its extensions");
});
