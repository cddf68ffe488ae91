import type { Message, Part } from "@a2agen/a2a-1.0";
import type { Entry } from "@a2agen/conversation";
import { isObject, own, setEntry } from "@a2agen/runtime/internal";

type Members = Readonly<Record<string, unknown>>;

/** A surface of A2UI as its messages have left it. */
export interface Surface {
  readonly id: string;
  /** The entry of the conversation that created it. */
  readonly home: string;
  /** Of A2UI: "v1.0"; "v0.8" where messages say none. */
  version: string;
  /** Whether its messages are those of the oldest version. */
  readonly isOldest: boolean;
  /** Whether its data goes with actions. */
  sendsData: boolean;
  root: string;
  catalog: string;
  isDeleted: boolean;
  readonly components: Map<string, Component>;
  data: unknown;
}

export interface Component {
  readonly id: string;
  readonly type: string;
  readonly properties: Members;
}

/** The surfaces of a conversation, in the order in which they were created. */
export function foldSurfaces(parts: readonly PlacedPart[]): readonly Surface[] {
  const surfaces = new Map<string, Surface>();
  for (const { part, home } of parts) {
    for (const message of Array.isArray(part.data) ? part.data : [part.data]) {
      if (isObject(message)) apply(message, surfaces, home);
    }
  }
  return [...surfaces.values()];
}

/** A part with the entry that it is in. */
export interface PlacedPart {
  readonly part: Part;
  readonly home: string;
}

/** The parts with data of agents in a conversation, each once, in their order. */
export function listParts(entries: readonly Entry[]): readonly PlacedPart[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const home = entry.key;
    const ofMessage = ({ messageId, parts, role }: Message): readonly Part[] => {
      if (seen.has(messageId) || role !== "ROLE_AGENT") return [];
      seen.add(messageId);
      return parts;
    };
    if (entry.kind === "agent") return toPlaced(ofMessage(entry.message), home);
    if (entry.kind !== "task") return [];
    const { artifacts = [], history = [], status } = entry.task;
    const messages = status.message === undefined ? history : [...history, status.message];
    return toPlaced([...messages.flatMap(ofMessage), ...artifacts.flatMap(({ parts }) => parts)], home);
  });
}

function toPlaced(parts: readonly Part[], home: string): readonly PlacedPart[] {
  return parts.flatMap((part) => (isSurfacePart(part) ? [{ part, home }] : []));
}

function isSurfacePart({ data, mediaType = "", metadata = {} }: Part): boolean {
  const marks = [mediaType, own(metadata, "mimeType")];
  return (
    data !== undefined &&
    marks.some((mark) => /^application\/(?:a2ui\+json|json\+a2ui)\b/i.test(String(mark)))
  );
}

/** Messages of all versions: those of 0.8 have names of their own. */
function apply(message: Members, surfaces: Map<string, Surface>, home: string): void {
  const [kind = "", content] =
    Object.entries(message).find(([name, value]) => name !== "version" && isObject(value)) ?? [];
  if (!isObject(content)) return;
  const id = own(content, "surfaceId");
  if (typeof id !== "string") return;
  const known = surfaces.get(id);
  if (kind === "deleteSurface") {
    if (known !== undefined) known.isDeleted = true;
    return;
  }
  const change = changes.get(kind);
  if (change === undefined) return;
  const surface =
    known === undefined || known.isDeleted ? emptySurface(id, home, own(message, "version")) : known;
  surfaces.set(id, surface);
  change(surface, content);
}

function emptySurface(id: string, home: string, version: unknown): Surface {
  return {
    id,
    home,
    version: typeof version === "string" ? version : "v0.8",
    isOldest: version === undefined,
    sendsData: false,
    root: "root",
    catalog: "",
    isDeleted: false,
    components: new Map(),
    data: {},
  };
}

const changes: ReadonlyMap<string, (surface: Surface, content: Members) => void> = new Map([
  ["createSurface", begin],
  ["beginRendering", begin],
  ["updateComponents", updateComponents],
  ["surfaceUpdate", updateComponents],
  ["updateDataModel", updateDataModel],
  ["dataModelUpdate", dataModelUpdate],
]);

function begin(surface: Surface, content: Members): void {
  const { root, catalogId, dataModel, sendDataModel } = content;
  surface.sendsData = sendDataModel === true;
  if (typeof root === "string") surface.root = root;
  if (typeof catalogId === "string") surface.catalog = catalogId;
  if (dataModel !== undefined) surface.data = structuredClone(dataModel);
  updateComponents(surface, content);
}

function updateComponents({ components }: Surface, { components: given }: Members): void {
  for (const each of Array.isArray(given) ? (given as unknown[]) : []) {
    if (!isObject(each)) continue;
    const { id, component, ...properties } = each;
    if (typeof id !== "string") continue;
    const nested = isObject(component) ? Object.entries(component)[0] : undefined;
    components.set(id, {
      id,
      type: nested?.[0] ?? (typeof component === "string" ? component : "?"),
      properties: isObject(nested?.[1]) ? { ...properties, ...nested[1] } : properties,
    });
  }
}

function updateDataModel(surface: Surface, { path, value }: Members): void {
  setAt(surface, tokensOf(path), structuredClone(value));
}

function dataModelUpdate(surface: Surface, { path, contents }: Members): void {
  const tokens = tokensOf(path);
  if (tokens.length === 0) surface.data = {};
  for (const [key, value] of entriesOf(contents)) setAt(surface, [...tokens, key], value);
}

/** The entries of a map of 0.8. */
function entriesOf(contents: unknown): readonly (readonly [string, unknown])[] {
  return (Array.isArray(contents) ? (contents as unknown[]) : []).filter(isObject).map((entry) => {
    const { key, valueMap, valueString, valueNumber, valueBoolean } = entry;
    const simple = valueString ?? valueNumber ?? valueBoolean;
    return [String(key), valueMap === undefined ? simple : Object.fromEntries(entriesOf(valueMap))];
  });
}

/** The names of a JSON pointer. */
export function tokensOf(path: unknown): readonly string[] {
  if (typeof path !== "string") return [];
  const names = path.split("/").filter((name) => name !== "");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A surface as it is after values were written to paths of its data. */
export function writeAll(surface: Surface, writes: ReadonlyMap<string, unknown>): Surface {
  if (writes.size === 0) return surface;
  const written = { ...surface, data: structuredClone(surface.data) };
  // Others are of properties that are bound to no path.
  for (const [path, value] of writes) if (path.startsWith("/")) setAt(written, tokensOf(path), value);
  return written;
}

function setAt(surface: Surface, tokens: readonly string[], value: unknown): void {
  const [last] = tokens.slice(-1);
  if (last === undefined) {
    surface.data = value ?? {};
    return;
  }
  if (typeof surface.data !== "object" || surface.data === null) surface.data = {};
  let here = surface.data as Record<string, unknown>;
  for (const token of tokens.slice(0, -1)) {
    const inner = own(here, token);
    const next = typeof inner === "object" && inner !== null ? inner : {};
    setEntry(here, token, next);
    here = next as Record<string, unknown>;
  }
  if (value === undefined || value === null) Reflect.deleteProperty(here, last);
  else if (Array.isArray(here) && last === "-") here.push(value);
  else setEntry(here, last, value);
}
