import { isUri, show } from "../service/service-parameters.ts";
import type { ExtensionInit } from "./extension.ts";

/** Throws a TypeError for terms of an extension that contradict each other. */
export function checkTerms<Data, Params>(init: ExtensionInit<Data, Params>): void {
  const { uri, kind, required, dependencies, data, fields, key = "uri", placements = [] } = init;
  if (!isUri(uri)) throw new TypeError(`uri: expected the URI of an extension, found ${show(uri)}`);
  const refuse = (text: string): never => {
    throw new TypeError(`${uri}: ${text}`);
  };
  if (required && kind === "data") {
    refuse('a data-only extension cannot be required (A2A extensions, "Required Extensions")');
  }
  const seen = new Set<string>();
  for (const dependency of dependencies) {
    if (!isUri(dependency.uri)) refuse(`dependencies: expected URIs, found ${show(dependency.uri)}`);
    if (dependency.uri === uri) refuse("dependencies: the extension depends on itself");
    if (seen.has(dependency.uri)) refuse(`dependencies: ${dependency.uri} is there twice`);
    seen.add(dependency.uri);
  }
  if (data === undefined) return;
  if (placements.length === 0) refuse("placements: the extension has data, but no type that carries it");
  if (key === "uri") return;
  if (fields === undefined || fields.length === 0) refuse('fields: the key "fields" needs their names');
  if (new Set(fields).size !== fields?.length) refuse("fields: a name is there twice");
}
