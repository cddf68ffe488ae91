import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

/** What an authorization server keeps, so that one with other keys goes on with it. */
export function memoryAdapter(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  const find = (model: string, isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...kept].find(([key, payload]) => key.startsWith(`${model} `) && isWanted(payload))?.[1];
  return (model): Adapter => ({
    upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
    find: async (id) => kept.get(`${model} ${id}`),
    findByUid: async (uid) => find(model, (payload) => payload.uid === uid),
    findByUserCode: async (code) => find(model, ({ userCode }) => userCode === code),
    async consume(id) {
      const payload = kept.get(`${model} ${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void kept.delete(`${model} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
