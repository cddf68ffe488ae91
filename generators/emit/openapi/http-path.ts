import type { ModelIndex } from "../../model/index-model.ts";
import type { FieldModel, HttpPart, HttpRule, MessageModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { capitalize } from "../../naming/casing.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import type { Schema } from "../jsonschema/schema.ts";
import type { SchemaContext } from "../jsonschema/schema-context.ts";
import { parameterSchema } from "./parameter-schema.ts";

/** A path of OpenAPI with its parameters, made from a template of google.api.http. */
export interface HttpPath {
  /** "/v1/tasks/{id}:cancel". */
  readonly path: string;
  readonly parameters: readonly PathParameter[];
  /** What each variable of the template is in terms of the parameters: "name" is "tasks/{id}". */
  readonly fields: Readonly<Record<string, string>>;
}

export interface PathParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly deprecated: boolean;
}

/**
 * Names that a path's parameters got first, by the path without names: paths may not differ in names only.
 */
export type PathNames = Map<string, readonly string[]>;

interface PathContext {
  readonly input: MessageModel;
  readonly profile: Profile;
  readonly index: ModelIndex;
  readonly schemas: SchemaContext;
  readonly names: PathNames;
}

/** One segment of the path; consecutive ones may be of the same variable. */
type Token =
  | { readonly kind: "literal"; readonly text: string; readonly field?: string }
  | { readonly kind: "parameter"; readonly parameter: PathParameter; readonly field?: string };

export function buildHttpPath(rule: HttpRule, context: PathContext): HttpPath {
  const tokens = withOwnNames(
    rule.segments.flatMap((segment): readonly Token[] => {
      if (segment.kind === "variable") return variableTokens(segment, context);
      if (segment.kind === "literal") return [segment];
      return [{ kind: "parameter", parameter: anonymous }];
    }),
  );
  const action = rule.action === undefined ? "" : `:${rule.action}`;
  const shape = `${pathOf(tokens, () => "")}${action}`;
  const known = context.names.get(shape);
  const own = tokens.flatMap((token) => (token.kind === "parameter" ? [token.parameter.name] : []));
  if (known === undefined) context.names.set(shape, own);
  const named = known === undefined ? tokens : rename(tokens, known);
  const fields: Record<string, string> = {};
  for (const token of named) {
    if (token.field === undefined) continue;
    const text = token.kind === "literal" ? token.text : `{${token.parameter.name}}`;
    const before = fields[token.field];
    fields[token.field] = before === undefined ? text : `${before}/${text}`;
  }
  return {
    path: `${pathOf(named, (name) => name)}${action}`,
    parameters: named.flatMap((token) => (token.kind === "parameter" ? [token.parameter] : [])),
    fields,
  };
}

const anonymous: PathParameter = {
  name: "segment",
  description: "One segment of the path.",
  schema: { type: "string" },
  deprecated: false,
};

function pathOf(tokens: readonly Token[], nameOf: (name: string) => string): string {
  return tokens
    .map((token) => (token.kind === "literal" ? `/${token.text}` : `/{${nameOf(token.parameter.name)}}`))
    .join("");
}

function variableTokens(
  { field: path, segments }: { readonly field: string; readonly segments: readonly HttpPart[] },
  context: PathContext,
): readonly Token[] {
  const { field, owner, jsonPath } = resolveField(path, context);
  const resource = context.profile.resourceNames.find(({ fields }) =>
    fields.includes(`${owner.typeName}.${field.name}`),
  );
  const [first] = segments;
  if (resource === undefined && segments.length === 1 && first?.kind === "wildcard") {
    const deep = first.deep ? " It may hold slashes." : "";
    const parameter: PathParameter = {
      name: jsonPath,
      description: `${field.comment}${deep}`.trim(),
      schema: parameterSchema(field, context.schemas) ?? { type: "string" },
      deprecated: field.deprecated,
    };
    return [{ kind: "parameter", parameter, field: path }];
  }
  const parts = resource === undefined ? undefined : alignResource(segments, resource);
  let literal = "";
  return segments.map((segment, i): Token => {
    if (segment.kind === "literal") {
      literal = segment.text;
      return { ...segment, field: path };
    }
    const part = parts?.[i];
    const pattern = resource?.pattern ?? segments.map(segmentText).join("/");
    const parameter: PathParameter = {
      name: part?.name ?? (literal === "" ? jsonPath : `${singular(toCamelCase(literal))}Id`),
      description:
        part === undefined
          ? `What follows \`${literal}/\` in \`${jsonPath}\`, which has the form \`${pattern}\`.`
          : `The part \`${part.variable}\` of \`${jsonPath}\`, which has the form \`${pattern}\`.`,
      schema: { type: "string" },
      deprecated: field.deprecated,
    };
    return { kind: "parameter", parameter, field: path };
  });
}

function segmentText(part: HttpPart): string {
  if (part.kind === "literal") return part.text;
  return part.deep ? "**" : "*";
}

/** "data-stores" -> "dataStores". */
function toCamelCase(literal: string): string {
  const words = literal.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word, i) => (i === 0 ? word : capitalize(word))).join("");
}

/** The names that the profile has for the wildcards; undefined when the template has another form. */
function alignResource(
  segments: readonly HttpPart[],
  { pattern, parts }: Profile["resourceNames"][number],
): readonly ({ readonly name: string; readonly variable: string } | undefined)[] | undefined {
  const forms = pattern.split("/");
  if (forms.length !== segments.length) return undefined;
  const aligned = segments.map((segment, i) => {
    const form = forms[i] ?? "";
    const variable = /^\{(.+)\}$/.exec(form)?.[1];
    if (segment.kind === "literal") return segment.text === form ? undefined : "other form";
    const name = variable === undefined ? undefined : parts[variable]?.[0];
    return variable === undefined || name === undefined ? "other form" : { name, variable };
  });
  const known = aligned.filter((part) => part !== "other form");
  return known.length === aligned.length ? known : undefined;
}

function rename(tokens: readonly Token[], names: readonly string[]): readonly Token[] {
  let at = 0;
  return tokens.map((token) => {
    if (token.kind === "literal") return token;
    const name = names[at++] ?? token.parameter.name;
    return { ...token, parameter: { ...token.parameter, name } };
  });
}

/** Numbers parameters that would have the same name. */
function withOwnNames(tokens: readonly Token[]): readonly Token[] {
  const taken = new Set<string>();
  return tokens.map((token) => {
    if (token.kind === "literal") return token;
    const name = uniqueName(token.parameter.name, taken);
    taken.add(name);
    return { ...token, parameter: { ...token.parameter, name } };
  });
}

/** Follows a path of proto names, "book.name". */
export function resolveField(
  path: string,
  { input, index }: { readonly input: MessageModel; readonly index: ModelIndex },
): { readonly field: FieldModel; readonly owner: MessageModel; readonly jsonPath: string } {
  let owner = input;
  const jsonNames: string[] = [];
  const protoNames = path.split(".");
  for (const [i, name] of protoNames.entries()) {
    const field = owner.fields.find((candidate) => candidate.name === name);
    if (field === undefined) break;
    jsonNames.push(field.jsonName);
    if (i === protoNames.length - 1) return { field, owner, jsonPath: jsonNames.join(".") };
    if (field.shape.type.kind !== "message") break;
    owner = index.message(field.shape.type.typeName);
  }
  throw new Error(`${input.typeName} has no field ${path}; the model should have reported it`);
}

/** One element of a collection: "order" of "orders", "category" of "categories", "shelf" of "shelves". */
function singular(name: string): string {
  if (/[^aeiou]ies$/i.test(name)) return name.replace(/ies$/i, "y");
  if (/elves$/i.test(name)) return name.replace(/ves$/i, "f");
  if (/(?:ss|x|z|ch|sh)es$/i.test(name)) return name.slice(0, -2);
  return /[^su]s$/i.test(name) ? name.slice(0, -1) : name;
}
