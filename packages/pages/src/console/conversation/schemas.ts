import type { Message } from "@a2agen/a2a-1.0";
import { isObject } from "@a2agen/runtime/internal";

/** The parts of a JSON Schema of an object that a form reads; anything else in it is left to the agent. */
export type ObjectSchema = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A schema with the name of what has it. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: ObjectSchema;
}

/** Schemas are looked for at this depth at most: cards come from strangers. */
const maximumDepth = 5;

const maximumSchemas = 20;

export function isObjectSchema(value: unknown): value is ObjectSchema {
  return isObject(value) && value["type"] === "object" && isObject(value["properties"]);
}

/**
 * The schemas of data that an agent gives: in the message with its question, and in the skills and extensions
 * of its card, as it came.
 */
export function findSchemas(card: unknown, question: Message | undefined): readonly NamedSchema[] {
  const found: NamedSchema[] = [];
  const search = (value: unknown, name: string, depth: number): void => {
    if (found.length >= maximumSchemas || depth > maximumDepth || typeof value !== "object") return;
    if (isObjectSchema(value)) {
      found.push({
        name: `${name}${typeof value["title"] === "string" ? `: ${value["title"]}` : ""}`,
        schema: value,
      });
      return;
    }
    for (const member of Object.values(value ?? {})) search(member, name, depth + 1);
  };
  search([question?.parts.map(({ data }) => data), question?.metadata], "The question", 0);
  if (!isObject(card)) return found;
  for (const skill of listOf(card["skills"])) search(skill, String(skill["name"]), 0);
  const capabilities = isObject(card["capabilities"]) ? card["capabilities"] : {};
  for (const extension of listOf(capabilities["extensions"])) search(extension, String(extension["uri"]), 0);
  return found;
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
