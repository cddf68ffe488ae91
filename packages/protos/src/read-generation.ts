import { isObject } from "@a2agen/runtime/internal";

/** One plugin of buf.gen.yaml. */
export interface PluginEntry {
  /** Name of the executable. */
  readonly plugin: string;
  readonly out: string;
  /** The parameter of the plugin. */
  readonly parameter: string;
}

/** The content of buf.gen.yaml of a project. */
export interface Generation {
  /** A directory of protos, or an image. */
  readonly input: { readonly kind: "protos" | "image"; readonly path: string };
  readonly plugins: readonly PluginEntry[];
}

/** A problem in buf.gen.yaml. */
export class GenerationError extends Error {}

/** Reads the calls of our plugins in buf.gen.yaml; throws a GenerationError. */
export function readGeneration(value: unknown, place: string): Generation {
  const root = objectAt(value, place);
  const inputs = listAt(root["inputs"], `${place}: inputs`);
  const input = objectAt(inputs[0], `${place}: inputs[0]`);
  if (inputs.length !== 1)
    throw new GenerationError(`${place}: inputs: expected one; found ${inputs.length}`);
  const { directory, binary_image: image } = input;
  const path = directory ?? image;
  if (typeof path !== "string") {
    throw new GenerationError(
      `${place}: inputs[0]: expected directory or binary_image; found ${Object.keys(input).join(", ")}`,
    );
  }
  const plugins = listAt(root["plugins"], `${place}: plugins`).map((each, index) =>
    readPlugin(each, `${place}: plugins[${index}]`),
  );
  return { input: { kind: directory === undefined ? "image" : "protos", path }, plugins };
}

function readPlugin(value: unknown, place: string): PluginEntry {
  const { local, out, opt = [] } = objectAt(value, place);
  const plugin: unknown = Array.isArray(local) ? local.at(-1) : local;
  const options: unknown = typeof opt === "string" ? [opt] : opt;
  if (typeof plugin !== "string" || !/(?:^|[\\/])protoc-gen-a2a(?:-[a-z]+)?(?:\.js)?$/.test(plugin)) {
    throw new GenerationError(
      `${place}.local: expected protoc-gen-a2a or one of its targets; found ${JSON.stringify(local) ?? "nothing"}`,
    );
  }
  if (typeof out !== "string") throw new GenerationError(`${place}.out: expected a directory; found nothing`);
  if (!Array.isArray(options) || !options.every((each) => typeof each === "string")) {
    throw new GenerationError(`${place}.opt: expected texts; found ${JSON.stringify(opt)}`);
  }
  const name = plugin.replace(/^.*[\\/]/, "").replace(/\.js$/, "");
  return { plugin: name, out, parameter: options.join(",") };
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new GenerationError(`${place}: expected an object; found ${JSON.stringify(value) ?? "nothing"}`);
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new GenerationError(`${place}: expected a list; found ${JSON.stringify(value) ?? "nothing"}`);
}
