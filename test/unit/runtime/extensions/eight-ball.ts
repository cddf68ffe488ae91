import examples from "../versions/detect/extension-examples.json" with { type: "json" };

/** What the specification of extensions shows: a card, a request with a code, and its answer. */
export const ofSpecification = {
  card: readExample("s000-L46") as {
    readonly name: string;
    readonly description: string;
    readonly version: string;
    readonly capabilities: {
      readonly extensions: readonly [
        { readonly description: string; readonly params: { readonly hints: string[] } },
      ];
    };
    readonly skills: readonly { id: string; name: string; description: string; tags: string[] }[];
  },
  request: readExample("s000-L131") as object,
  answer: readExample("s000-L157") as object,
};

export const question = "Oh magic 8-ball, will it rain today?";

function readExample(id: string): unknown {
  const found = examples.find((example) => example.id === id);
  if (found === undefined) throw new Error(`there is no example ${id}`);
  return structuredClone(found.json);
}
