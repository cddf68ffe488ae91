import { type RuleId, rules } from "./rules.ts";
import { type World, wireBindings } from "./start-world.ts";

/** For tests that show a rule of the table: each version that has it, over each binding, with a title. */
export function worldsOf(id: RuleId): readonly (readonly [title: string, world: World])[] {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw new Error(`the table has no rule ${id}`);
  return found.texts.flatMap((text) =>
    wireBindings.map((binding) => {
      const version = text === "draft" ? "the draft" : text;
      return [`${id}: ${found.rule}, in ${version} over ${binding}`, { text, binding }] as const;
    }),
  );
}
