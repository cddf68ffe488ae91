import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { A2AService, type StreamResponse, type Task } from "@a2agen/a2a-1.0-draft";
import { createHost, type Host, implement } from "@a2agen/runtime/host";
import { createClient, type Transport } from "@a2agen/runtime/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

const repository = join(import.meta.dirname, "../../../..");
const proto = "a2a/v1/a2a.proto";

let directory: string;

beforeAll(async () => {
  directory = await buildWorkspace("websocket-draft");
  const { error, files } = await runPlugin({
    plugin: "protoc-gen-a2a-template",
    parameter: `template=${join(repository, "templates/bindings/websocket")},import_extension=js,modules=@a2agen/a2a-1.0-draft`,
    files: await compileProtos({}, [proto]),
    generate: [proto],
  });
  if (error !== undefined) throw new Error(error);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test.each(outerCompilers)(
  "the binding of the draft compiles with %s",
  { tags: "thorough" },
  async (compiler) => {
    const said = await compileProject({
      compiler,
      directory,
      options: {
        ...strictest,
        ...resolutions.nodenext,
        types: ["node"],
        typeRoots: ["../../node_modules/@types"],
        // Those of Node.js and ws are not ours.
        skipLibCheck: true,
      },
      include: ["**/*.ts"],
    });
    expect(said).toBe("");
  },
);

/** What the test calls of the modules that were rendered. */
interface Rendered {
  createA2AServiceWebSocketServer(
    host: Host,
    options: { readonly path: string },
  ): { attach(http: object): void; close(): Promise<void> };
  createA2AServiceWebSocketTransport(options: {
    readonly url: string;
    readonly WebSocket: typeof WebSocket;
  }): Transport;
}

test("the binding of the draft carries calls, streams and errors", async () => {
  const { createA2AServiceWebSocketServer, createA2AServiceWebSocketTransport } = {
    ...((await import(join(directory, "a2a/v1/a2a_websocket_server.ts"))) as object),
    ...((await import(join(directory, "a2a/v1/a2a_websocket_client.ts"))) as object),
  } as Rendered;
  const task: Task = { id: "t1", contextId: "c1", status: { state: "input-required" } };
  const events: readonly StreamResponse[] = [
    { task },
    { statusUpdate: { taskId: "t1", contextId: "c1", status: { state: "completed" }, final: true } },
  ];
  const host = createHost({
    services: [
      implement(A2AService, {
        getTask: async ({ name }) => ({ ...task, id: name }),
        async *subscribeToTask() {
          yield* events;
        },
      }),
    ],
  });
  const server = createA2AServiceWebSocketServer(host, { path: "/a2a" });
  const http = createServer();
  server.attach(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/a2a`;
  const transport = createA2AServiceWebSocketTransport({ url, WebSocket });
  try {
    const client = createClient(A2AService, transport);
    expect(await client.getTask({ name: "tasks/t1" })).toEqual({ ...task, id: "tasks/t1" });
    const seen: StreamResponse[] = [];
    for await (const event of client.subscribeToTask({ name: "tasks/t1" })) seen.push(event);
    expect(seen).toEqual(events);
    await expect(client.getTask({} as never)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  } finally {
    await transport.close();
    await server.close();
    await new Promise((resolve) => http.close(resolve));
  }
});
