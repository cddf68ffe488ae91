import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  type CodeGeneratorResponse,
  CodeGeneratorResponseSchema,
  type FileDescriptorSet,
} from "@bufbuild/protobuf/wkt";
import { findPlugin } from "../../../generators/plugins/plugins.ts";
import { respond } from "../../../generators/plugins/run-plugin.ts";
import { defined } from "../../../packages/runtime/src/core/object.ts";
import { inPlace } from "../in-place.ts";
import { type ProcessResult, runProcess } from "./run-process.ts";

const repository = join(import.meta.dirname, "../../..");

/** The bundle of a plugin, "protoc-gen-a2a". */
export function pluginPath(plugin: string): string {
  return join(repository, `dist/${plugin}.js`);
}

export interface PluginRun {
  readonly plugin?: string;
  readonly parameter?: string;
  /** Every file of the input, in the order in which the compiler lists them. */
  readonly files: FileDescriptorSet;
  /** Paths of the files to generate. */
  readonly generate: readonly string[];
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface PluginResult {
  readonly status: number | null;
  readonly stderr: string;
  /** Undefined where the response has none. */
  readonly error: string | undefined;
  /** Texts by path, in the order of the response. */
  readonly files: Readonly<Record<string, string>>;
  readonly response: CodeGeneratorResponse;
}

/**
 * Runs a plugin on a request made of compiled files: in this process and its directory, or bundled and as
 * protoc does where it has an environment of its own.
 */
export async function runPlugin(run: PluginRun): Promise<PluginResult> {
  const { plugin = "protoc-gen-a2a", parameter = "", files, generate, directory, env } = run;
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: [...generate],
    parameter,
    protoFile: files.file,
  });
  const input = toBinary(CodeGeneratorRequestSchema, request);
  if (env === undefined) {
    const warnings: string[] = [];
    const warn = (line: string): void => void warnings.push(`${line}\n`);
    const response = await inPlace({ directory }, () =>
      respond(fromBinary(CodeGeneratorRequestSchema, input), { plugin: findPlugin(plugin), warn }),
    );
    return toResult(response, { status: 0, stderr: warnings.join("") });
  }
  const { stdout, ...rest } = await runWithInput(plugin, { input, ...defined({ directory, env }) });
  return toResult(fromBinary(CodeGeneratorResponseSchema, stdout), rest);
}

function toResult(
  response: CodeGeneratorResponse,
  { status, stderr }: Pick<PluginResult, "status" | "stderr">,
): PluginResult {
  return {
    status,
    stderr,
    error: response.error === "" ? undefined : response.error,
    files: Object.fromEntries(response.file.map(({ name, content }) => [name, content])),
    response,
  };
}

/** Runs a bundled plugin on any bytes. */
export function runWithInput(
  plugin: string,
  init: {
    readonly input?: Uint8Array;
    readonly args?: readonly string[];
    readonly directory?: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ProcessResult> {
  const { args = [], ...rest } = init;
  return runProcess(process.execPath, { args: [pluginPath(plugin), ...args], ...rest });
}
