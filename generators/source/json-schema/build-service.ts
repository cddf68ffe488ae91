import type { HttpSegment, MethodModel, Position, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { type BuildContext, fullName } from "./build-types.ts";
import type { Definition, Definitions, Node } from "./definition.ts";
import { SchemaError, type SchemaProblem } from "./schema-problem.ts";

type ServiceSource = NonNullable<Profile["schema"]>["service"];
type MethodSource = ServiceSource["methods"][string];

/**
 * Builds the service that a profile describes: names of methods and their types are in the definitions of the
 * envelopes. Throws SchemaError for what is not there.
 */
export function buildService(service: ServiceSource, context: BuildContext): ServiceModel {
  const problems: SchemaProblem[] = [];
  const methods = Object.entries(service.methods).flatMap(([member, method]): readonly MethodModel[] => {
    const pointer = `#service/${member}`;
    const found = findNames(method, context.definitions);
    if (typeof found === "string") {
      problems.push({ pointer, message: `${found} [schema-service]` });
      return [];
    }
    return [
      {
        name: found.name,
        member,
        input: fullName(found.input, context),
        output: fullName(found.output, context),
        streaming: method.streaming === true ? "server" : "unary",
        http: (method.http ?? []).map(({ verb, path }) => ({
          verb,
          template: path,
          segments: toSegments(path),
        })),
        signatures: [],
        comment: wrapText(method.description),
        deprecated: false,
        position: positionOf(pointer, context),
      },
    ];
  });
  if (problems.length > 0) throw new SchemaError(context.source, problems);
  return {
    kind: "service",
    typeName: fullName(service.name, context),
    identifier: service.name,
    comment: service.description,
    deprecated: false,
    position: positionOf("#service", context),
    methods,
  };
}

function positionOf(pointer: string, { source }: BuildContext): Position {
  return { file: source, line: 1, column: 1, pointer };
}

function toSegments(path: string): readonly HttpSegment[] {
  return path
    .split("/")
    .slice(1)
    .map((text) => ({ kind: "literal", text }));
}

interface Names {
  /** In JSON-RPC. */
  readonly name: string;
  readonly input: string;
  readonly output: string;
}

/** The names of a method and its types, or what is wrong. */
function findNames({ request, params, response }: MethodSource, definitions: Definitions): Names | string {
  const named = nodeOf(definitions.get(request), "method");
  const name = named?.kind === "literals" && named.isConstant ? named.values[0] : undefined;
  if (typeof name !== "string") {
    return `expected a definition whose property "method" has a "const"; found ${request}`;
  }
  const own = nodeOf(definitions.get(request), "params");
  if (params !== undefined && own !== undefined) {
    return `expected no params beside those of ${request}; found ${params}`;
  }
  const input = params ?? referenceOf(own);
  if (input === undefined || definitions.get(input)?.hidden !== false) {
    return `expected a type with a name as "params" of ${request}; give it one under types`;
  }
  const output = referenceOf(nodeOf(definitions.get(response), "result"));
  if (output === undefined || definitions.get(output)?.hidden !== false) {
    return `expected a type with a name as "result" of ${response}; give it one under types`;
  }
  return { name, input, output };
}

function nodeOf(definition: Definition | undefined, property: string): Node | undefined {
  if (definition?.body.kind !== "object") return undefined;
  return definition.body.properties.find(({ name }) => name === property)?.node;
}

function referenceOf(node: Node | undefined): string | undefined {
  return node?.kind === "ref" ? node.name : undefined;
}

const maximumWidth = 96;

/** A text in lines that fit into a comment. */
function wrapText(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > maximumWidth && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join("\n");
}
