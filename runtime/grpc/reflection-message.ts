import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { readMessageBody } from "../binary/message-body.ts";

/** What a client of grpc.reflection.v1.ServerReflection asks; v1alpha has the same messages. */
export type ReflectionQuery =
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "symbol"; readonly name: string }
  | { readonly kind: "extension"; readonly of: string; readonly number: number }
  | { readonly kind: "extension numbers"; readonly of: string }
  | { readonly kind: "services" }
  /** Something that is not known here. */
  | { readonly kind: "none" };

export interface ReflectionRequest {
  readonly host: string;
  readonly query: ReflectionQuery;
}

/** Reads a ServerReflectionRequest; of several queries the last one counts. Throws a BinaryError. */
export function readReflectionRequest(bytes: Uint8Array): ReflectionRequest {
  const state: { host: string; query: ReflectionQuery } = { host: "", query: { kind: "none" } };
  return readMessageBody(new BinaryReader(bytes), bytes.length, {
    typeName: "grpc.reflection.v1.ServerReflectionRequest",
    state,
    readField: (reader, tag) => {
      switch (tag) {
        case 10:
          state.host = reader.string();
          return true;
        case 26:
          state.query = { kind: "file", name: reader.string() };
          return true;
        case 34:
          state.query = { kind: "symbol", name: reader.string() };
          return true;
        case 42:
          state.query = readExtension(reader.bytes());
          return true;
        case 50:
          state.query = { kind: "extension numbers", of: reader.string() };
          return true;
        case 58:
          reader.string();
          state.query = { kind: "services" };
          return true;
      }
      return false;
    },
  });
}

function readExtension(bytes: Uint8Array): ReflectionQuery {
  const state = { of: "", number: 0 };
  readMessageBody(new BinaryReader(bytes), bytes.length, {
    typeName: "grpc.reflection.v1.ExtensionRequest",
    state,
    readField: (reader, tag) => {
      if (tag === 10) state.of = reader.string();
      else if (tag === 16) state.number = reader.int32();
      else return false;
      return true;
    },
  });
  return { kind: "extension", ...state };
}

/** What is answered. */
export type ReflectionAnswer =
  | { readonly kind: "files"; readonly files: readonly Uint8Array[] }
  | { readonly kind: "extension numbers"; readonly of: string; readonly numbers: readonly number[] }
  | { readonly kind: "services"; readonly names: readonly string[] }
  | { readonly kind: "error"; readonly code: number; readonly message: string };

/** Writes a ServerReflectionResponse; `request` is the message that is answered. */
export function writeReflectionAnswer(
  answer: ReflectionAnswer,
  { host }: ReflectionRequest,
  request: Uint8Array,
): Uint8Array {
  const writer = new BinaryWriter();
  if (host !== "") writer.uint32(10).string(host);
  writer.uint32(18).bytes(request);
  switch (answer.kind) {
    case "files":
      writer.uint32(34).fork();
      for (const file of answer.files) writer.uint32(10).bytes(file);
      break;
    case "extension numbers":
      writer.uint32(42).fork();
      writer.uint32(10).string(answer.of);
      if (answer.numbers.length > 0) {
        writer.uint32(18).fork();
        for (const number of answer.numbers) writer.int32(number);
        writer.join();
      }
      break;
    case "services":
      writer.uint32(50).fork();
      for (const name of answer.names) writer.uint32(10).fork().uint32(10).string(name).join();
      break;
    case "error":
      writer.uint32(58).fork();
      writer.uint32(8).int32(answer.code).uint32(18).string(answer.message);
      break;
  }
  return writer.join().finish();
}
