import { readFileSync } from "node:fs";
import { A2AService } from "@a2agen/a2a-1.0";
import type { Method } from "@a2agen/runtime/service";
import {
  createFileRegistry,
  type DescMethod,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { type Outcome, outcomeOfDetails, type RawCall } from "./outcome.ts";

const image = readFileSync(new URL("../../../generated/a2a-1.0/a2a.binpb", import.meta.url));
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
const service = registry.getService(A2AService.typeName);

/** Calls with protobuf-es for the bytes and grpc-js for the rest. */
export function rawGrpc(address: string): { readonly call: RawCall; close(): void } {
  const client = new Client(address, credentials.createInsecure());
  return {
    async call(name, params, headers) {
      const method = service?.methods.find((candidate) => candidate.name === name);
      if (method === undefined) throw new Error(`no method ${name}`);
      const request = Buffer.from(toBinary(method.input, fromJson(method.input, params as JsonValue)));
      const metadata = new Metadata();
      for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
      const path = `/${A2AService.typeName}/${name}`;
      return method.methodKind === "unary"
        ? callUnary(client, { path, request, metadata, method })
        : callStream(client, { path, request, metadata, method });
    },
    close: () => client.close(),
  };
}

interface RawRequest {
  readonly path: string;
  readonly request: Buffer;
  readonly metadata: Metadata;
  readonly method: DescMethod;
}

const identity = (bytes: Buffer): Buffer => bytes;

function callUnary(client: Client, { path, request, metadata, method }: RawRequest): Promise<Outcome> {
  return new Promise<Buffer | ServiceError>((resolve) => {
    client.makeUnaryRequest(path, identity, identity, request, metadata, (error, answer) =>
      resolve(error ?? answer ?? Buffer.alloc(0)),
    );
  }).then((answer) =>
    answer instanceof Error ? readError(answer) : { kind: "value", value: readAnswer(method, answer) },
  );
}

function callStream(client: Client, { path, request, metadata, method }: RawRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const events: Buffer[] = [];
    const call = client.makeServerStreamRequest(path, identity, identity, request, metadata);
    const settle = (error?: ServiceError): void => {
      try {
        const read = events.map((bytes) => readAnswer(method, bytes));
        if (error === undefined) resolve({ kind: "events", events: read });
        else if (read.length === 0) resolve(readError(error));
        else resolve({ kind: "events", events: read, error: readError(error) });
      } catch (cause) {
        reject(cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    call.on("data", (bytes: Buffer) => events.push(bytes));
    call.on("end", () => settle());
    call.on("error", settle);
  });
}

/** The JSON that protobuf-es makes of an answer; it leaves out defaults, which the lenient mode puts back. */
function readAnswer(method: DescMethod, bytes: Buffer): unknown {
  const json = toJson(method.output, fromBinary(method.output, bytes), { registry });
  const row = Object.values<Method>(A2AService.methods).find(({ name }) => name === method.name);
  return row?.output.decode(json, { lenient: true });
}

function readError(error: ServiceError): ReturnType<typeof outcomeOfDetails> {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  return outcomeOfDetails(error.details, bytes instanceof Buffer ? readStatus(bytes) : []);
}

/** The details of a google.rpc.Status: field 3, a list of google.protobuf.Any. */
function readStatus(bytes: Uint8Array): Parameters<typeof outcomeOfDetails>[1] {
  return fieldsOf(bytes, 3).map((any) => {
    const type = textOf(any, 1);
    const value = fieldsOf(any, 2)[0] ?? new Uint8Array();
    if (!type.endsWith("BadRequest")) {
      const metadata = fieldsOf(value, 3).map((entry) => [textOf(entry, 1), textOf(entry, 2)]);
      return { "@type": type, reason: textOf(value, 1), metadata: Object.fromEntries(metadata) };
    }
    return {
      "@type": type,
      fieldViolations: fieldsOf(value, 1).map((violation) => ({
        field: textOf(violation, 1),
        description: textOf(violation, 2),
      })),
    };
  });
}

function fieldsOf(bytes: Uint8Array, wanted: number): readonly Uint8Array[] {
  const reader = new BinaryReader(bytes);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === wanted) found.push(reader.bytes());
    else reader.skip(wireType);
  }
  return found;
}

function textOf(bytes: Uint8Array, field: number): string {
  return new TextDecoder().decode(fieldsOf(bytes, field)[0] ?? new Uint8Array());
}
