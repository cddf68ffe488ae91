import { readSync, writeSync } from "node:fs";
import { type BinaryType, createTypeRegistry } from "../../../packages/runtime/src/binary/index.ts";
import { type Codec, strictCodec } from "../../../packages/runtime/src/core/index.ts";

/** A request of the runner, as the code generated from conformance.proto reads it. */
interface ConformanceRequest {
  readonly messageType?: string;
  readonly requestedOutputFormat?: string | number;
  readonly testCategory?: string | number;
  readonly protobufPayload?: string;
  readonly jsonPayload?: string;
}

type ConformanceResponse = Readonly<
  Record<
    "protobufPayload" | "jsonPayload" | "parseError" | "serializeError" | "runtimeError" | "skipped",
    string
  >
>;

interface Subject {
  /** What the modules of generated code export. */
  readonly modules: readonly object[];
  readonly readRequest: (bytes: Uint8Array) => ConformanceRequest;
  readonly writeResponse: (response: Partial<ConformanceResponse>) => Uint8Array;
  /** Whether values are read as users do, by `parse(text, { types })`, and each error is that of its call. */
  readonly isPlain: boolean;
}

/** Answers the requests of protobuf's conformance runner on standard input, until it ends. */
export function serve({ modules, readRequest, writeResponse, isPlain }: Subject): void {
  const exports = modules.flatMap((module) => Object.values(module) as readonly unknown[]);
  const binaries = new Map(exports.filter(isBinaryType).map((type) => [type.typeName, type]));
  const codecs = new Map(exports.filter(isCodec).map((codec) => [codec.typeName, codec]));
  const types = createTypeRegistry([...binaries.values()]);

  const answer = (request: ConformanceRequest): Partial<ConformanceResponse> => {
    const { messageType = "", requestedOutputFormat: format, jsonPayload, protobufPayload } = request;
    const binary = binaries.get(messageType);
    const codec = codecs.get(messageType);
    // The runner's first request asks for the tests that are to fail.
    if (messageType === "conformance.FailureSet") return { protobufPayload: "" };
    const isKnown = jsonPayload !== undefined || protobufPayload !== undefined;
    if (!isKnown || (format !== "PROTOBUF" && format !== "JSON")) return { skipped: "text formats" };
    if (binary === undefined || codec === undefined) return { runtimeError: `no ${messageType}` };
    let value: unknown;
    try {
      const ignores = request.testCategory === "JSON_IGNORE_UNKNOWN_PARSING_TEST";
      const reader = ignores || isPlain ? codec : strictCodec(codec);
      value =
        jsonPayload === undefined
          ? binary.decode(Buffer.from(protobufPayload ?? "", "base64"), types)
          : reader.parse(jsonPayload, { types, lenient: ignores });
    } catch (error) {
      // A value in memory is its JSON: what has no JSON fails as it is decoded.
      const hasNoJson =
        !isPlain && jsonPayload === undefined && format === "JSON" && wellKnown.test(String(error));
      return hasNoJson ? { serializeError: String(error) } : { parseError: String(error) };
    }
    try {
      if (format === "JSON") return { jsonPayload: codec.stringify(value) };
      return { protobufPayload: Buffer.from(binary.encode(value, types)).toString("base64") };
    } catch (error) {
      return { serializeError: String(error) };
    }
  };

  for (let head = read(4); head !== undefined; head = read(4)) {
    const bytes = read(head.readUInt32LE(0));
    if (bytes === undefined) return;
    const response = writeResponse(answer(readRequest(bytes)));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(response.length);
    write(Buffer.concat([length, response]));
  }
}

/** The error of a well-known value that can be read, but not be written as JSON. */
const wellKnown = /: google\.protobuf\.(?:Timestamp|Duration|FieldMask|Value): expected /;

function isBinaryType(value: unknown): value is BinaryType {
  return typeof value === "object" && value !== null && "typeName" in value && "read" in value;
}

function isCodec(value: unknown): value is Codec<unknown> {
  return typeof value === "object" && value !== null && "typeName" in value && "stringify" in value;
}

/** So many bytes of standard input; undefined at its end. */
function read(length: number): Buffer | undefined {
  const buffer = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(0, buffer, at, length - at, null);
    if (count === 0) return undefined;
    at += count;
  }
  return buffer;
}

function write(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
