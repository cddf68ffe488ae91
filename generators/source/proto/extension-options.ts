import {
  type DescExtension,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescService,
  getExtension,
  hasExtension,
  type Message,
  toJson,
} from "@bufbuild/protobuf";
import type { ExtensionModel } from "../../model/model.ts";
import { findOptionProblems, type OptionProblem } from "./find-option-problems.ts";
import { readExtension } from "./read-extension.ts";

/** The options of a2agen/options.proto; absent when the protos do not import it. */
export interface ExtensionOptions {
  /** What the option of a message or a service says, but for its place, and what is wrong with it. */
  read(desc: DescMessage | DescService): ReadOption | undefined;
  /** What JSON-RPC calls a method, where that is not its proto name. */
  jsonRpcName(desc: DescMethod): string | undefined;
  /** Number of the option, with which its place is found. */
  numberFor(desc: DescMessage | DescService): number;
}

export interface ReadOption {
  readonly options: Omit<ExtensionModel, "position">;
  readonly problems: readonly OptionProblem[];
}

export function readExtensionOptions(files: readonly DescFile[]): ExtensionOptions {
  const extensions = new Map<string, DescExtension>(
    files.flatMap((file) => file.extensions.map((extension) => [extension.typeName, extension])),
  );
  const ofMessage = extensions.get("a2agen.extension");
  const ofService = extensions.get("a2agen.service_extension");
  const ofMethod = extensions.get("a2agen.json_rpc_name");
  return {
    read(desc) {
      const { options } = desc.proto;
      const extension = desc.kind === "message" ? ofMessage : ofService;
      if (extension?.message === undefined || options === undefined || !hasExtension(options, extension)) {
        return undefined;
      }
      // The extension's type is a message, so its value is one.
      const json = toJson(extension.message, getExtension(options, extension) as Message);
      const read = readExtension(json);
      return { options: read, problems: findOptionProblems(json, read) };
    },
    jsonRpcName({ proto: { options } }) {
      if (ofMethod === undefined || options === undefined || !hasExtension(options, ofMethod))
        return undefined;
      const name = getExtension(options, ofMethod);
      return typeof name === "string" && name !== "" ? name : undefined;
    },
    numberFor: (desc) => (desc.kind === "message" ? ofMessage : ofService)?.number ?? 0,
  };
}
