import type { StreamResponse, Task, TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readJson, readMessage } from "@a2agen/exchange/meaning/reader.ts";
import { versionOf } from "@a2agen/exchange/versions.ts";
import type { Method } from "@a2agen/runtime/service";
import type { Check } from "../core/check.ts";
import { headerOf } from "../core/outcome.ts";
import { spellingProblems } from "../core/spelling.ts";
import { type Subject, upgradeAnswer } from "../core/subject.ts";
import { isTerminal } from "../core/task-states.ts";
import { describe, excerpt, NotReached, type Run, type Trial } from "../core/trial.ts";
import { artifactsOf, factsOf } from "./event-facts.ts";
import { judgeSaid, saidIn } from "./judge-answer.ts";
import { hasEnded, needsCapability, openTask, textRequest } from "./tasks.ts";

/** Milliseconds for a notification that has to come, and for one that must not. */
const patience = 4000;
const moment = 300;

const token = "a2agen-probe-token";
/** Not the scheme that agents take without reading it. */
const scheme = "Basic";
const credentials = "a2agen-probe-credentials";

/** A configuration, with what the agent proves itself by. */
function configOf(url: string): object {
  return { url, authentication: { scheme, credentials } };
}

/** Push notifications, with a receiver of the probe. */
export const deliveryChecks: readonly Check[] = [
  {
    id: "push.delivery",
    covers: [
      "push.delivered",
      "push.payload",
      "push.content-type",
      "push.same-task",
      "push.authentication",
      "push.order",
      "push.persists",
      "push.all-listed",
      "push.deleted-silent",
    ],
    needs: ["text"],
    makes: ["webhooks"],
    works: 1,
    except: needsCapability("pushNotifications"),
    *run(trial) {
      const [url, second, other] = ["kept", "second", "deleted"].map((name) => trial.hook(name)) as [
        string,
        string,
        string,
      ];
      const { id: taskId } = yield* openTask(trial);
      const kept = yield* create(trial, taskId, { id: "a2agen-probe-kept", ...configOf(url) });
      const gone = yield* create(trial, taskId, { id: "a2agen-probe-deleted", ...configOf(other) });
      yield* create(trial, taskId, { id: "a2agen-probe-second", ...configOf(second) });
      const listed = yield* trial.call("listTaskPushNotificationConfigs", { taskId });
      const { configs = [] } = trial.value<{ readonly configs?: readonly TaskPushNotificationConfig[] }>(
        listed,
        "push.list",
        "the configurations",
      );
      const missing = [kept, gone].find(({ id }) => !configs.some((each) => each.id === id));
      yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id: gone.id });
      const there = yield* trial.call("getTaskPushNotificationConfig", { taskId, id: kept.id });
      const canceled = yield* trial.call("cancelTask", { id: taskId });
      // The configurations of a task that has ended need not stay.
      if (canceled.kind !== "value" || !hasEnded(trial, canceled.value as Task)) {
        throw new NotReached("the task cannot be canceled, so that nothing is to be told");
      }
      trial.show(listed.exchange);
      if (missing !== undefined) trial.find("push.all-listed", excerpt(missing.id), excerpt(configs));
      trial.show(there.exchange);
      if (there.kind !== "value") trial.find("push.persists", "the configuration", describe(there));
      else if ((there.value as TaskPushNotificationConfig).url !== url) {
        trial.find("push.get", `the configuration ${excerpt(kept.id)}`, excerpt(there.value));
      }
      yield* judgeNotifications(trial, url, taskId);
      const beside = yield { kind: "receive", url: second, ms: patience };
      trial.show(beside);
      if (beside.answer === undefined) {
        trial.find("push.delivered", "a notification to each webhook of the task", "none to the second");
      }
      // What was on its way before the deletion says nothing of the end.
      for (let count = 0; count < 20; count++) {
        const late = yield { kind: "receive", url: other, ms: moment };
        if (late.answer === undefined) break;
        trial.show(late);
        const { state } = readNotification(trial, late) ?? {};
        if (isTerminal(trial.subject, state)) trial.find("push.deleted-silent", "no notification", "one");
      }
    },
  },
  {
    id: "push.send-config",
    covers: ["push.send-config", "push.token", "push.delivered"],
    needs: ["text", "webhooks"],
    works: 2,
    isOnce: true,
    except: needsCapability("pushNotifications"),
    *run(trial) {
      const url = trial.hook("sent");
      const { refusesWebhooks } = trial.facts;
      if (refusesWebhooks !== undefined) throw new NotReached(refusesWebhooks);
      const { id } = yield* openTask(trial, { taskPushNotificationConfig: { url, token } });
      yield* trial.call("cancelTask", { id });
      const exchange = yield { kind: "receive", url, ms: patience };
      trial.show(exchange);
      if (exchange.answer === undefined) {
        trial.find("push.send-config", "a notification", exchange.end?.error ?? "none");
        return;
      }
      judgeForm(trial, exchange);
      const sent = readNotification(trial, exchange);
      if (sent !== undefined && sent.id !== id) trial.find("push.same-task", excerpt(id), excerpt(sent.id));
      const { tokenHeader = "" } = trial.subject.spoken.service.protocol.push ?? {};
      const names = [tokenHeader.toLowerCase(), "x-a2a-notification-token", "a2a-notification-token"];
      if (!names.some((name) => headerOf(exchange.request.headers, name) === token)) {
        trial.find("push.token", `${tokenHeader}: ${token}`, "no such header");
      }
      if (trial.subject.card.capabilities.streaming !== true) return;
      const streamed = trial.hook("streamed");
      const configuration = { taskPushNotificationConfig: { url: streamed } };
      const { artifact, plain } = trial.scenario;
      const request = textRequest(trial, artifact ?? plain, { configuration });
      const told = yield* trial.call("sendStreamingMessage", request);
      if (told.kind === "events")
        yield* judgeStreamed(trial, streamed, told.events as readonly StreamResponse[]);
    },
  },
];

function* create(trial: Trial, taskId: string, config: object): Run<TaskPushNotificationConfig> {
  const made = yield* trial.call("createTaskPushNotificationConfig", { taskId, ...config });
  if (made.kind === "error") {
    trial.facts.refusesWebhooks = `the agent refuses webhooks at this machine: name an address that leads here, --webhook (${excerpt(made.failure.message)})`;
    throw new NotReached(trial.facts.refusesWebhooks);
  }
  return trial.value<TaskPushNotificationConfig>(made, "push.created", "the configuration");
}

/** Everything that comes until the end of the task is told. */
function* judgeNotifications(trial: Trial, url: string, taskId: string): Run {
  let count = 0;
  let end: string | undefined;
  while (count < 20) {
    const exchange = yield { kind: "receive", url, ms: end === undefined ? patience : moment };
    trial.show(exchange);
    if (exchange.answer === undefined) break;
    count++;
    judgeForm(trial, exchange);
    const authorization = headerOf(exchange.request.headers, "authorization");
    const wanted = `${scheme} ${credentials}`;
    if (authorization !== wanted) {
      trial.find("push.authentication", wanted, authorization ?? "no Authorization header");
    }
    const value = readNotification(trial, exchange);
    if (value === undefined) continue;
    const { task, id, state } = value;
    if (id !== taskId) trial.find("push.same-task", excerpt(taskId), excerpt(id));
    // A notification may come twice.
    if (end !== undefined && !task && state !== end) {
      trial.find("push.order", "no update after the end of the task", state ?? "an artifact");
    }
    if (isTerminal(trial.subject, state)) end ??= state;
  }
  if (count === 0) trial.find("push.delivered", "a notification", `none within ${patience / 1000} s`);
  else if (end === undefined)
    trial.find("push.delivered", "a notification of the end of the task", `${count} others`);
}

/** The artifacts and the end that a stream tells are told to the webhook of its message too. */
function* judgeStreamed(trial: Trial, url: string, events: readonly StreamResponse[]): Run {
  const task = events.map(factsOf).find(({ taskId }) => taskId !== undefined)?.taskId;
  const missing = new Set(events.flatMap(artifactsOf));
  let isWaiting = events.some((event) => isTerminal(trial.subject, factsOf(event).state));
  for (let count = 0; count < 100 && (missing.size > 0 || isWaiting); count++) {
    const exchange = yield { kind: "receive", url, ms: patience };
    trial.show(exchange);
    if (exchange.answer === undefined) {
      if (count === 0) trial.find("push.send-config", "a notification of a streamed task", "none");
      else if (missing.size > 0)
        trial.find("push.delivered", `the artifact ${excerpt([...missing][0])}, as in the stream`, "none");
      else trial.find("push.delivered", "a notification of the end of the task", `${count} others`);
      return;
    }
    judgeForm(trial, exchange);
    const told = readNotification(trial, exchange);
    if (told === undefined) continue;
    const { id: taskId, state, artifacts } = told;
    if (taskId !== task) trial.find("push.same-task", excerpt(task), excerpt(taskId));
    for (const id of artifacts) missing.delete(id);
    if (isTerminal(trial.subject, state)) isWaiting = false;
  }
}

function judgeForm(trial: Trial, { request }: Exchange): void {
  const { contentTypes } = trial.subject.spoken.service.protocol;
  const { headers, verb } = request;
  if (verb !== "POST") trial.find("push.payload", "a POST", verb);
  const type = headerOf(headers, "content-type") ?? "no content-type";
  const allowed = contentTypes.push?.accept ?? ["application/json"];
  if (!allowed.includes(type.split(";")[0]?.trim().toLowerCase() ?? "")) {
    trial.find("push.content-type", allowed.join(" or "), type);
  }
}

interface Told {
  readonly task: boolean;
  readonly id: string | undefined;
  readonly state: string | undefined;
  /** The identifiers of its artifacts. */
  readonly artifacts: readonly string[];
}

/** What a notification says, in 1.0; undefined for one that is found wrong. */
function readNotification(trial: Trial, { request }: Exchange): Told | undefined {
  const parsed = readJson(request.body);
  const readings = formsOf(trial.subject).flatMap((subject) => {
    const payload = payloadOf(subject);
    if (payload === undefined) return [];
    const { output } = payload.method;
    const { problems = "wrong" in parsed ? [] : spellingProblems(output, parsed.value) } =
      "wrong" in parsed ? parsed.wrong : readMessage(output, parsed.value);
    return [{ subject, payload, problems }];
  });
  const right = readings.find(({ problems }) => problems.length === 0);
  const { subject, payload, problems } = right ?? readings[0] ?? {};
  if (subject === undefined || payload === undefined) return undefined;
  for (const { path, message } of problems ?? []) {
    trial.find("push.payload", `a valid ${payload.method.output.typeName}`, `${path}: ${message}`);
  }
  if (right === undefined || "wrong" in parsed) return undefined;
  const value = upgradeAnswer(subject, payload.member, parsed.value);
  const event: StreamResponse =
    payload.member === "getTask" ? { task: value as Task } : (value as StreamResponse);
  const said = saidIn(event);
  if (said !== undefined) judgeSaid(trial, said);
  const { taskId: id, contextId, state } = factsOf(event);
  const context = trial.facts.known.contexts.get(id ?? "") ?? contextId;
  if (context !== contextId) trial.find("get.context", excerpt(context), excerpt(contextId));
  return { task: event.task !== undefined, id, state, artifacts: artifactsOf(event) };
}

/**
 * What a notification can be: JSON as the version has it over JSON-RPC, or as it has it over the interface.
 */
function formsOf(subject: Subject): readonly Subject[] {
  const { spoken } = subject;
  const { service, translation } = versionOf(spoken.service.protocol.version ?? "", "JSONRPC");
  if (service === spoken.service) return [subject];
  return [{ ...subject, spoken: { ...spoken, service }, translation }, subject];
}

/** The method whose answer a notification is, with its member in 1.0. */
function payloadOf({
  spoken: { service },
  translation,
}: Subject): { readonly member: string; readonly method: Method } | undefined {
  const { push, tasks } = service.protocol;
  const name = push?.payload === "task" ? tasks?.snapshot?.method : tasks?.resume.method;
  const found = Object.entries<Method>(service.methods).find(([, method]) => method.name === name);
  if (found === undefined) return undefined;
  const [member, method] = found;
  return { member: translation?.methods.find(({ older }) => older === member)?.newer ?? member, method };
}
