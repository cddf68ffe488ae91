/** What leads the agent where: texts of messages. */
export interface Scenario {
  /** Any text that the agent answers. */
  readonly plain: string;
  /** Leads to a task that asks for input, which `answer` ends. */
  readonly inputRequired?: string;
  readonly answer?: string;
  /** Leads to a task that stays at work for some seconds. */
  readonly working?: string;
  /** Leads to a task with an artifact. */
  readonly artifact?: string;
  /** Leads to a task that fails. */
  readonly failing?: string;
  /** Is answered by a message, without a task. */
  readonly reply?: string;
  /** Begins identifiers of messages, so that no agent takes them for those of an earlier run. */
  readonly nonce: string;
}
