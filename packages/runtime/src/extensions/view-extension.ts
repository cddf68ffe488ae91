import { type SupportedExtension, urisOf } from "../service/extension-support.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import type { DataSide } from "./data-place.ts";
import type { DeclaredEntry } from "./declaration.ts";
import type { Extension } from "./extension.ts";
import { type AnyData, findData } from "./find-data.ts";
import { writeData } from "./write-data.ts";

/** An extension as one side of a call has it. */
export interface ExtensionView {
  readonly active: boolean;
  readonly params: unknown;
  in(object: object): object;
  addTo(object: unknown, data: object): unknown;
}

export interface ViewInit {
  readonly side: DataSide;
  readonly active: () => boolean;
  /** The extensions that the card declares. */
  readonly declared: () => readonly DeclaredEntry[];
  /** The URIs by which extensions are asked for. */
  readonly requested: () => readonly string[];
  /** What its data is read from by name. */
  readonly top?: object;
}

type Definition = SupportedExtension &
  Partial<Pick<Extension<unknown, unknown, object>, "dataNames" | "holders">>;

/**
 * An extension for one side, with the data that the other side has written: read when it is looked at, once.
 * While the extension is not active there is none, and none is written.
 */
export function viewExtension(extension: SupportedExtension, init: ViewInit): ExtensionView {
  const { side, active, declared, requested, top } = init;
  const definition: Definition = extension;
  const accesses = accessesOf(definition);
  const read = (access: AnyData, object: object): unknown => {
    if (!active()) return undefined;
    try {
      return findData(access, definition.holders ?? {}, object);
    } catch (error) {
      throw side === "agent" && isDecodeError(error) ? invalidRequest(error.issues, error) : error;
    }
  };
  const toReader = (object: object, reader: object): object => {
    for (const [name, access] of accesses) {
      if (access.from === side) continue;
      let found: { readonly data: unknown } | undefined;
      const get = (): unknown => {
        found ??= { data: read(access, object) };
        return found.data;
      };
      Object.defineProperty(reader, name, { enumerable: true, get });
    }
    return reader;
  };
  const view: ExtensionView = {
    get active() {
      return active();
    },
    get params() {
      return definition.paramsIn?.(declared());
    },
    in: (object) => toReader(object, {}),
    addTo(object, data) {
      if (!active()) return object;
      return writeData(object, data, { uri: definition.uri, side, accesses, requested: requested() });
    },
  };
  const taken = [...accesses.keys()].find((name) => name in view);
  if (taken !== undefined) throw new TypeError(`${definition.uri}: its data cannot be named ${taken} here`);
  if (top !== undefined) toReader(top, view);
  return view;
}

/** Whether an extension is in force by the URIs that are, or always. */
export function isInForce(extension: SupportedExtension, uris: readonly string[]): boolean {
  const { activation = "header" } = extension;
  return activation !== "header" || urisOf(extension).some((uri) => uris.includes(uri));
}

/** Whether a part has data of one of the extensions, right or wrong, while that extension is in force. */
export function createPartCheck(
  extensions: readonly SupportedExtension[],
): (part: object, uris: readonly string[]) => boolean {
  const checks = extensions.flatMap((extension) =>
    [...accessesOf(extension).values()].flatMap(({ isPart }) => (isPart ? [{ extension, isPart }] : [])),
  );
  return (part, uris) => checks.some(({ extension, isPart }) => isInForce(extension, uris) && isPart(part));
}

function accessesOf(definition: Definition): ReadonlyMap<string, AnyData> {
  // A definition has an access for each of these names, and is itself the one to its only data.
  const members = definition as unknown as Readonly<Record<string, AnyData>> & AnyData;
  return new Map(
    (definition.dataNames ?? []).map((name) =>
      name === "" ? ["data", members] : [name, members[name] as AnyData],
    ),
  );
}
