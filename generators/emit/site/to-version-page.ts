import { isNamed, typesOf } from "../../model/index-model.ts";
import type { FileModel, Model } from "../../model/model.ts";
import { shortName } from "../docs/anchors.ts";
import type { Places } from "./find-places.ts";

/** A link with what its target is about. */
export interface Entry {
  readonly fullName: string;
  readonly name: string;
  /** Below the version's directory. */
  readonly path: string;
  /** Markdown: the first paragraph of the description. */
  readonly summary: string;
  readonly deprecated: boolean;
}

/** What a version has, in the order of its sources. */
export interface Contents {
  readonly operations: readonly Entry[];
  readonly messages: readonly Entry[];
  readonly enums: readonly Entry[];
  readonly unions: readonly Entry[];
  readonly extensions: readonly Entry[];
}

export function listContents(model: Model, places: Places): Contents {
  const files = model.files.filter(({ requested }) => requested);
  const types = files.flatMap((file) =>
    typesOf(file)
      .filter(isNamed)
      .map((type) => ({ type, entry: toEntry(type.typeName, type, { file, places }) })),
  );
  const ofKind = (kind: string): readonly Entry[] =>
    types.filter(({ type }) => type.kind === kind).map(({ entry }) => entry);
  return {
    operations: files.flatMap((file) =>
      file.services.flatMap(({ typeName, methods }) =>
        methods.map((method) => ({
          ...toEntry(`${typeName}.${method.name}`, method, { file, places }),
          name: method.name,
        })),
      ),
    ),
    messages: ofKind("message"),
    enums: ofKind("enum"),
    unions: ofKind("union"),
    extensions: types
      .filter(({ type }) => type.kind === "message" && type.extension !== undefined)
      .map(({ entry }) => entry),
  };
}

function toEntry(
  fullName: string,
  { comment, deprecated }: { readonly comment: string; readonly deprecated: boolean },
  { file, places }: { readonly file: FileModel; readonly places: Places },
): Entry {
  return {
    fullName,
    name: shortName(fullName, file.package),
    path: places.get(fullName) ?? "",
    summary: comment.split(/\n\s*\n/)[0] ?? "",
    deprecated,
  };
}
