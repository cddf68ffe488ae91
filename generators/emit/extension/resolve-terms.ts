import { defined } from "@a2agen/runtime/internal";
import type { At, PlacedData } from "../../model/extension-manifest.ts";
import type { ExtensionModel } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import { resolveError } from "./own-errors.ts";
import { resolveCoreStates } from "./resolve-core-states.ts";
import { resolveLimits } from "./resolve-limits.ts";
import { resolveStates } from "./resolve-states.ts";
import type { DataType, ResolvedData, ResolvedExtension } from "./resolved-extension.ts";
import type { TermsContext } from "./terms-context.ts";

type Terms = "activation" | "headers" | "data" | "limits" | "errors" | "states";

/** Looks up what the terms of an extension name, and reports what is not there. */
export function resolveTerms(
  options: ExtensionModel,
  { params, ...context }: TermsContext & { readonly params: DataType | undefined },
): Pick<ResolvedExtension, Terms> {
  const data = options.data.flatMap((one) => resolveData(one, options, context));
  return {
    activation: options.activation,
    headers: options.headers.map(({ name, required = false, pattern }) =>
      defined({ name, required, pattern }),
    ),
    errors: options.errors.map(resolveError),
    limits: resolveLimits(options, { ...context, data, params }),
    data,
    ...defined({ states: resolveStates(options, { ...context, data }) }),
  };
}

function resolveData(
  { name = "", description = "", type, from, on, at = "uri", onInvalid, taskStates = [], check }: PlacedData,
  { position }: ExtensionModel,
  context: TermsContext,
): readonly ResolvedData[] {
  const found = context.findType(type);
  const carriers = [...new Set(on)].flatMap((object) => {
    const carrier = context.findObject(object);
    if (carrier === undefined || carrier.parts !== undefined || !isInParts(at)) return carrier ?? [];
    const names = listWithParts(context);
    const parameters = { extension: context.extension, name: object, names };
    context.diagnostics.report(extensionDiagnostics["manifest-object"], position, parameters);
    return [];
  });
  if (found === undefined || carriers.length === 0) return [];
  return [
    {
      name,
      description,
      type: found.type,
      place: toPlace(at, found.members),
      carriers,
      taskStates: resolveCoreStates(taskStates, { ...context, position }),
      ...defined({
        from: from === "either" ? undefined : from,
        invalid: onInvalid,
        check: check === undefined ? undefined : toCheck(check),
      }),
    },
  ];
}

function toCheck(text: string): NonNullable<ResolvedData["check"]> {
  const [file = "", name = ""] = text.split("#");
  return { module: file.replace(/\.[cm]?[jt]s$/, ""), name };
}

function isInParts(at: At): boolean {
  return typeof at === "object" && ("partKey" in at || "mediaType" in at);
}

function listWithParts({ files, types, nameOf }: TermsContext): readonly string[] {
  return files
    .flatMap(({ messages }) => messages)
    .filter((message) => findCarrier(message, types)?.parts !== undefined)
    .map(nameOf);
}

export function toPlace(at: At, fields: readonly string[]): ResolvedData["place"] {
  if (at === "uri") return { kind: "key" };
  if (at === "uri-field") return { kind: "fields", fields };
  if ("key" in at) return { kind: "key", keys: [at.key, ...(at.alsoReads ?? [])] };
  if ("prefix" in at) return { kind: "fields", fields, prefixes: [at.prefix, ...(at.alsoReads ?? [])] };
  if ("uriWithoutScheme" in at) {
    return { kind: "key", suffix: at.uriWithoutScheme === "" ? "" : `/${at.uriWithoutScheme}` };
  }
  if ("path" in at) return { kind: "path", path: at.path };
  if ("partKey" in at) return { kind: "part-key", key: at.partKey };
  const { mediaType, alsoReads = [], marker = "both", values = "list" } = at;
  return { kind: "part-type", mediaTypes: [mediaType, ...alsoReads], marker, values };
}
