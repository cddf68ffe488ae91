import legacySchema from "../../../profiles/legacy.schema.json" with { type: "json" };
import profileSchema from "../../../profiles/profile.schema.json" with { type: "json" };
import translationSchema from "../../../profiles/translations/translation.schema.json" with { type: "json" };
import type { LegacySource } from "../../model/legacy-manifest.ts";
import type { Profile } from "../../model/profile.ts";
import { createDocumentReader, type DocumentRules } from "./document-reader.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findLegacyContradictions } from "./find-legacy-contradictions.ts";

/** The documents in `profiles/`. Of a translation the form alone is checked: its versions are not at hand. */
export interface Documents {
  readonly profile: Profile;
  readonly legacy: LegacySource;
  readonly translation: unknown;
}

type Readers = { readonly [Kind in keyof Documents]: (text: string, source: string) => Documents[Kind] };

const readers: Readers = {
  profile: whenRead({ schema: profileSchema, findContradictions }),
  legacy: whenRead({ schema: legacySchema, findContradictions: findLegacyContradictions }),
  translation: whenRead({ schema: translationSchema, findContradictions: () => [] }),
};

/** Compiles the schema for the first document. */
function whenRead<T>(rules: DocumentRules<T>): (text: string, source: string) => T {
  let reader: ((text: string, source: string) => T) | undefined;
  return (text, source) => {
    reader ??= createDocumentReader(rules);
    return reader(text, source);
  };
}

/**
 * Reads a document from YAML or JSON; `source` names it in problems. Throws a ProfileError that lists every problem.
 * The module has the YAML parser and the validator with it: plugins load it when they read a document.
 */
export function readDocument<Kind extends keyof Documents>(
  kind: Kind,
  text: string,
  source: string,
): Documents[Kind] {
  return readers[kind](text, source);
}
