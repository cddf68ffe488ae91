import type { DescMessage } from "@bufbuild/protobuf";
import type { ProtoModule } from "./modules.ts";

/** The generated functions of one message, typed as loosely as a dynamic import can know them. */
export interface GeneratedCodec {
  readonly decode: (value: unknown) => unknown;
  readonly parse: (text: string) => unknown;
  readonly encode: (value: unknown) => unknown;
  readonly stringify: (value: unknown) => string;
  readonly is: (value: unknown) => boolean;
  readonly encodeBinary: (value: unknown) => Uint8Array;
  readonly decodeBinary: (bytes: Uint8Array) => unknown;
  /** The functions of the codec object that bundles them. */
  readonly bundle: Readonly<Record<string, unknown>>;
}

type Exports = Readonly<Record<string, unknown>>;

/** Imports the generated modules of a proto file; the codec of a message is then found by its descriptor. */
export async function loadCodecs(
  root: URL,
  module: ProtoModule,
): Promise<(desc: DescMessage) => GeneratedCodec> {
  const [json, binary] = await Promise.all(
    ["_json.ts", "_binary.ts"].map((suffix) => importModule(new URL(`${module.modulePath}${suffix}`, root))),
  );
  return (desc) => pickCodec(json ?? {}, binary ?? {}, desc);
}

async function importModule(url: URL): Promise<Exports> {
  const loaded: unknown = await import(/* @vite-ignore */ url.href);
  return loaded as Exports;
}

function pickCodec(json: Exports, binary: Exports, desc: DescMessage): GeneratedCodec {
  const pick = (exports: Exports, prefix: string, suffix: string): unknown => {
    const identifier = toIdentifier(desc);
    // A reserved word ends in "$" as an identifier of its own.
    for (const name of [identifier, `${identifier}$`]) {
      const found = exports[`${prefix}${name}${suffix}`];
      if (found !== undefined) return found;
    }
    throw new Error(
      `${desc.typeName}: expected the generated module to export ${prefix}${identifier}${suffix}`,
    );
  };
  return {
    decode: pick(json, "decode", "") as GeneratedCodec["decode"],
    parse: pick(json, "parse", "") as GeneratedCodec["parse"],
    encode: pick(json, "encode", "") as GeneratedCodec["encode"],
    stringify: pick(json, "stringify", "") as GeneratedCodec["stringify"],
    is: pick(json, "is", "") as GeneratedCodec["is"],
    bundle: pick(json, "", "Codec") as GeneratedCodec["bundle"],
    encodeBinary: pick(binary, "encode", "Binary") as GeneratedCodec["encodeBinary"],
    decodeBinary: pick(binary, "decode", "Binary") as GeneratedCodec["decodeBinary"],
  };
}

/** Names of nested messages joined with "_": "features.nested.Outer.Middle" -> "Outer_Middle". */
function toIdentifier(desc: DescMessage): string {
  return desc.parent === undefined ? desc.name : `${toIdentifier(desc.parent)}_${desc.name}`;
}
