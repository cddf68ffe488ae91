export const frameworks = ["ai-sdk", "langgraph", "openai-agents"] as const;
export type Framework = (typeof frameworks)[number];

/** What a process of the benchmark of models does. */
export interface ModelsOrder {
  readonly framework: Framework;
  readonly rounds: number;
  /** Pieces of each text. */
  readonly deltas: number;
  /** Conversations at the same time, and pieces of the text of each. */
  readonly conversations: number;
  readonly conversationDeltas: number;
}

export interface ModelsFigure {
  readonly framework: Framework;
  /** CPU time for a piece of the framework alone, in microseconds: the median over the rounds. */
  readonly alone: number;
  /** What the adapter, the kit and a reader of the stream add to it, in the same round. */
  readonly added: number;
  /** Of many conversations at once: pieces per second, what they add, and what memory they take, in MiB. */
  readonly perSecond: number;
  readonly addedAtOnce: number;
  readonly memory: number;
}
