import { defined, isObject, own } from "../../runtime/core/object.ts";

/** A value without the forms of before 0.3, which the draft lists in A.2.1. */
export interface Modernized {
  readonly value: unknown;
  /** The places of what was rewritten, "message.parts[0]". */
  readonly places: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** By the name of a type as the value of `kind`: the object as 0.3 writes it. */
const forms: ReadonlyMap<unknown, (object: Fields) => Fields> = new Map([
  ["TextPart", (part: Fields) => ({ ...part, kind: "text" })],
  ["DataPart", (part: Fields) => ({ ...part, kind: "data" })],
  ["FilePart", toFile],
  ["Message", (message: Fields) => ({ ...message, kind: "message" })],
  ["Task", (task: Fields) => ({ ...task, kind: "task" })],
  ["TaskStatusUpdateEvent", (event: Fields) => ({ ...event, kind: "status-update" })],
  ["TaskArtifactUpdateEvent", (event: Fields) => ({ ...event, kind: "artifact-update" })],
]);

/** Fields of any content, which is the user's own. */
const open: readonly string[] = ["data", "metadata"];

/** Rewrites what names its type in `kind`, such as `{kind: "TextPart"}`, as 0.3 writes it; undefined for a value without such forms. */
export function modernize(value: unknown): Modernized | undefined {
  const places: string[] = [];
  const rewritten = rewrite(value, "", places);
  return places.length === 0 ? undefined : { value: rewritten, places };
}

function rewrite(value: unknown, place: string, places: string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => rewrite(one, `${place}[${index}]`, places));
  }
  if (!isObject(value)) return value;
  const form = forms.get(own(value, "kind"));
  if (form !== undefined) places.push(place);
  const inner = Object.entries(value).map(([name, one]): readonly [string, unknown] => {
    const at = place === "" ? name : `${place}.${name}`;
    return [name, open.includes(name) ? one : rewrite(one, at, places)];
  });
  const copy = Object.fromEntries(inner);
  return form === undefined ? copy : form(copy);
}

/** The file was in the part itself. */
function toFile({
  mimeType,
  mediaType,
  name,
  fileWithBytes,
  fileWithUri,
  bytes,
  uri,
  ...rest
}: Fields): Fields {
  if (isObject(rest["file"])) return { ...rest, kind: "file" };
  const file = {
    name,
    mimeType: mimeType ?? mediaType,
    bytes: fileWithBytes ?? bytes,
    uri: fileWithUri ?? uri,
  };
  return { ...rest, kind: "file", file: defined(file) };
}
