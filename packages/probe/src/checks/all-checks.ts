import type { Check } from "../core/check.ts";
import type { Subject } from "../core/subject.ts";
import { bindingChecks } from "./binding-checks.ts";
import { callerChecks } from "./caller-checks.ts";
import { cancelChecks } from "./cancel-checks.ts";
import { deliveryChecks } from "./delivery-checks.ts";
import { equivalenceChecks } from "./equivalence-checks.ts";
import { generationChecks } from "./generation-checks.ts";
import { inOrder } from "./in-order.ts";
import { lateChecks } from "./late-checks.ts";
import { modeChecks } from "./mode-checks.ts";
import { pageChecks } from "./page-checks.ts";
import { pushChecks } from "./push-checks.ts";
import { raceChecks } from "./race-checks.ts";
import { countChecks, requestChecks } from "./request-checks.ts";
import { securityChecks } from "./security-checks.ts";
import { sendChecks } from "./send-checks.ts";
import { streamChecks } from "./stream-checks.ts";
import { taskChecks } from "./task-checks.ts";
import { versionChecks } from "./version-checks.ts";

/** The checks that are written by hand, in the order in which they are made. */
export const namedChecks: readonly Check[] = inOrder([
  ...versionChecks,
  ...bindingChecks,
  ...sendChecks,
  ...modeChecks,
  ...taskChecks,
  ...pageChecks,
  ...streamChecks,
  ...generationChecks,
  ...pushChecks,
  ...deliveryChecks,
  ...cancelChecks,
  ...raceChecks,
  ...securityChecks,
  ...callerChecks,
  ...lateChecks,
  ...equivalenceChecks,
]);

/** Every check of an interface, those of the model among them. */
export async function checksOf(subject: Subject): Promise<readonly Check[]> {
  // Named checks need no model, whose sources take long to load.
  const { findModel } = await import("../core/models.ts");
  const model = await findModel(subject.spoken.service.protocol.name);
  const generated = model === undefined ? [] : requestChecks(subject, model);
  return [...namedChecks, countChecks.before, ...generated, countChecks.after];
}
