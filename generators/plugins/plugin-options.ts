import { isModules } from "../emit/shared/parse-modules.ts";
import { targetNames } from "./targets.ts";

/** What the parameter of a plugin says, `opt:` in buf.gen.yaml. */
export interface PluginOptions {
  readonly languages: readonly string[];
  readonly importExtension: "none" | "js" | "ts";
  /** A built-in profile or a path; absent for the profile that rules the file's package. */
  readonly profile?: string;
  readonly tsNoCheck: boolean;
  /** A directory of templates that take the place of the built-in ones. */
  readonly templates?: string;
  /** The directory that the target template renders. */
  readonly template?: string;
  /** The manifest of earlier names that takes the place of the built-in one. */
  readonly manifest?: string;
  /** Where generated modules are imported from, for `parseModules`. */
  readonly modules?: string;
  readonly targets: readonly string[];
}

/** A problem with an option, told to the user as it is. */
export class OptionError extends Error {}

interface OptionRow {
  /** The values that can be given, for help and errors. */
  readonly values: string;
  readonly help: string;
  /** True for an option of the umbrella plugin, which the plugins of one target do not have. */
  readonly umbrella?: boolean;
  /** The only targets that read the option; plugins of other targets do not have it. */
  readonly of?: readonly string[];
  /** True for an option without which its target cannot do anything. */
  readonly needed?: boolean;
  /** Whether a value is one of `values`. */
  accepts(value: string): boolean;
}

const switchValues = ["true", "false", "1", "0"];

/** Every option; the parser, the help and the errors read this table. */
const options = {
  target: {
    values: "ts, js, dts, joined with +",
    help: "the languages to write (default: js+dts); js and dts load the TypeScript compiler",
    accepts: (value) => value.split("+").every((part) => ["ts", "js", "dts"].includes(part)),
  },
  import_extension: {
    values: "none, js, ts",
    help: "how imports between generated files end (default: none)",
    accepts: (value) => ["none", "", "js", ".js", "ts", ".ts"].includes(value),
  },
  profile: {
    values: "a built-in profile or the path of a .yaml file",
    help: "the JSON dialect (default: the profile that names the proto package, else proto)",
    accepts: (value) => value !== "",
  },
  targets: {
    values: `${targetNames.join(", ")}, joined with +`,
    help: "what to generate (default: types+json+binary)",
    umbrella: true,
    accepts: (value) => value.split("+").every((part) => targetNames.includes(part)),
  },
  ts_nocheck: {
    values: "true, false",
    help: "write // @ts-nocheck at the top of the files (default: false)",
    accepts: (value) => switchValues.includes(value),
  },
  templates: {
    values: "a directory of .hbs files",
    help: "templates that take the place of those of the same name, of the targets docs and extension",
    of: ["docs", "extension"],
    accepts: (value) => value !== "",
  },
  template: {
    values: "a directory of .hbs files",
    help: "what to render, for the target template; other files in it are copied",
    of: ["template"],
    needed: true,
    accepts: (value) => value !== "",
  },
  modules: {
    values: "FILE.proto=PACKAGE, a directory relative to the output directory, or a package, joined with +",
    help: "where generated modules are imported from: those of a proto from a package; for the target template all of them from a directory or a package (default: .)",
    of: ["types", "json", "binary", "service", "grpc", "extension", "template"],
    accepts: isModules,
  },
  manifest: {
    values: "the path of a .yaml file",
    help: "names of earlier versions that take the place of those of A2A, of the target legacy",
    of: ["legacy"],
    accepts: (value) => value !== "",
  },
} as const satisfies Record<string, OptionRow>;

type OptionName = keyof typeof options;

/** Which plugin it is that has the options. */
export interface OptionOwner {
  readonly umbrella: boolean;
  readonly targets: readonly string[];
}

function rows({ umbrella, targets }: OptionOwner): readonly (readonly [OptionName, OptionRow])[] {
  const all: readonly [string, OptionRow][] = Object.entries(options);
  const has = ({ umbrella: ofUmbrella, of }: OptionRow): boolean =>
    umbrella || (!ofUmbrella && (of === undefined || of.some((target) => targets.includes(target))));
  return all.flatMap(([name, row]) => (isOptionName(name) && has(row) ? [[name, row] as const] : []));
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

/** Reads the parameter of a plugin; throws an OptionError that says what can be given instead. */
export function parsePluginOptions(parameter: string, owner: OptionOwner): PluginOptions {
  const known = new Map(rows(owner));
  const given = new Map<OptionName, string>();
  for (const part of parameter.split(",").map((text) => text.trim())) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? "" : part.slice(equals + 1);
    const row = isOptionName(name) ? known.get(name) : undefined;
    if (row === undefined || !isOptionName(name)) {
      throw new OptionError(`unknown option "${name}"; the options are ${[...known.keys()].join(", ")}`);
    }
    if (!row.accepts(value)) throw new OptionError(`option ${name}: expected ${row.values}; got "${value}"`);
    given.set(name, value);
  }
  const targets = [...new Set(given.get("targets")?.split("+") ?? owner.targets)];
  for (const [name, { needed = false, of = [], values }] of known) {
    if (needed && of.some((target) => targets.includes(target)) && !given.has(name)) {
      throw new OptionError(`option ${name}: expected ${values}; it is not given`);
    }
  }
  const extension = (given.get("import_extension") ?? "none").replace(/^\./, "");
  const profile = given.get("profile");
  const templates = given.get("templates");
  const template = given.get("template");
  const modules = given.get("modules");
  const manifest = given.get("manifest");
  return {
    languages: [...new Set((given.get("target") ?? "js+dts").split("+"))],
    importExtension: extension === "js" || extension === "ts" ? extension : "none",
    ...(profile === undefined ? {} : { profile }),
    tsNoCheck: ["true", "1"].includes(given.get("ts_nocheck") ?? ""),
    ...(templates === undefined ? {} : { templates }),
    ...(template === undefined ? {} : { template }),
    ...(modules === undefined ? {} : { modules }),
    ...(manifest === undefined ? {} : { manifest }),
    targets,
  };
}

/** The table of options as text. */
export function describePluginOptions(owner: OptionOwner): string {
  return rows(owner)
    .map(([name, { values, help }]) => `  ${name}=${values}\n      ${help}`)
    .join("\n");
}
