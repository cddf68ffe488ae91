import type { Check } from "../core/check.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Subject } from "../core/subject.ts";
import { extensionChecks } from "../extensions/extension-checks.ts";
import type { Knowledge } from "../extensions/known-extension.ts";
import { bindingChecks } from "./binding-checks.ts";
import { callerChecks } from "./caller-checks.ts";
import { cancelChecks } from "./cancel-checks.ts";
import { deliveryChecks } from "./delivery-checks.ts";
import { equivalenceChecks } from "./equivalence-checks.ts";
import { generationChecks } from "./generation-checks.ts";
import { inOrder } from "./in-order.ts";
import { lateChecks, laterCheck } from "./late-checks.ts";
import { messageChecks } from "./message-checks.ts";
import { modeChecks } from "./mode-checks.ts";
import { outcomeChecks } from "./outcome-checks.ts";
import { pageChecks } from "./page-checks.ts";
import { pushChecks } from "./push-checks.ts";
import { raceChecks } from "./race-checks.ts";
import { countChecks, requestChecks } from "./request-checks.ts";
import { securityChecks } from "./security-checks.ts";
import { blockingCheck, sendChecks } from "./send-checks.ts";
import { independenceCheck, streamChecks } from "./stream-checks.ts";
import { taskChecks } from "./task-checks.ts";
import { versionChecks } from "./version-checks.ts";

/** The checks that are written by hand, in the order in which they are made. */
export const namedChecks: readonly Check[] = inOrder([
  ...versionChecks,
  ...bindingChecks,
  ...sendChecks,
  ...modeChecks,
  ...outcomeChecks,
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
  ...messageChecks,
  ...lateChecks,
  ...equivalenceChecks,
  independenceCheck,
  laterCheck,
  blockingCheck,
]);

export interface ChecksInit {
  readonly isQuick: boolean;
  readonly scenario: Scenario;
  /** Extensions that the card may declare. */
  readonly knowledge: Knowledge | undefined;
}

/** The checks of an interface; all but quick ones have those of the model among them. */
export async function checksOf(
  subject: Subject,
  { isQuick, scenario, knowledge }: ChecksInit,
): Promise<readonly Check[]> {
  const ofExtensions = knowledge === undefined ? [] : extensionChecks(subject, knowledge, scenario);
  if (isQuick) return [...namedChecks, ...ofExtensions].filter((check) => check.isQuick === true);
  // Named checks need no model, whose sources take long to load.
  const { findModel } = await import("../core/models.ts");
  const model = await findModel(subject.spoken.service.protocol.name);
  const generated = model === undefined ? [] : requestChecks(subject, model);
  return [...namedChecks, ...ofExtensions, countChecks.before, ...generated, countChecks.after];
}
