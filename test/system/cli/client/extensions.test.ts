import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { Agent, SkillTable } from "@a2agen/runtime/skills";
import { expect, onTestFinished, test } from "vitest";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const withoutKey = { securitySchemes: {}, securityRequirements: [] };
const progress = TaskProgressExtension.declare({ required: true });

/** Starts an agent that requires the extension, until the test has ended. */
async function startAgent(): Promise<string> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "localhost", resolve));
  const address = http.address();
  const origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  const { supportedInterfaces, ...rest } = packerCard(origin);
  const [rpc] = supportedInterfaces;
  const card = {
    ...rest,
    ...withoutKey,
    supportedInterfaces: rpc === undefined ? [] : [rpc],
    capabilities: { streaming: true, extensions: [progress] },
  };
  const extensions = { progress: TaskProgressExtension };
  const agent = createAgent({
    service: A2AService,
    card,
    extensions,
    async *execute({ extensions: active }) {
      const trackers = [{ id: "boxes", progress: 1, total: 3 }];
      yield active.progress.addTo(working("Packing"), { data: { trackers } });
      yield completed("Sent");
    },
  });
  const host = createHost({ services: [implement(A2AService, agent)], card, extensions });
  http.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(async () => {
    await Promise.all([host.close(), agent.close()]);
    http.close();
  });
  return origin;
}

interface Client {
  readonly TaskProgressExtension: typeof TaskProgressExtension;
  connectPacking(
    url: string,
  ): Promise<
    Agent<SkillTable & { readonly sendAway: { id: string; name: string; description: string } }, object>
  >;
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
