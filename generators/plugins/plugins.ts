import { InputError } from "./input-error.ts";

/** A plugin of protoc and buf, by which options it has and what it generates. */
export interface PluginRow {
  /** What it generates, unless it is the umbrella and `targets=` says otherwise. */
  readonly targets: readonly string[];
  readonly umbrella?: boolean;
}

/** The plugins by the names of their executables. */
export const plugins = {
  "protoc-gen-a2a": { targets: ["types", "json", "binary"], umbrella: true },
  "protoc-gen-a2a-types": { targets: ["types"] },
  "protoc-gen-a2a-json": { targets: ["json"] },
  "protoc-gen-a2a-binary": { targets: ["binary"] },
  "protoc-gen-a2a-service": { targets: ["service"] },
  "protoc-gen-a2a-grpc": { targets: ["grpc"] },
  "protoc-gen-a2a-fakes": { targets: ["fakes"] },
  "protoc-gen-a2a-legacy": { targets: ["legacy", "legacy-schema", "migration"] },
  "protoc-gen-a2a-extension": { targets: ["extension"] },
  "protoc-gen-a2a-jsonschema": { targets: ["jsonschema"] },
  "protoc-gen-a2a-openapi": { targets: ["openapi"] },
  "protoc-gen-a2a-openrpc": { targets: ["openrpc"] },
  "protoc-gen-a2a-docs": { targets: ["docs"] },
  "protoc-gen-a2a-template": { targets: ["template"] },
} as const satisfies Record<string, PluginRow>;

export type PluginName = keyof typeof plugins;

/** The plugin of a name that is written in a template of buf; throws an InputError that lists the plugins. */
export function findPlugin(name: string): PluginName {
  if (isPluginName(name)) return name;
  throw new InputError(`there is no plugin ${name}; the plugins are ${Object.keys(plugins).join(", ")}`);
}

function isPluginName(name: string): name is PluginName {
  return Object.hasOwn(plugins, name);
}
