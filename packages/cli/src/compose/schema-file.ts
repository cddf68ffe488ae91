import { printFragment, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import type { SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { parseJson } from "@a2agen/terminal/read-json.ts";
import type { ProblemList } from "./compose-problem.ts";

/** What a file is for. */
export type SchemaRole = "base" | "extension" | "shared";

/** A file that was given. */
export interface SourceText {
  /** As it was given; what references name is found relative to its directory. */
  readonly path: string;
  readonly text: string;
  /** The URL that it answers for. */
  readonly url?: string;
}

/** A schema that was read from a file. */
export interface SchemaFile {
  readonly role: SchemaRole;
  readonly path: string;
  readonly content: SchemaObject;
  /** The `$id` of the root, without an empty fragment. */
  readonly id: string | undefined;
  /** The URL that it answers for. */
  readonly url: string | undefined;
}

/** In UTF-16 code units. */
const maximumLength = 16 * 1024 * 1024;
const maximumDepth = 100;

/** Reads a schema and refuses what would be dangerous to walk through; undefined when it is refused. */
export function readSchemaFile(
  { path, text, url }: SourceText,
  role: SchemaRole,
  problems: ProblemList,
): SchemaFile | undefined {
  const refuse = (code: "syntax" | "too-large" | "schema", message: string): undefined => {
    problems.error({ code, file: path, pointer: "", message });
  };
  if (text.length > maximumLength) {
    return refuse("too-large", `expected at most ${maximumLength} characters; found ${text.length}`);
  }
  let content: unknown;
  try {
    content = parseJson(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return refuse("syntax", `expected JSON; ${errorMessage(error)}`);
  }
  if (!isObject(content)) return refuse("schema", "expected an object; found another JSON value");
  if (!isSafe(content, path, problems)) return undefined;
  const id = content["$id"];
  return {
    role,
    path,
    content,
    url,
    id: typeof id === "string" ? id.replace(/#$/, "") : undefined,
  };
}

/** Looks for what is too deep and for names that programs trip over; without recursion. */
function isSafe(content: SchemaObject, file: string, problems: ProblemList): boolean {
  let isFine = true;
  const pending: { readonly value: unknown; readonly tokens: Tokens }[] = [{ value: content, tokens: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, tokens } = next;
    if (typeof value !== "object" || value === null) continue;
    if (tokens.length > maximumDepth) {
      const message = `expected at most ${maximumDepth} values inside one another; found more below ${printFragment(tokens.slice(0, 3))}`;
      problems.error({ code: "too-deep", file, pointer: "", message });
      return false;
    }
    for (const [key, member] of Object.entries(value)) {
      const at = [...tokens, key];
      if (key === "__proto__") {
        const message = 'expected any other name; found "__proto__"; rename it';
        problems.error({ code: "name", file, pointer: printFragment(at), message });
        isFine = false;
      }
      pending.push({ value: member, tokens: at });
    }
  }
  return isFine;
}
