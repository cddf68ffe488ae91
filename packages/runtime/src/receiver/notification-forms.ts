import { valueAt } from "../service/field-path.ts";
import type { Method, ServiceDefinition } from "../service/index.ts";
import { CallError } from "../service/index.ts";
import type { TaskRules } from "../service/protocol.ts";
import { isDecodeError } from "../service/request-error.ts";
import { StreamProgress, untagged } from "../service/stream-progress.ts";
import type { Loss } from "../versions/index.ts";
import type { NotificationTranslation } from "./notification.ts";

/** What a body says. */
export interface ReadNotification {
  readonly event: unknown;
  readonly taskId: string;
  readonly profile: string;
  readonly losses: readonly Loss[];
}

interface Form {
  readonly profile: string;
  readonly output: Method["output"];
  /** The event of the newest version. */
  toEvent(value: unknown): { readonly event: unknown; readonly losses: readonly Loss[] };
}

/** Reads the notifications of all versions of a service. */
export class NotificationForms {
  /** Names of the headers that carry tokens. */
  readonly tokenHeaders: readonly string[];
  readonly rules: TaskRules;
  /** In the order in which they are tried. */
  readonly #forms: readonly Form[];

  /** Throws a TypeError for a service without tasks or push notifications, or unfitting translations. */
  constructor(service: ServiceDefinition, older: readonly NotificationTranslation[]) {
    for (const { newer } of older) {
      if (newer.typeName === service.typeName && newer.protocol.name === service.protocol.name) continue;
      throw new TypeError(
        `older: expected translations to ${service.typeName} of ${service.protocol.name}, found one to ${newer.typeName} of ${newer.protocol.name}`,
      );
    }
    this.rules = rulesOf(service);
    const definitions = [service, ...older.map((translation) => translation.older)];
    this.tokenHeaders = [...new Set(definitions.map((definition) => pushOf(definition).tokenHeader))];
    const own = formsOf(service, this.rules, (_, value) => ({ value, losses: [] }));
    const translated = older.map(({ older: definition, methods }) =>
      formsOf(definition, this.rules, (key, value) => {
        const row = methods.find((method) => method.older === key);
        if (row === undefined) throw new TypeError(`older: the translation has no method ${key}`);
        return row.response.upgrade(value);
      }),
    );
    const all = [own, ...translated];
    // Some senders post the other form as well: no version takes one for the other.
    this.#forms = [...all.map(([first]) => first), ...all.map(([, second]) => second)];
  }

  /** Throws a CallError for a body that is no notification of any version. */
  read(bytes: Uint8Array): ReadNotification {
    const value = parse(bytes);
    let cause: unknown;
    for (const lenient of [false, true]) {
      for (const { profile, output, toEvent } of this.#forms) {
        const result = output.tryDecode(value, { lenient });
        if (!result.ok) continue;
        try {
          const { event, losses } = toEvent(result.value);
          return { event, losses, profile, taskId: this.#taskOf(event) };
        } catch (error) {
          // A lenient reading keeps values that no translation knows: they make the body one of another form.
          if (!isDecodeError(error)) throw error;
          cause ??= error;
        }
      }
    }
    const known = [...new Set(this.#forms.map(({ profile }) => profile))].join(", ");
    throw new CallError("INVALID_ARGUMENT", `expected a notification of ${known}`, { cause });
  }

  #taskOf(event: unknown): string {
    const progress = new StreamProgress(this.rules);
    progress.add(event);
    const found = untagged(event, this.rules.eventTag);
    const ofMessage = this.rules.eventMessages.map((path) => valueAt(found, [...path, "taskId"]));
    const taskId = progress.taskId ?? ofMessage.find((id) => typeof id === "string" && id !== "");
    if (typeof taskId === "string") return taskId;
    throw new CallError("INVALID_ARGUMENT", "expected a notification that names its task");
  }
}

function rulesOf({ protocol }: ServiceDefinition): TaskRules {
  if (protocol.tasks !== undefined) return protocol.tasks;
  throw new TypeError(`the profile ${protocol.name} has no tasks`);
}

function pushOf({ protocol }: ServiceDefinition): NonNullable<ServiceDefinition["protocol"]["push"]> {
  if (protocol.push !== undefined) return protocol.push;
  throw new TypeError(`the profile ${protocol.name} has no push notifications`);
}

/** The form that a version says, and then the other one. */
function formsOf(
  service: ServiceDefinition,
  newest: TaskRules,
  upgrade: (key: string, value: unknown) => { readonly value: unknown; readonly losses: readonly Loss[] },
): readonly [Form, Form] {
  const { protocol, methods } = service;
  const { snapshot, resume } = rulesOf(service);
  const find = (name: string | undefined): readonly [string, Method] => {
    const found = Object.entries<Method>(methods).find(([, method]) => method.name === name);
    if (found === undefined)
      throw new TypeError(`the profile ${protocol.name} has no method ${name ?? "for tasks"}`);
    return found;
  };
  const [eventKey, { output: event }] = find(resume.method);
  const [taskKey, { output: task }] = find(snapshot?.method);
  const field = newest.eventTag === undefined ? newest.snapshot?.event : undefined;
  const ofEvent: Form = {
    profile: protocol.name,
    output: event,
    toEvent(value) {
      const upgraded = upgrade(eventKey, value);
      return { event: upgraded.value, losses: upgraded.losses };
    },
  };
  const ofTask: Form = {
    profile: protocol.name,
    output: task,
    toEvent(value) {
      const upgraded = upgrade(taskKey, value);
      const whole = field === undefined ? upgraded.value : Object.fromEntries([[field, upgraded.value]]);
      return { event: whole, losses: upgraded.losses };
    },
  };
  return pushOf(service).payload === "task" ? [ofTask, ofEvent] : [ofEvent, ofTask];
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new CallError("INVALID_ARGUMENT", "expected JSON in UTF-8", { cause });
  }
}
