import fc from "fast-check";
import schema from "../../../../../profiles/a2a-0.3.schema.json" with { type: "json" };

interface Node {
  readonly $ref?: string;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: Node;
}

const definitions: ReadonlyMap<string, Node> = new Map(Object.entries<Node>(schema.definitions));

const text = fc.oneof(
  fc.constantFrom("completed", "user", "message/send", "text", "kind", "JSONRPC", "https://example.com/a"),
  fc.string({ minLength: 1, maxLength: 6 }),
);

// What translators put into another form is already in that form: a literal in code is only moved.
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  timestamp: fc.constantFrom("2025-04-02T16:59:25Z", "2025-04-02T16:59:25.331Z"),
  bytes: fc.constantFrom("YQ==", "AAEC"),
  id: fc.constantFrom("t-1", "a`b", "a$b", 'a"b'),
  taskId: fc.constantFrom("t-1", "c\\d"),
};

/** Fields without which a translator puts something in, or of which a person has to decide. */
const fixed: Readonly<Record<string, "given" | "absent">> = {
  "MessageSendParams.configuration": "given",
  "MessageSendConfiguration.blocking": "given",
  "PushNotificationConfig.id": "given",
  "AgentCard.signatures": "absent",
  "AgentCard.additionalInterfaces": "absent",
};

/** Values of a type of 0.3 that are moved to the target without a person. */
export function literalValues(definition: string): fc.Arbitrary<unknown> {
  return valueFor({ $ref: `#/definitions/${definition}` }, { owner: definition, field: "" });
}

interface Place {
  readonly owner: string;
  readonly field: string;
}

function valueFor(node: Node, place: Place): fc.Arbitrary<unknown> {
  if (node.$ref !== undefined) {
    const owner = node.$ref.replace("#/definitions/", "");
    return valueFor(definitions.get(owner) ?? {}, { owner, field: place.field });
  }
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map((one) => valueFor(one, place)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum.filter((value) => value !== "unknown"));
  switch (node.type) {
    case "string":
      return texts[place.field] ?? text;
    case "integer":
      return fc.nat(1000);
    case "boolean":
      return fc.boolean();
    case "array": {
      const maxLength = place.field === "schemes" ? 1 : 2;
      return fc.array(valueFor(node.items ?? {}, place), { minLength: 1, maxLength });
    }
    case "object":
      return node.properties === undefined ? mapOf(node, place) : objectOf(node, place.owner);
    default:
      return fc.constantFrom(null, 1, "completed", { kind: "text", state: "working" }, ["user"]);
  }
}

function mapOf({ additionalProperties = {} }: Node, place: Place): fc.Arbitrary<unknown> {
  const key = fc.constantFrom("kind", "state", "a b", "role", "url");
  return fc.dictionary(key, valueFor(additionalProperties, { owner: "", field: "" }), {
    maxKeys: place.field === "" ? 1 : 2,
    noNullPrototype: true,
  });
}

function objectOf({ properties = {}, required = [] }: Node, owner: string): fc.Arbitrary<unknown> {
  if (owner === "OAuthFlows") {
    // A scheme has one flow now.
    return fc.oneof(
      ...Object.entries(properties).map(([name, node]) =>
        valueFor(node, { owner, field: name }).map((value) => ({ [name]: value })),
      ),
    );
  }
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  const needed: string[] = [];
  for (const [name, node] of Object.entries(properties)) {
    const rule = fixed[`${owner}.${name}`];
    if (rule === "absent") continue;
    if (rule === "given" || required.includes(name)) needed.push(name);
    fields[name] = valueFor(node, { owner, field: name });
  }
  return fc.record(fields, { requiredKeys: needed, noNullPrototype: true });
}
