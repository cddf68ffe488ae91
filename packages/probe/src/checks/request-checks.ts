import type { ListTasksResponse } from "@a2agen/a2a-1.0";
import { findRule } from "@a2agen/exchange/encode/encode-call.ts";
import { buildCases, type Case, type Form } from "@a2agen/generators/cases/build-cases.ts";
import { type Mistake, mistakes } from "@a2agen/generators/cases/mistakes.ts";
import { writeProto } from "@a2agen/generators/cases/write-proto.ts";
import type { Check } from "../core/check.ts";
import type { Failure } from "../core/failure.ts";
import type { VersionModel } from "../core/models.ts";
import type { Outcome } from "../core/outcome.ts";
import { downgradeRequest, methodOf, type Subject } from "../core/subject.ts";
import { describe, effectOf, NotReached, type Run, type Trial } from "../core/trial.ts";
import { unknownTask } from "./tasks.ts";

const message = {
  messageId: "a2agen-probe",
  role: "ROLE_USER",
  parts: [{ text: "a2agen probe" }],
  taskId: unknownTask,
};

interface Row {
  readonly member: string;
  /** A right request, in 1.0, which does nothing: it is for a task that does not exist. */
  readonly base: object;
  readonly needs?: "streaming" | "pushNotifications" | "extendedAgentCard";
}

const rows: readonly Row[] = [
  { member: "sendMessage", base: { message } },
  { member: "sendStreamingMessage", base: { message }, needs: "streaming" },
  { member: "getTask", base: { id: unknownTask } },
  { member: "listTasks", base: { contextId: unknownTask } },
  { member: "cancelTask", base: { id: unknownTask } },
  { member: "subscribeToTask", base: { id: unknownTask }, needs: "streaming" },
  {
    member: "createTaskPushNotificationConfig",
    base: { taskId: unknownTask, id: "a2agen-probe", url: "https://example.com/a2agen-probe" },
    needs: "pushNotifications",
  },
  {
    member: "getTaskPushNotificationConfig",
    base: { taskId: unknownTask, id: "a2agen-probe" },
    needs: "pushNotifications",
  },
  { member: "listTaskPushNotificationConfigs", base: { taskId: unknownTask }, needs: "pushNotifications" },
  {
    member: "deleteTaskPushNotificationConfig",
    base: { taskId: unknownTask, id: "a2agen-probe" },
    needs: "pushNotifications",
  },
];

/** One check for each case of the model that the binding can carry. */
export function requestChecks(subject: Subject, model: VersionModel): readonly Check[] {
  return rows.flatMap((row) => {
    const method = methodOf(subject, row.member);
    if (method === undefined) return [];
    if (row.needs !== undefined && subject.card.capabilities[row.needs] !== true) return [];
    const base = downgradeRequest(subject, row.member, row.base) as object;
    const cases = buildCases(method.input.typeName, {
      ...model,
      base,
      texts: textsOf(method.input.typeName),
    });
    return cases
      .filter((each) => canCarry(each, row.member, subject) && !isNoTask(each))
      .map((each) => toCheck(each, row.member, { subject, model }));
  });
}

/** Texts that no agent can take for anything: there is no page but the first. */
function textsOf(typeName: string): ReadonlyMap<string, string> {
  return new Map([[`${typeName}.page_token`, ""]]);
}

/** Whether servers that check nothing would take the task of the message for none, and begin another. */
function isNoTask({ path, id, mistake }: Case): boolean {
  return path === "message.taskId" && (id.includes(": empty") || mistake === "proto-name");
}

const pushPlace = /ushNotificationConfig/;

function canCarry({ path, forms, value, text }: Case, member: string, subject: Subject): boolean {
  const isPush = path.startsWith("configuration") && pushPlace.test(path);
  if (isPush && subject.card.capabilities.pushNotifications !== true) return false;
  return formOf(subject, member, value, text, path, forms) !== undefined;
}

/** The form in which the binding carries a case; undefined where it cannot. */
function formOf(
  subject: Subject,
  member: string,
  value: unknown,
  text: string | undefined,
  path: string,
  forms: readonly Form[],
): Form | undefined {
  const method = methodOf(subject, member);
  if (method === undefined) return undefined;
  if (subject.binding === "GRPC") return forms.find((form) => form === "binary");
  if (subject.binding === "JSONRPC") return forms.find((form) => form === "json");
  const rule = findRule(method, value);
  if (rule === undefined) return undefined;
  const inPath = rule.path.flatMap((segment) => (typeof segment === "string" ? [] : [segment.field]));
  if (inPath.some((field) => path === field || path.startsWith(`${field}.`))) return undefined;
  // Fields in the path are not in the text, and the names of others would be.
  if (rule.body === "*" && inPath.length === 0) return forms.find((form) => form === "json");
  if (text !== undefined) return undefined;
  if (rule.body !== undefined && isWithin(path, rule.body)) return forms.find((form) => form === "json");
  return forms.find((form) => form === "query");
}

function isWithin(path: string, field: string): boolean {
  return field === "*" || path === field || path.startsWith(`${field}.`);
}

function toCheck(
  each: Case,
  member: string,
  { subject, model }: { readonly subject: Subject; readonly model: VersionModel },
): Check {
  return {
    id: `requests.${member}/${each.id}`,
    covers:
      each.verdict === "refused"
        ? refusals
        : [each.verdict === "accepted" ? "requests.accepts" : "requests.survives"],
    isParallel: true,
    *run(trial) {
      if (member.startsWith("send") && trial.facts.takesUnknownTasks === true) {
        throw new NotReached(
          "the agent takes messages for tasks that do not exist: its author would have work",
        );
      }
      const method = methodOf(subject, member);
      const isBinary = subject.binding === "GRPC";
      const outcome: Outcome = yield* trial.call(member, each.value, {
        isNative: true,
        effect: effectOf(member) === "reads" ? "reads" : "changes",
        ...(each.text === undefined ? {} : { text: each.text }),
        ...(isBinary ? { bytes: writeProto(method?.input.typeName ?? "", each.value, model.index) } : {}),
      });
      judgeCase(trial, each, outcome);
    },
  };
}

const refusals = ["requests.validated", "requests.validation-code", "requests.names-field"] as const;

/** Mistakes of bytes, which have no field. */
const nameless: ReadonlySet<Mistake> = new Set([
  "truncated",
  "utf8",
  "surrogate",
  "wire-type",
  "syntax",
  "tag",
]);

function judgeCase(trial: Trial, { mistake, path, verdict }: Case, outcome: Outcome): void {
  // It was found as such.
  if (outcome.kind === "broken") return;
  const place = path === "" ? "the request" : path;
  const about = `${place}: ${mistakes[mistake]}`;
  const failure = outcome.kind === "error" ? outcome.failure : undefined;
  if (failure?.kind === "auth") throw new NotReached("the agent refuses the credentials");
  if (failure?.kind === "method" && failure.names.length === 0) {
    throw new NotReached("the agent does not know the method");
  }
  const isInternal = failure?.kind === "internal";
  if (verdict === "either") {
    if (isInternal) trial.find("requests.survives", `an answer, or a refusal (${about})`, describe(outcome));
    return;
  }
  // Servers of gRPC read bytes before the agent has a say, and have no other status for those that are no
  // message.
  const isUnreadable = trial.subject.binding === "GRPC" && nameless.has(mistake) && isInternal;
  const isInvalid = failure?.kind === "validation" && !failure.isNamed;
  if (verdict === "accepted") {
    if (isInvalid || isUnreadable || isInternal)
      trial.find("requests.accepts", `no refusal (${about})`, describe(outcome));
    return;
  }
  const refuses = isInvalid || isUnreadable || (failure !== undefined && isOfMediaType(failure, path));
  // Another error says that the agent has taken the request; over gRPC and HTTP its status may be all that
  // says which.
  if (failure === undefined || (!refuses && !isInternal && failure.names.length > 0)) {
    trial.find("requests.validated", `a refusal (${about})`, describe(outcome));
  } else if (!refuses) {
    trial.find("requests.validation-code", `the error for wrong requests (${about})`, describe(outcome));
  } else if (isInvalid && !nameless.has(mistake) && !namesField(failure, path)) {
    trial.find("requests.names-field", `${place} in the details or the message`, describe(outcome));
  }
}

/** A part with a mistake may be one of a media type that the agent does not take. */
function isOfMediaType({ names }: Failure, path: string): boolean {
  return names.includes("ContentTypeNotSupportedError") && /ediaType|mimeType|Modes|parts/.test(path);
}

function namesField({ violations, message: text }: Failure, path: string): boolean {
  const plain = (field: string): string =>
    field
      .toLowerCase()
      .replaceAll(/[_ ]/g, "")
      .replaceAll(/\[(\d+)\]/g, ".$1")
      .replace(/^(?:params|request|\$)\./, "");
  const wanted = plain(path);
  const isNear = violations.some(({ field }) => {
    const found = plain(field);
    return found === wanted || wanted.startsWith(found) || found.startsWith(wanted);
  });
  const [last = ""] = path.match(/[a-z]+(?=(?:\[\d+\])*$)/i) ?? [];
  return isNear || (last !== "" && plain(text).includes(plain(last)));
}

/** Before and after the cases: none of them has made a task. */
export const countChecks: { readonly before: Check; readonly after: Check } = {
  before: {
    id: "requests.tasks-before",
    covers: [],
    *run(trial) {
      trial.facts.total = yield* countTasks(trial);
    },
  },
  after: {
    id: "requests.tasks-after",
    covers: ["requests.unchanged"],
    *run(trial) {
      const { total } = trial.facts;
      const now = yield* countTasks(trial);
      if (total !== undefined && now !== total) trial.find("requests.unchanged", `${total} tasks`, `${now}`);
    },
  },
};

function* countTasks(trial: Trial): Run<number> {
  const outcome = yield* trial.call("listTasks", { pageSize: 1 });
  if (outcome.kind !== "value") throw new NotReached("the agent lists no tasks");
  return (outcome.value as ListTasksResponse).totalSize;
}
