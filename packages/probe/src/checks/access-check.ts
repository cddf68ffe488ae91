import { hasSecrets, mayAskForCredentials, requiresCredentials } from "../core/access.ts";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Subject } from "../core/subject.ts";
import { credentialsHint, describe, NotReached } from "../core/trial.ts";
import { unknownTask } from "./tasks.ts";

/** Whether a refusal is one for lack of credentials, and not the answer to what was asked. */
function isForCredentials(outcome: Outcome, subject: Subject): boolean {
  if (outcome.kind !== "error") return false;
  const { kind, code } = outcome.failure;
  if (code === "401" || code === "UNAUTHENTICATED") return true;
  if (hasSecrets(subject)) return false;
  // Without credentials a task that may not be seen is one that no caller may see.
  return kind === "auth" || (requiresCredentials(subject) && mayAskForCredentials(outcome, subject));
}

/** Made before all others: an agent that refuses the caller says nothing of itself. */
export const accessCheck: Check = {
  id: "security.access",
  covers: [],
  *run(trial) {
    const outcome = yield* trial.call("getTask", { id: unknownTask }, { isFormless: true });
    if (!isForCredentials(outcome, trial.subject)) return;
    const came = describe(outcome);
    trial.facts.refusal = hasSecrets(trial.subject)
      ? `the agent refuses the credentials (${came})`
      : `the agent wants credentials (${came}); ${credentialsHint}`;
    throw new NotReached(trial.facts.refusal);
  },
};
