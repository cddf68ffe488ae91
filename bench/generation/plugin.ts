import { join } from "node:path";
import { pluginOptions, programs } from "../contenders.ts";
import { repository } from "../paths.ts";

/** A protoc plugin that runs in Node. */
export interface Plugin {
  readonly name: string;
  readonly program: string;
  readonly options: string;
}

const ours = (name: string): string => join(repository, "dist", `${name}.js`);

/** The umbrella with everything that it writes, in one process. */
export const a2agen: Plugin = {
  name: "protoc-gen-a2a, everything",
  program: ours("protoc-gen-a2a"),
  options: "target=ts,import_extension=js,targets=types+json+binary+index",
};

export const plugins: readonly Plugin[] = [
  a2agen,
  {
    name: "protoc-gen-a2a-types",
    program: ours("protoc-gen-a2a-types"),
    options: "target=ts,import_extension=js",
  },
  { name: "protoc-gen-es", program: programs.protocGenEs, options: pluginOptions.protocGenEs },
  { name: "ts-proto", program: programs.tsProto, options: pluginOptions.tsProto },
];
