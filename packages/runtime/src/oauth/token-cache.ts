/** Keeps tokens and registrations, which are JSON; both are secrets. */
export interface TokenCache {
  get(key: string): unknown;
  /** Forgets the entry if the value is undefined. */
  set(key: string, value: object | undefined): void | Promise<void>;
  /** Does work alone, among all that use the entry; without it only those of this process wait. */
  lock?<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Keeps them as long as the process lives. */
export function memoryTokenCache(): TokenCache {
  const entries = new Map<string, object>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    },
  };
}
