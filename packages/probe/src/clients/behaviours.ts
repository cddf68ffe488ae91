import type { Behaviour } from "./behaviour.ts";
import { answerBehaviours } from "./behaviours/answers.ts";
import { cardBehaviours } from "./behaviours/cards.ts";
import { connectionBehaviours } from "./behaviours/connections.ts";
import { errorBehaviours } from "./behaviours/errors.ts";
import { streamBehaviours } from "./behaviours/streams.ts";

/** All that scripted agents do, by the order of reports; the first is a right agent. */
export const behaviours: readonly Behaviour[] = [
  ...answerBehaviours,
  ...cardBehaviours,
  ...errorBehaviours,
  ...streamBehaviours,
  ...connectionBehaviours,
];
