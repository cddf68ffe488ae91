import { type CatalogEntry, checkEntry } from "../client/contract/catalog-entry.ts";
import { isObject, own } from "../core/object.ts";
import { parseUrl } from "../core/url.ts";
import { mediaTypeOf } from "../http/media-type.ts";
import { locateHttp } from "../service/binding-factory.ts";
import { show } from "../service/service-parameters.ts";
import { type CatalogProblemCode, mediaTypes } from "./catalog.ts";
import { checkLead } from "./check-lead.ts";

/** Where an entry stands, and who is told what is wrong with it. */
export interface EntryPlace {
  readonly from: string | undefined;
  readonly path: string;
  report(code: CatalogProblemCode, member: string, message: string): void;
}

/** Names of members in earlier forms of the catalog; values are read under either. */
const earlierNames = [
  ["type", "mediaType", "older-type"],
  ["extensions", "metadata", "older-metadata"],
  ["trustManifests", "trustManifest", "older-trust"],
] as const;

/** Reads an entry of any form of the catalog; undefined for one that cannot be used. */
export function parseEntry(source: unknown, place: EntryPlace): CatalogEntry | undefined {
  if (!isObject(source)) {
    place.report("content", "", `expected an object, found ${show(String(source))}`);
    return undefined;
  }
  const values = new Map<string, unknown>();
  for (const [name, earlier, code] of earlierNames) {
    const value = own(source, name);
    values.set(name, value ?? own(source, earlier));
    if (value !== undefined || own(source, earlier) === undefined) continue;
    place.report(code, earlier, `expected ${name}, its name in the newest form`);
  }
  const identifier = textOf(own(source, "identifier"));
  if (identifier === undefined) {
    place.report("identifier", "identifier", "expected a text, found none");
    return undefined;
  }
  checkExtensions(own(source, "extensions"), place);
  const url = readUrl(own(source, "url"), place);
  const data = own(source, "data");
  if ((url === undefined) === (data === undefined)) {
    place.report("content", "", `expected url or data, found ${url === undefined ? "neither" : "both"}`);
    if (url === undefined) return undefined;
  }
  const type = mediaTypeOf(textOf(values.get("type")));
  if (type === "") place.report("type", "type", "expected a media type, found none");
  const tags = listOf(own(source, "tags"));
  const inline = url === undefined ? data : undefined;
  const trust = values.get("trustManifests");
  const entry: CatalogEntry = {
    [checkEntry]: (options) => checkLead(entry, options),
    identifier,
    type,
    isAgent: isAgentType(type, tags, place),
    name:
      textOf(own(source, "displayName")) ??
      textIn(inline, "name") ??
      /[^:/]+$/.exec(identifier)?.[0] ??
      identifier,
    description: textOf(own(source, "description")) ?? textIn(inline, "description"),
    version: textOf(own(source, "version")) ?? textIn(inline, "version"),
    tags,
    url,
    data: inline,
    from: place.from,
    path: place.path,
    trust:
      trust === undefined || (Array.isArray(trust) && trust.length === 0) ? "none" : "present, not verified",
    source,
  };
  return entry;
}

function isAgentType(type: string, tags: readonly string[], place: EntryPlace): boolean {
  if (type === mediaTypes.agent) return true;
  if (type !== "application/json" || !tags.some((tag) => tag.toLowerCase() === "a2a")) return false;
  place.report("type", "type", `expected ${mediaTypes.agent} for an agent with the tag a2a, found ${type}`);
  return true;
}

/** An absolute URL of http or https, without its fragment. */
function readUrl(value: unknown, place: EntryPlace): string | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value) ?? "";
  const isAbsolute = parseUrl(text) !== undefined;
  const url = parseUrl(text, place.from);
  if (url === undefined || locateHttp(url.href) === undefined) {
    const found = url?.username || url?.password ? "one with them" : show(text);
    place.report("url", "url", `expected an http or https URL without user and password, found ${found}`);
    return undefined;
  }
  if (!isAbsolute) place.report("relative-url", "url", `expected an absolute URL, found ${show(text)}`);
  url.hash = "";
  return url.href;
}

/** Keys of extensions are URLs or reverse domain names, so that those of two publishers differ. */
function checkExtensions(extensions: unknown, place: EntryPlace): void {
  if (!isObject(extensions)) return;
  const key = Object.keys(extensions).find(
    (name) => parseUrl(name) === undefined && !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+/i.test(name),
  );
  if (key === undefined) return;
  place.report(
    "extension-key",
    "extensions",
    `expected URLs or reverse domain names as keys, found ${show(key)}`,
  );
}

function textIn(value: unknown, name: string): string | undefined {
  return isObject(value) ? textOf(own(value, name)) : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
