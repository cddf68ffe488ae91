import {
  create,
  fromBinary,
  type MessageInitShape,
  maximumEdition,
  minimumEdition,
  toBinary,
} from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
} from "@bufbuild/protobuf/wkt";
import { builtinLegacy } from "../source/profile/builtin-legacy.ts";
import { loadLegacy } from "../source/profile/load-legacy.ts";
import { loadProfile } from "../source/profile/load-profile.ts";
import { ProfileError } from "../source/profile/profile-error.ts";
import { TemplateError } from "../template/template-error.ts";
import { generate } from "./generate.ts";
import { InputError } from "./input-error.ts";
import { describePluginOptions, OptionError, parsePluginOptions } from "./plugin-options.ts";
import { version } from "./version.ts";

export interface PluginInit {
  /** Name of the executable, "protoc-gen-a2a-types". */
  readonly name: string;
  /** What the plugin generates, unless it is the umbrella and `targets=` says otherwise. */
  readonly targets: readonly string[];
  readonly umbrella?: boolean;
}

/**
 * Runs a plugin as a process: a CodeGeneratorRequest on standard input, a CodeGeneratorResponse on
 * standard output. Problems of the input are the response's error, as the protocol wants, and the
 * exit status is 0; only input that is no request ends with status 1.
 */
export async function runPlugin(init: PluginInit): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === "--version" || argument === "-v") {
    process.stdout.write(`${init.name} ${version}\n`);
    return;
  }
  if (argument !== undefined || process.stdin.isTTY) {
    const stream = argument === "--help" || argument === "-h" ? process.stdout : process.stderr;
    stream.write(usage(init));
    if (stream === process.stderr) process.exitCode = 1;
    return;
  }
  let request: ReturnType<typeof readRequest>;
  try {
    request = readRequest(await readInput());
  } catch (error) {
    process.stderr.write(`${init.name}: standard input is not a CodeGeneratorRequest: ${messageOf(error)}\n`);
    process.exitCode = 1;
    return;
  }
  // Messages one after the other are one message with the fields of all: a large response is never in memory whole.
  for (const part of await respond(request, init)) {
    process.stdout.write(toBinary(CodeGeneratorResponseSchema, create(CodeGeneratorResponseSchema, part)));
  }
}

type ResponsePart = MessageInitShape<typeof CodeGeneratorResponseSchema>;

function readRequest(bytes: Uint8Array) {
  return fromBinary(CodeGeneratorRequestSchema, bytes);
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function respond(
  request: ReturnType<typeof readRequest>,
  init: PluginInit,
): Promise<readonly ResponsePart[]> {
  const { targets, umbrella = false } = init;
  try {
    const options = parsePluginOptions(request.parameter, { umbrella, targets });
    const profile = options.profile === undefined ? undefined : await loadProfile(options.profile);
    const legacy = options.manifest === undefined ? builtinLegacy : await loadLegacy(options.manifest);
    const warn = (line: string): void => {
      process.stderr.write(`${line}\n`);
    };
    const files = await generate(request, { version, options, profile, legacy, warn });
    return [features, ...files.map(({ path, text }) => ({ file: [{ name: path, content: text }] }))];
  } catch (error) {
    return [{ ...features, error: errorText(error) }];
  }
}

/** Said with errors too, or protoc reports a missing feature instead of the error. */
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

function usage({ name, targets, umbrella = false }: PluginInit): string {
  return [
    `${name} ${version}: a plugin of buf and protoc.`,
    "It reads a CodeGeneratorRequest from standard input and writes a CodeGeneratorResponse.",
    "In buf.gen.yaml:",
    "  plugins:",
    `    - local: ${name}`,
    "      out: gen",
    "      strategy: all",
    "      opt: [target=ts]",
    "Options:",
    describePluginOptions({ umbrella, targets }),
    "",
  ].join("\n");
}
