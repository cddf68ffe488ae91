import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import translation from "../../../profiles/translations/translation.schema.json" with { type: "json" };
import { createDocumentReader } from "./document-reader.ts";

const schemas: ReadonlyMap<string, object> = new Map<string, object>([
  ["translation.schema.json", translation],
]);

/**
 * The reader of documents of the schema that the first line of a text names; undefined for one that is
 * read otherwise. It checks the form alone: what the document is about is not at hand.
 */
export function parseDocument(text: string): ((text: string, source: string) => unknown) | undefined {
  const name = /^# yaml-language-server: \$schema=(\S+)/.exec(text)?.[1];
  const schema = name === undefined ? undefined : schemas.get(name);
  if (schema === undefined) return undefined;
  return createDocumentReader<unknown>({ yaml, Ajv2020 }, { schema, findContradictions: () => [] });
}
