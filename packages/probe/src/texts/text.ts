import type { Group, RequirementId } from "../core/requirements.ts";

/** How to mend what does not meet a requirement; and why it matters, where its title does not say it. */
export type Text = readonly [mend: string, why?: string];

export type TextsOf<Own extends Group> = Readonly<Record<Extract<RequirementId, `${Own}.${string}`>, Text>>;
