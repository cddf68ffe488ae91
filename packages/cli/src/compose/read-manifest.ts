import { parseFragment, printFragment, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import type { SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isUri } from "@a2agen/generators/naming/is-uri.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { type ExtensionState, extensionStates, isExtensionState } from "@a2agen/runtime/negotiation";
import type { ProblemList } from "./compose-problem.ts";
import type { SourceText } from "./schema-file.ts";

/** What schemas do not say: where things are in the base, and what extensions are called. */
export interface Manifest {
  readonly path: string;
  /** The parts of the API (ACP extensions, 3.4), each with the objects of the base that it consists of. */
  readonly targets: ReadonlyMap<string, readonly Tokens[]>;
  /** The enums of the base to which extensions may add values. */
  readonly openEnums: readonly Tokens[];
  readonly extensions: readonly ManifestEntry[];
}

/** What a manifest says of an extension. */
export interface ManifestEntry {
  /** Where it stands, "#/extensions/0". */
  readonly at: Tokens;
  /** The name of its file, with or without directories; that of its schema's URL when absent. */
  readonly file: string | undefined;
  readonly name: string | undefined;
  readonly state: ExtensionState | undefined;
  readonly extends: readonly string[] | undefined;
  readonly schema: string | undefined;
  readonly spec: string | undefined;
  /** By target: the fields that it adds to every object of the target, with their schemas. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Tokens>>;
  /** Enums of the extension's file whose values it adds to enums of the base. */
  readonly values: readonly { readonly base: Tokens; readonly extension: Tokens; readonly at: Tokens }[];
}

/** Reads a manifest; reports everything in it that is not as it should be. */
export function readManifest({ path, text }: SourceText, problems: ProblemList): Manifest | undefined {
  const report = (at: Tokens, expected: string, found: unknown): undefined => {
    const shown = found === undefined ? "nothing" : (JSON.stringify(found)?.slice(0, 100) ?? "nothing");
    const message = `expected ${expected}; found ${shown}`;
    const pointer = at.length === 0 ? "" : printFragment(at);
    problems.error({ code: "manifest", file: path, pointer, message });
  };
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = `expected JSON; found ${errorMessage(error)}`;
    problems.error({ code: "syntax", file: path, pointer: "", message });
    return undefined;
  }
  const read = createReader(report);
  const root = read.object(content, [], ["targets", "openEnums", "extensions"]);
  return {
    path,
    targets: new Map(
      read.entries(root["targets"], ["targets"]).map(([name, value, at]) => [name, read.pointers(value, at)]),
    ),
    openEnums: read.pointers(root["openEnums"], ["openEnums"]),
    extensions: read
      .list(root["extensions"], ["extensions"])
      .map((value, i) => readEntry(value, { at: ["extensions", String(i)], read })),
  };
}

type Report = (at: Tokens, expected: string, found: unknown) => undefined;
type Reader = ReturnType<typeof createReader>;

function readEntry(
  value: unknown,
  { at, read }: { readonly at: Tokens; readonly read: Reader },
): ManifestEntry {
  const known = ["file", "name", "state", "extends", "schema", "spec", "fields", "values"];
  const entry = read.object(value, at, known);
  const fields = read.entries(entry["fields"], [...at, "fields"]).map(([target, added, fieldsAt]) => {
    const schemas = read.entries(added, fieldsAt).flatMap(([name, pointer, fieldAt]) => {
      const tokens = read.pointer(pointer, fieldAt);
      return tokens === undefined ? [] : [[name, tokens] as const];
    });
    return [target, new Map(schemas)] as const;
  });
  const values = read.entries(entry["values"], [...at, "values"]).flatMap(([base, extension, valuesAt]) => {
    const [to, from] = [read.pointer(base, valuesAt), read.pointer(extension, valuesAt)];
    return to === undefined || from === undefined ? [] : [{ base: to, extension: from, at: valuesAt }];
  });
  const targets = entry["extends"];
  return {
    at,
    file:
      read.text(entry["file"], [...at, "file"]) ??
      (entry["schema"] === undefined ? read.missing([...at, "file"]) : undefined),
    name: read.text(entry["name"], [...at, "name"]),
    state: read.state(entry["state"], [...at, "state"]),
    extends:
      targets === undefined
        ? undefined
        : read.list(targets, [...at, "extends"]).flatMap((target, i, all) => {
            const place = [...at, "extends", String(i)];
            return all.indexOf(target) < i
              ? (read.again(target, place) ?? [])
              : (read.text(target, place) ?? []);
          }),
    schema: read.url(entry["schema"], [...at, "schema"]),
    spec: read.url(entry["spec"], [...at, "spec"]),
    fields: new Map(fields),
    values,
  };
}

function createReader(report: Report) {
  const reader = {
    object(value: unknown, at: Tokens, known: readonly string[]): SchemaObject {
      if (!isObject(value)) {
        report(at, "an object", value);
        return {};
      }
      for (const key of Object.keys(value)) {
        if (!known.includes(key)) report([...at, key], `one of the keys ${known.join(", ")}`, key);
      }
      return value;
    },
    entries(value: unknown, at: Tokens): readonly (readonly [string, unknown, Tokens])[] {
      if (value === undefined) return [];
      if (!isObject(value)) {
        report(at, "an object", value);
        return [];
      }
      return Object.entries(value).map(([key, member]) => [key, member, [...at, key]] as const);
    },
    list(value: unknown, at: Tokens): readonly unknown[] {
      if (value === undefined) return [];
      if (Array.isArray(value)) return value;
      report(at, "a list", value);
      return [];
    },
    text(value: unknown, at: Tokens): string | undefined {
      if (value === undefined) return undefined;
      if (typeof value === "string" && value !== "") return value;
      return report(at, "a text", value);
    },
    again: (value: unknown, at: Tokens) => report(at, "each entry once", value),
    url(value: unknown, at: Tokens): string | undefined {
      if (value === undefined) return undefined;
      return typeof value === "string" && isUri(value) ? value : report(at, "an absolute URL", value);
    },
    missing(at: Tokens): string {
      report(at, "the name of a file", undefined);
      return "";
    },
    state(value: unknown, at: Tokens): ExtensionState | undefined {
      if (value === undefined) return undefined;
      if (isExtensionState(value)) return value;
      return report(at, `one of ${extensionStates.join(", ")}`, value);
    },
    pointer(value: unknown, at: Tokens): Tokens | undefined {
      const tokens =
        typeof value === "string" && value.startsWith("#") ? parseFragment(value.slice(1)) : undefined;
      return tokens ?? report(at, 'a JSON pointer that begins with "#"', value);
    },
    pointers(value: unknown, at: Tokens): readonly Tokens[] {
      return reader.list(value, at).flatMap((pointer, i) => {
        const tokens = reader.pointer(pointer, [...at, String(i)]);
        return tokens === undefined ? [] : [tokens];
      });
    },
  };
  return reader;
}
