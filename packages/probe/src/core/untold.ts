/** What no probe can tell from outside, and why. */
export const untold = [
  ["3.1.4", "Tasks of callers whose credentials the probe does not have"],
  ["3.2.4", "Messages that an agent leaves out of a history: it may keep fewer than were exchanged"],
  ["3.5.2", "Updates that an agent leaves out of every stream alike, and states between two others"],
  ["3.6.2", "Whether the meaning of an older version is kept where its messages are"],
  ["4.1.2", "Whether the time of a status is right: clocks differ"],
  ["4.1.6", "Whether an answer is the right one, and in the words that a task deserves"],
  ["7.1", "How strong the encryption is, and whether clients check certificates"],
  ["7.6", "Authorization within a task: what leads to it, and where credentials go"],
  ["8.4.1", "Whether keys that were revoked are still used, and what was signed when no key can be fetched"],
  ["13.2", "Whether an agent fetches a private address that it took"],
] as const satisfies readonly (readonly [section: string, what: string])[];
