import { count } from "@a2agen/runtime/internal";
import type { ExtensionModel, FieldNarrowingModel } from "../../model/model.ts";
import { lastName } from "../../naming/last-name.ts";
import { code, codeLink, codeList } from "../shared/markdown.ts";

/** Where the link of a full name leads, from the page; undefined for what has no page. */
type LinkOf = (fullName: string) => string | undefined;

/** What the options say of an extension; texts are Markdown. */
export interface ExtensionView {
  readonly uri: string;
  readonly otherUris: readonly string[];
  /** "" where the options do not say. */
  readonly kind: string;
  readonly description: string;
  readonly required: boolean;
  readonly dependencies: readonly { readonly uri: string; readonly optional: boolean }[];
  readonly params: string;
  readonly services: string;
  /** The objects whose metadata has the data. */
  readonly objects: string;
  /** The keys there. */
  readonly keys: string;
  readonly narrows: readonly { readonly object: string; readonly rules: readonly string[] }[];
  /** The moves of a state machine, and the field that has the state. */
  readonly state: string;
  readonly transitions: readonly { readonly from: string; readonly to: string }[];
}

/** The declarations of an extension; `fields` are those of its data by their JSON names. */
export function toExtensionView(
  extension: ExtensionModel,
  { fields, linkOf }: { readonly fields: readonly string[]; readonly linkOf: LinkOf },
): ExtensionView {
  const { uri, kind, description, required, dependencies, params, objects, services, narrows } = extension;
  // The messages of two versions have the same names.
  const named = [...new Set([...objects, ...narrows.map(({ object }) => object)])].map(lastName);
  const nameOf = (name: string): string => {
    const isShared = named.filter((one) => one === lastName(name)).length > 1;
    return codeLink(isShared ? name : lastName(name), linkOf(name));
  };
  return {
    uri,
    otherUris: extension.otherUris,
    kind: kind === "unspecified" ? "" : kind,
    description,
    required,
    dependencies,
    params: params === "" ? "" : nameOf(params),
    services: services.map(nameOf).join(", "),
    objects: objects.map(nameOf).join(", "),
    keys: objects.length === 0 ? "" : keysText(extension, fields),
    narrows: narrows.map(({ object, carriesData, fields: rules }) => ({
      object: nameOf(object),
      rules: [...(carriesData ? ["Carries the data of the extension."] : []), ...rules.map(ruleText)],
    })),
    state: extension.states === undefined ? "" : code(extension.states.field),
    transitions: (extension.states?.moves ?? []).map(({ from, to }) => ({
      from: from.endsWith("_UNSPECIFIED") ? "at first" : `from ${code(from)}`,
      to: to.length === 0 ? "no other state" : codeList(to),
    })),
  };
}

function keysText({ uri, key }: ExtensionModel, fields: readonly string[]): string {
  if (key === "uri") return `${code(uri)}, which holds the whole of it`;
  return fields.map((field) => code(`${uri}/${field}`)).join(", ");
}

function ruleText({ field, required, values, members, minItems, maxItems }: FieldNarrowingModel): string {
  const rules = [
    required ? "is required" : "",
    values.length === 0 ? "" : `is one of ${codeList(values)}`,
    members.length === 0 ? "" : `has one of ${codeList(members)} set`,
    minItems === undefined ? "" : `has at least ${count(minItems, "element")}`,
    maxItems === undefined ? "" : `has at most ${count(maxItems, "element")}`,
  ].filter((rule) => rule !== "");
  return `${code(field)} ${rules.join(", ")}.`;
}

/** The metadata of an object that carries an extension's data, as JSON; "" where no object does. */
export function metadataExample({ uri, key, objects }: ExtensionModel, data: string): string {
  if (objects.length === 0 || data === "") return "";
  const value = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const metadata =
    key === "uri"
      ? { [uri]: value }
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [`${uri}/${name}`, one]));
  return JSON.stringify({ extensions: [uri], metadata }, undefined, 2);
}
