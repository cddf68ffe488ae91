import { type RuleId, rules } from "./rules.ts";
import { type World, wireBindings } from "./start-world.ts";

/** For tests that show a rule of the table: each version that has it, over each binding, with a title. */
export function worldsOf(id: RuleId): readonly (readonly [title: string, world: World])[] {
  const { texts = [], rule } = rules.find((row) => row.id === id) ?? {};
  if (rule === undefined) throw new Error(`the table has no test for the rule ${id}`);
  return texts.flatMap((text) =>
    wireBindings.map((binding) => {
      const version = text === "draft" ? "the draft" : text;
      return [`${id}: ${rule}, in ${version} over ${binding}`, { text, binding }] as const;
    }),
  );
}
