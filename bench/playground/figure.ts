/** The work of a page's main thread after a key and before the next, in milliseconds. */
export interface KeyWork {
  /** What passed, with everything else that the machine did meanwhile. */
  readonly elapsed: number;
  /** What the thread itself needed. */
  readonly cpu: number;
  /** What it needed for its longest task. */
  readonly longest: number;
}

/** The work for one key in a text, while a view is shown. */
export interface PlaygroundFigure {
  readonly text: string;
  readonly view: string;
  readonly characters: number;
  readonly median: KeyWork;
  /** Of a hundred keys, all but five need less. */
  readonly slow: KeyWork;
}
