import type { PushNotifier, PushSource } from "@a2agen/runtime/agent";

/**
 * Sends each notification several times, with the same identifier: each notifier delivers it once, and the
 * first answers for all. They keep webhooks by themselves, or only one of them would deliver.
 */
export function repeatNotifications(times: number, make: () => PushNotifier): PushNotifier {
  const first = make();
  if (times === 1) return first;
  const all = [first, ...Array.from({ length: times - 1 }, make)];
  const forAll = async (act: (each: PushNotifier) => Promise<void>): Promise<void> => {
    await Promise.all(all.map(act));
  };
  return {
    start(source) {
      for (const each of all) each.start({ ...source, follow: unmerged(source), webhooks: undefined });
    },
    set: (stored) => forAll((each) => each.set(stored)),
    get: (taskId, id) => first.get(taskId, id),
    list: (taskId) => first.list(taskId),
    delete: (taskId, id) => forAll((each) => each.delete(taskId, id)),
    close: (graceMs) => forAll((each) => each.close(graceMs)),
  };
}

/** Updates that no notifier joins, so that all send the same. */
function unmerged(source: PushSource): PushSource["follow"] {
  return async function* (...following) {
    for await (const update of source.follow(...following)) yield { ...update, more: false };
  };
}
