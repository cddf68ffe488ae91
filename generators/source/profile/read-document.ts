import extensionSchema from "../../../profiles/extension.schema.json" with { type: "json" };
import legacySchema from "../../../profiles/legacy.schema.json" with { type: "json" };
import profileSchema from "../../../profiles/profile.schema.json" with { type: "json" };
import translationSchema from "../../../profiles/translations/translation.schema.json" with { type: "json" };
import versionsSchema from "../../../profiles/versions.schema.json" with { type: "json" };
import type { ExtensionManifest } from "../../model/extension-manifest.ts";
import type { LegacySource } from "../../model/legacy-manifest.ts";
import type { Profile } from "../../model/profile.ts";
import type { VersionsData } from "../../model/versions-types.ts";
import { createDocumentReader, type DocumentRules, type FindBase } from "./document-reader.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findExtensionContradictions } from "./find-extension-contradictions.ts";
import { findLegacyContradictions } from "./find-legacy-contradictions.ts";
import { findVersionContradictions } from "./find-version-contradictions.ts";

/**
 * The documents in `profiles/`, and extension.yaml. Of a translation the form alone is checked: its versions
 * are not at hand.
 */
export interface Documents {
  readonly profile: Profile;
  readonly legacy: LegacySource;
  readonly translation: unknown;
  readonly versions: VersionsData;
  readonly extension: ExtensionManifest;
}

type Reader<T> = (text: string, source: string, findBase?: FindBase) => T;

type Readers = { readonly [Kind in keyof Documents]: Reader<Documents[Kind]> };

const readers: Readers = {
  profile: whenRead({ schema: profileSchema, findContradictions }),
  legacy: whenRead({ schema: legacySchema, findContradictions: findLegacyContradictions }),
  translation: whenRead({ schema: translationSchema, findContradictions: () => [] }),
  versions: whenRead({ schema: versionsSchema, findContradictions: findVersionContradictions }),
  extension: whenRead({ schema: extensionSchema, findContradictions: findExtensionContradictions }),
};

/** Compiles the schema for the first document. */
function whenRead<T>(rules: DocumentRules<T>): Reader<T> {
  let reader: Reader<T> | undefined;
  return (text, source, findBase) => {
    reader ??= createDocumentReader(rules);
    return reader(text, source, findBase);
  };
}

/**
 * Reads a document from YAML or JSON; `source` names it in problems, and `findBase` has what it may extend.
 * Throws a ProfileError that lists every problem. The module has the YAML parser and the validator with it:
 * plugins load it when they read a document.
 */
export function readDocument<Kind extends keyof Documents>(
  kind: Kind,
  text: string,
  source: string,
  findBase?: FindBase,
): Documents[Kind] {
  return readers[kind](text, source, findBase);
}
