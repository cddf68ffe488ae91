import type { Definition, Definitions, Node } from "./schema-model.ts";
import { SchemaError, type SchemaProblem } from "./schema-problem.ts";
import type { MethodSource, ServiceSource } from "./service-source.ts";

/** A method with the names of its types. */
export interface MethodPlan extends MethodSource {
  readonly key: string;
  /** Name in JSON-RPC. */
  readonly name: string;
  readonly input: string;
  readonly output: string;
}

/** Finds the names of methods and of their types in the schema; throws SchemaError for what is not there. */
export function planService(
  service: ServiceSource,
  definitions: Definitions,
  source: string,
): readonly MethodPlan[] {
  const problems: SchemaProblem[] = [];
  const plans = Object.entries(service.methods).map(([key, method]) => {
    const report = (message: string): undefined => {
      problems.push({ pointer: `#service/${key}`, message: `${message} [schema-service]` });
    };
    return planMethod(key, method, { definitions, report });
  });
  if (problems.length > 0) throw new SchemaError(source, problems);
  return plans.filter((plan) => plan !== undefined);
}

interface MethodContext {
  readonly definitions: Definitions;
  readonly report: (message: string) => undefined;
}

function planMethod(
  key: string,
  method: MethodSource,
  { definitions, report }: MethodContext,
): MethodPlan | undefined {
  const { request, response } = method;
  const named = nodeOf(definitions.get(request), "method");
  const name = named?.kind === "literals" && named.isConstant ? named.values[0] : undefined;
  if (typeof name !== "string") {
    return report(`expected a definition whose property "method" has a "const"; found ${request}`);
  }
  const input = method.params ?? nameOf(nodeOf(definitions.get(request), "params"));
  if (input === undefined || definitions.get(input)?.hidden !== false) {
    return report(`expected a type with a name as "params" of ${request}; give it one under types`);
  }
  const output = nameOf(nodeOf(definitions.get(response), "result"));
  if (output === undefined || definitions.get(output)?.hidden !== false) {
    return report(`expected a type with a name as "result" of ${response}; give it one under types`);
  }
  return { ...method, key, name, input, output };
}

function nodeOf(definition: Definition | undefined, property: string): Node | undefined {
  if (definition?.body.kind !== "object") return undefined;
  return definition.body.properties.find(({ name }) => name === property)?.node;
}

function nameOf(node: Node | undefined): string | undefined {
  return node?.kind === "ref" ? node.name : undefined;
}
