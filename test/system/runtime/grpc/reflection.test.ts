import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { Client, credentials, Server } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { indexDescriptors } from "../../../../packages/runtime/src/grpc/descriptor-index.ts";
import {
  addGrpcService,
  addReflection,
  grpcServerOptions,
} from "../../../../packages/runtime/src/grpc/index.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { TestAgent } from "../../../shared/bindings/test-agent.ts";
import { collect } from "../../../shared/collect.ts";
import { failureOf, listen } from "../../../shared/grpc/relay.ts";

const repository = join(import.meta.dirname, "../../../..");
const descriptors = await readFile(join(repository, "generated/a2a-1.0/a2a.binpb"));

async function serveAgent(): Promise<number> {
  const host = createHost({ services: [implement(A2AService, new TestAgent())], onError: () => undefined });
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  addReflection(server, { codecs: [A2AServiceGrpc], descriptors });
  onTestFinished(() => server.forceShutdown());
  return listen(server);
}

describe("buf curl, knowing nothing but the address,", () => {
  const curl = async (port: number, path: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(join(repository, "node_modules/.bin/buf"), [
      "curl",
      "--protocol",
      "grpc",
      "--http2-prior-knowledge",
      "--reflect",
      ...args,
      `http://127.0.0.1:${port}${path}`,
    ]);
    return stdout;
  };

  test.each(["grpc-v1", "grpc-v1alpha"])("lists the services over %s", async (protocol) => {
    const port = await serveAgent();
    const output = await curl(port, "", "--list-services", "--reflect-protocol", protocol);
    expect(output.trim().split("\n")).toEqual(["lf.a2a.v1.A2AService"]);
  });

  test("lists the methods", async () => {
    const port = await serveAgent();
    const output = await curl(port, "", "--list-methods");
    const methods = Object.values(A2AService.methods).map(({ name }) => `lf.a2a.v1.A2AService/${name}`);
    expect(output.trim().split("\n").toSorted()).toEqual(methods.toSorted());
  });

  test.each(["grpc-v1", "grpc-v1alpha"])("calls a method, over %s", async (protocol) => {
    const port = await serveAgent();
    const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "echo" }] };
    const output = await curl(
      port,
      "/lf.a2a.v1.A2AService/SendMessage",
      "--reflect-protocol",
      protocol,
      "--header",
      "A2A-Version: 1.0",
      "--data",
      JSON.stringify({ message }),
    );
    expect(JSON.parse(output)).toEqual({
      message: { ...message, messageId: "m-1-echo", role: "ROLE_AGENT" },
    });
  });

  test("reads a stream", async () => {
    const port = await serveAgent();
    const output = await curl(
      port,
      "/lf.a2a.v1.A2AService/SubscribeToTask",
      "--header",
      "A2A-Version: 1.0",
      "--data",
      '{"id":"task-1"}',
    );
    expect(output).toContain("TASK_STATE_COMPLETED");
  });

  test("shows the details of an error", async () => {
    const port = await serveAgent();
    const error = (await failureOf(
      curl(port, "/lf.a2a.v1.A2AService/GetTask", "--header", "A2A-Version: 1.0", "--data", '{"id":"none"}'),
    )) as { readonly stderr: string; readonly code: number };
    expect(error.code).toBe(5 << 3);
    expect(JSON.parse(error.stderr.slice(error.stderr.indexOf("{")))).toMatchObject({
      code: "not_found",
      message: "there is no task none",
      // Without the proto of google.rpc the tool shows the bytes.
      details: [
        {
          type: "google.rpc.ErrorInfo",
          value: "Cg5UQVNLX05PVF9GT1VORBIQYTJhLXByb3RvY29sLm9yZxoOCgZ0YXNrSWQSBG5vbmU",
        },
      ],
    });
  });
});

describe("a reflection stream answers query by query", () => {
  interface Answer {
    readonly kind: number;
    readonly body: Buffer;
  }

  const ask = async (port: number, ...queries: readonly BinaryWriter[]): Promise<readonly Answer[]> => {
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    const path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    const same = (bytes: Buffer): Buffer => bytes;
    const call = client.makeBidiStreamRequest(path, same, same);
    call.on("error", () => undefined);
    for (const query of queries) call.write(Buffer.from(query.finish()));
    call.end();
    return (await collect(call as AsyncIterable<Buffer>)).map((bytes) => {
      const reader = new BinaryReader(bytes);
      let answer: Answer = { kind: 0, body: Buffer.alloc(0) };
      while (reader.pos < reader.len) {
        const [kind] = reader.tag();
        answer = { kind, body: Buffer.from(reader.bytes()) };
      }
      return answer;
    });
  };

  const text = (field: number, value: string): BinaryWriter =>
    new BinaryWriter().uint32((field << 3) | 2).string(value);

  const filesOf = ({ body }: Answer): readonly string[] => {
    const reader = new BinaryReader(body);
    const names: string[] = [];
    while (reader.pos < reader.len) {
      reader.tag();
      const file = new BinaryReader(reader.bytes());
      file.tag();
      names.push(file.string());
    }
    return names;
  };

  test("a file comes with its imports, each of them once", async () => {
    const port = await serveAgent();
    const answers = await ask(
      port,
      text(4, "lf.a2a.v1.Task"),
      text(4, "lf.a2a.v1.TaskState"),
      text(3, "google/protobuf/struct.proto"),
    );
    expect(answers.map(({ kind }) => kind)).toEqual([4, 4, 4]);
    const [first = [], second, third] = answers.map(filesOf);
    expect(first[0]).toBe("lf/a2a/v1/a2a.proto");
    expect(new Set(first).size).toBe(first.length);
    expect(first).toContain("google/protobuf/descriptor.proto");
    expect(second).toEqual(["lf/a2a/v1/a2a.proto"]);
    expect(third).toEqual(["google/protobuf/struct.proto"]);
  });

  test("everything that has a name is found, and what has not is not", async () => {
    const port = await serveAgent();
    const known = [
      "lf.a2a.v1.A2AService",
      "lf.a2a.v1.A2AService.SendMessage",
      "lf.a2a.v1.Task.status",
      "lf.a2a.v1.TASK_STATE_WORKING",
      "google.api.http",
      "google.protobuf.FieldDescriptorProto.Type",
    ];
    expect((await ask(port, ...known.map((name) => text(4, name)))).map(({ kind }) => kind)).toEqual(
      known.map(() => 4),
    );
    const [error] = await ask(port, text(4, "lf.a2a.v1.Nothing"));
    expect(error).toEqual({
      kind: 7,
      body: Buffer.concat([
        Buffer.from([8, 5, 18, 44]),
        Buffer.from("the server knows no symbol lf.a2a.v1.Nothing"),
      ]),
    });
  });

  test("extensions are found by number", async () => {
    const port = await serveAgent();
    const options = "google.protobuf.MethodOptions";
    const query = (number: number): BinaryWriter =>
      new BinaryWriter().uint32(42).fork().uint32(10).string(options).uint32(16).int32(number).join();
    const [numbers, found, missing, unknown] = await ask(
      port,
      text(6, options),
      query(72295728),
      query(1),
      text(6, "x.Y"),
    );
    expect(numbers?.kind).toBe(5);
    expect(filesOf(found as Answer)[0]).toBe("google/api/annotations.proto");
    expect([missing?.kind, unknown?.kind]).toEqual([7, 7]);
  });

  test("an empty query is answered with an error, and bytes that are none end the stream", async () => {
    const port = await serveAgent();
    expect((await ask(port, new BinaryWriter())).map(({ kind }) => kind)).toEqual([7]);
    expect(await failureOf(ask(port, new BinaryWriter().raw(new Uint8Array([0x1a, 0xff]))))).toMatchObject({
      code: 3,
    });
  });
});

test("descriptors without a service that is listed are refused", () => {
  expect(() =>
    addReflection(new Server(), { codecs: [A2AServiceGrpc], descriptors: new Uint8Array(0) }),
  ).toThrow("descriptors: expected lf.a2a.v1.A2AService, found no such service");
});

test("of two descriptor sets a file is taken once", () => {
  expect([...indexDescriptors([descriptors, descriptors]).files.keys()]).toEqual([
    ...indexDescriptors([descriptors]).files.keys(),
  ]);
});
