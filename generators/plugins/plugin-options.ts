import { parseUrl } from "@a2agen/runtime/internal";
import { isModules } from "../emit/shared/parse-modules.ts";
import type { ImportExtension } from "../print/resolve-module.ts";
import { type PluginName, type PluginRow, plugins } from "./plugins.ts";
import { expandTargets, presetNames, targetNames } from "./targets.ts";

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

const isGiven = (value: string): boolean => value !== "";

const languages = ["ts", "js", "dts"] as const;
/** A language of generated code. */
export type Language = (typeof languages)[number];

function isLanguage(value: string): value is Language {
  return languages.some((language) => language === value);
}

/** The targets whose files can stand anywhere: those of code import one another. */
const movable: readonly string[] = ["jsonschema", "schema-bundle", "openapi", "openrpc", "docs"];

/** "jsonschema=schemas+docs=reference": folders below the output directory. */
function isFolders(value: string): boolean {
  return value.split("+").every((entry) => {
    const [target = "", folder = "", ...rest] = entry.split("=");
    const names = folder.replace(/\/$/, "").split("/");
    return movable.includes(target) && rest.length === 0 && !names.some((name) => /^\.*$|\\/.test(name));
  });
}

function isBaseUrl(value: string): boolean {
  return parseUrl(value) !== undefined && !/[?#]/.test(value);
}

/** Every option; the parser, the help and the errors read this table. */
const options = {
  target: {
    values: "ts, js, dts, joined with +",
    help: "the languages to write (default: js+dts)",
    accepts: (value) => value.split("+").every(isLanguage),
  },
  import_extension: {
    values: "none, js, ts",
    help: "how imports between generated files end (default: none)",
    accepts: (value) => ["none", "", "js", ".js", "ts", ".ts"].includes(value),
  },
  profile: {
    values: "a built-in profile or the path of a .yaml file",
    help: "the JSON dialect (default: the profile that names the proto package, else proto)",
    accepts: isGiven,
  },
  targets: {
    values: `${presetNames.join(", ")}, or ${targetNames.join(", ")}, joined with +`,
    help: "what to generate (default: types+json+binary)",
    umbrella: true,
    accepts: (value) =>
      value.split("+").every((part) => presetNames.includes(part) || targetNames.includes(part)),
  },
  folders: {
    values: `${movable.join(", ")}, each with =FOLDER, joined with +`,
    help: "where the files of a target go, below the output directory (default: all beside one another)",
    of: movable,
    accepts: isFolders,
  },
  keep_empty_files: {
    values: "true, false",
    help: "write a file for every proto and target of code, without exports where there is nothing to generate (default: false)",
    of: ["types", "json", "binary", "service", "grpc", "extension", "fakes"],
    accepts: (value) => ["true", "false"].includes(value),
  },
  schema_base: {
    values: "an absolute URL",
    help: "what the $id of schemas begin with, of protos whose package no profile names (default: https://a2agen.dev/schemas/proto/)",
    of: ["jsonschema", "schema-bundle", "extension"],
    accepts: isBaseUrl,
  },
  title: {
    values: "a text",
    help: "the title of OpenAPI and OpenRPC documents, of protos whose package no profile names (default: the proto package)",
    of: ["openapi", "openrpc"],
    accepts: isGiven,
  },
  license: {
    values: "an SPDX expression",
    help: "the license in these documents (default: not stated)",
    of: ["openapi", "openrpc"],
    accepts: isGiven,
  },
  contact: {
    values: "a name, a mail address or a URL, or NAME <MAIL> (URL)",
    help: "the contact in these documents (default: the title)",
    of: ["openapi", "openrpc"],
    accepts: isGiven,
  },
  ts_nocheck: {
    values: "true, false",
    help: "write // @ts-nocheck at the top of the files (default: false)",
    accepts: (value) => ["true", "false", "1", "0"].includes(value),
  },
  templates: {
    values: "a directory of .hbs files",
    help: "templates that take the place of those of the same name, of the targets docs and extension",
    of: ["docs", "extension"],
    accepts: isGiven,
  },
  template: {
    values: "a directory of .hbs files",
    help: "what to render, for the target template; other files in it are copied",
    of: ["template"],
    needed: true,
    accepts: isGiven,
  },
  modules: {
    values: "FILE.proto=PACKAGE, a directory relative to the output directory, or a package, joined with +",
    help: "where generated modules are imported from: those of a proto from a package; for the target template all of them from a directory or a package (default: .)",
    of: ["types", "json", "binary", "service", "grpc", "extension", "fakes", "template"],
    accepts: isModules,
  },
  manifest: {
    values: "the path of a .yaml file",
    help: "names of earlier versions that take the place of those of A2A, of the target legacy",
    of: ["legacy", "legacy-schema", "migration", "docs"],
    accepts: isGiven,
  },
} as const satisfies Record<string, OptionRow>;

type OptionName = keyof typeof options;
/** What the parameter of a plugin says, `opt:` in buf.gen.yaml. */
export type PluginOptions = {
  readonly [Name in Exclude<OptionName, EcmaScriptOption | ParsedOption>]?: string;
} & {
  /** Folders below the output directory, by target. */
  readonly folders: ReadonlyMap<string, string>;
  readonly keepsEmptyFiles: boolean;
  /** Ends with "/". */
  readonly schemaBase: string | undefined;
  readonly targets: readonly string[];
  readonly languages: readonly Language[];
  readonly importExtension: ImportExtension;
  /** The parameter that protoplugin gets: its own options. */
  readonly ecmaScript: string;
};

type ParsedOption = "targets" | "folders" | "keep_empty_files" | "schema_base";

/** The options that protoplugin reads: every plugin that is made with it has them. */
type EcmaScriptOption = "target" | "import_extension" | "ts_nocheck";

function rows({ umbrella = false, targets }: PluginRow): readonly (readonly [OptionName, OptionRow])[] {
  const all: readonly [string, OptionRow][] = Object.entries(options);
  const has = ({ umbrella: ofUmbrella, of }: OptionRow): boolean =>
    umbrella || (!ofUmbrella && (of === undefined || of.some((target) => targets.includes(target))));
  return all.flatMap(([name, row]) => (isOptionName(name) && has(row) ? [[name, row] as const] : []));
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

/** Reads the parameter of a plugin; throws an OptionError that says what can be given instead. */
export function parsePluginOptions(parameter: string, plugin: PluginName): PluginOptions {
  const known = new Map(rows(plugins[plugin]));
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
    const before = given.get(name);
    if (before !== undefined && before !== value) {
      throw new OptionError(
        `option ${name}: expected one value, got "${before}" and "${value}"; join values with +`,
      );
    }
    given.set(name, value);
  }
  const {
    target = "js+dts",
    import_extension: extension = "none",
    ts_nocheck: noCheck = "false",
    targets: chosen,
    folders = "",
    keep_empty_files: keepEmptyFiles,
    schema_base: schemaBase,
    ...own
  }: Partial<Record<OptionName, string>> = Object.fromEntries(given);
  const targets = chosen === undefined ? plugins[plugin].targets : expandTargets(chosen.split("+"));
  for (const [name, { needed = false, of, values }] of known) {
    const isRead = of === undefined || of.some((target) => targets.includes(target));
    if (needed && isRead && !given.has(name)) {
      throw new OptionError(`option ${name}: expected ${values}; it is not given`);
    }
    if (!isRead && given.has(name)) {
      throw new OptionError(
        `option ${name}: expected one of the targets that read it, ${of.join(", ")}; the targets are ${targets.join(", ")}`,
      );
    }
  }
  const forTemplates = own.modules?.split("+").find((entry) => !entry.includes("="));
  if (forTemplates !== undefined && !targets.includes("template")) {
    const wants = `"${forTemplates}" without FILE.proto= is for the target template only`;
    throw new OptionError(`option modules: expected FILE.proto=PACKAGE; ${wants}`);
  }
  const bare = extension.replace(/^\./, "");
  return {
    ...own,
    targets,
    folders: parseFolders(folders),
    keepsEmptyFiles: keepEmptyFiles === "true",
    schemaBase: schemaBase?.replace(/\/?$/, "/"),
    languages: [...new Set(target.split("+"))].filter(isLanguage),
    importExtension: bare === "js" || bare === "ts" ? bare : "none",
    ecmaScript: `target=${target},import_extension=${extension},ts_nocheck=${noCheck}`,
  };
}

function parseFolders(text: string): ReadonlyMap<string, string> {
  const entries = text.split("+").filter((entry) => entry !== "");
  return new Map(
    entries.map((entry) => {
      const [target = "", folder = ""] = entry.split("=");
      return [target, folder.replace(/\/$/, "")];
    }),
  );
}

/** The table of options as text. */
export function describePluginOptions(plugin: PluginName): string {
  return rows(plugins[plugin])
    .map(([name, { values, help }]) => `  ${name}=${values}\n      ${help}`)
    .join("\n");
}
