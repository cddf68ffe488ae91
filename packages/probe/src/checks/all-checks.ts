import type { Check } from "../core/check.ts";
import type { Subject } from "../core/subject.ts";
import { bindingChecks } from "./binding-checks.ts";
import { callerChecks } from "./caller-checks.ts";
import { deliveryChecks } from "./delivery-checks.ts";
import { equivalenceChecks } from "./equivalence-checks.ts";
import { generationChecks } from "./generation-checks.ts";
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

/** The checks that are written by hand, in the order in which they are made: later ones use the tasks of earlier ones. */
export const namedChecks: readonly Check[] = [
  ...versionChecks,
  ...bindingChecks.filter(({ id }) => id !== "http.query"),
  ...sendChecks,
  ...modeChecks,
  ...bindingChecks.filter(({ id }) => id === "http.query"),
  ...taskChecks.filter(({ id }) => !id.startsWith("cancel.")),
  ...pageChecks,
  ...streamChecks,
  ...generationChecks,
  ...pushChecks,
  ...deliveryChecks,
  ...taskChecks.filter(({ id }) => id.startsWith("cancel.")),
  ...raceChecks,
  ...securityChecks,
  ...callerChecks,
  ...equivalenceChecks,
];

/** Every check of an interface, those of the model among them. */
export async function checksOf(subject: Subject): Promise<readonly Check[]> {
  // Named checks need no model, whose sources take long to load.
  const { findModel } = await import("../core/models.ts");
  const model = await findModel(subject.spoken.service.protocol.name);
  const generated = model === undefined ? [] : requestChecks(subject, model);
  return [...namedChecks, countChecks.before, ...generated, countChecks.after];
}
