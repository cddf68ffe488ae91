import { create, fromBinary, maximumEdition, minimumEdition, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  type CodeGeneratorRequest,
  CodeGeneratorRequestSchema,
  type CodeGeneratorResponse,
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
} from "@bufbuild/protobuf/wkt";
import { version } from "../model/version.ts";
import { ProfileError } from "../source/profile/profile-error.ts";
import { TemplateError } from "../template/template-error.ts";
import { type GenerateInit, generate } from "./generate.ts";
import { InputError } from "./input-error.ts";
import { leanRequest } from "./lean-request.ts";
import { describePluginOptions, OptionError } from "./plugin-options.ts";
import type { PluginName } from "./plugins.ts";

/**
 * Runs a plugin as a process: a CodeGeneratorRequest on standard input, a CodeGeneratorResponse on
 * standard output. Problems of the input are the response's error, as the protocol wants, and the
 * exit status is 0; only input that is no request ends with status 1.
 */
export async function runPlugin(plugin: PluginName): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === "--version" || argument === "-v") {
    process.stdout.write(`${plugin} ${version}\n`);
    return;
  }
  if (argument !== undefined || process.stdin.isTTY) {
    const stream = argument === "--help" || argument === "-h" ? process.stdout : process.stderr;
    stream.write(usage(plugin));
    if (stream === process.stderr) process.exitCode = 1;
    return;
  }
  let request: CodeGeneratorRequest;
  try {
    request = fromBinary(CodeGeneratorRequestSchema, leanRequest(await readInput()));
  } catch (error) {
    process.stderr.write(`${plugin}: standard input is not a CodeGeneratorRequest: ${messageOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  const warn = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const { file, ...rest } = await respond(request, { plugin, warn });
  process.stdout.write(toBinary(CodeGeneratorResponseSchema, { ...rest, file: [] }));
  // Messages one after the other are one message with the fields of all: a large response is never in memory
  // whole.
  for (const { name, content } of file) {
    for (const part of toParts(name, content)) process.stdout.write(part);
  }
}

/** A response with one file: what is before its text, and the text, which no writer copies. */
function toParts(name: string, content: string): readonly Uint8Array[] {
  const text = Buffer.from(content);
  const head = new BinaryWriter().tag(inFile.name, WireType.LengthDelimited).string(name);
  head.tag(inFile.content, WireType.LengthDelimited).uint32(text.length);
  const bytes = head.finish();
  const length = new BinaryWriter().tag(inResponse.file, WireType.LengthDelimited);
  return [length.uint32(bytes.length + text.length).finish(), bytes, text];
}

const inResponse = { file: 15 } as const;
const inFile = { name: 1, content: 15 } as const;

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Answers a request without input and output of a process; problems are the response's error. */
export async function respond(
  request: CodeGeneratorRequest,
  init: GenerateInit,
): Promise<CodeGeneratorResponse> {
  try {
    return await generate(request, init);
  } catch (error) {
    return create(CodeGeneratorResponseSchema, { ...features, error: errorText(error) });
  }
}

/** As protoplugin says them; without them protoc reports a missing feature instead of the error. */
const features = {
  supportedFeatures: BigInt(
    CodeGeneratorResponse_Feature.PROTO3_OPTIONAL | CodeGeneratorResponse_Feature.SUPPORTS_EDITIONS,
  ),
  minimumEdition,
  maximumEdition,
};

/** What users can put right themselves. */
const userErrors = [InputError, OptionError, ProfileError, TemplateError];

function errorText(error: unknown): string {
  if (userErrors.some((type) => error instanceof type)) return messageOf(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `internal error, please report it with the input: ${stack}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function usage(plugin: PluginName): string {
  return [
    `${plugin} ${version}: a plugin of buf and protoc.`,
    "It reads a CodeGeneratorRequest from standard input and writes a CodeGeneratorResponse.",
    "In buf.gen.yaml:",
    "  plugins:",
    `    - local: ${plugin}`,
    "      out: gen",
    "      strategy: all",
    "      opt: [target=ts]",
    "Options:",
    describePluginOptions(plugin),
    "",
  ].join("\n");
}
