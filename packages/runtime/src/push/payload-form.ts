import type { PushSource, PushTranslation } from "../agent/index.ts";
import type { Method, Protocol, ServiceDefinition } from "../service/index.ts";
import type { PushRules } from "../service/protocol.ts";
import { isSameService } from "../service/same-service.ts";

/** What clients of one version are notified with. */
export interface PayloadForm {
  readonly rules: PushRules;
  /** Media type of the notification. */
  readonly contentType: string;
  /** The notification from an event, or from the whole task, as `rules.payload` says. */
  write(value: unknown): Buffer;
}

/**
 * The forms of notifications by the name of the profile; throws a TypeError for translations that do not fit.
 */
export function createPayloadForms(
  { service }: Pick<PushSource, "service">,
  older: readonly PushTranslation[],
): ReadonlyMap<string, PayloadForm> {
  const forms = new Map([[service.protocol.name, createForm(service, (_, value) => value)]]);
  for (const translation of older) {
    const { newer, methods } = translation;
    if (!isSameService(newer, service)) {
      throw new TypeError(
        `older: expected translations to ${service.typeName} of ${service.protocol.name}, found one to ${newer.typeName} of ${newer.protocol.name}`,
      );
    }
    const form = createForm(translation.older, (key, value) => {
      const row = methods.find((method) => method.older === key);
      if (row === undefined) throw new TypeError(`older: the translation has no method ${key}`);
      return row.response.downgrade(value).value;
    });
    forms.set(translation.older.protocol.name, form);
  }
  return forms;
}

/** `translate` is given the member of the version's interface whose answer the value is. */
function createForm(
  { protocol, methods }: ServiceDefinition,
  translate: (key: string, value: unknown) => unknown,
): PayloadForm {
  const { push: rules, contentTypes, tasks } = protocol;
  const name = rules?.payload === "task" ? tasks?.snapshot?.method : tasks?.resume.method;
  const found = Object.entries<Method>(methods).find(([, method]) => method.name === name);
  if (rules === undefined || contentTypes.push === undefined || found === undefined) {
    throw new TypeError(`${describe(protocol)} has no push notifications`);
  }
  const [key, { output }] = found;
  return {
    rules,
    contentType: contentTypes.push.send,
    write: (value) => Buffer.from(output.stringify(translate(key, value))),
  };
}

function describe({ name }: Protocol): string {
  return `the profile ${name}`;
}
