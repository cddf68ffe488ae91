/** What an agent of this part is asked to do: the text of a message. */
export interface Order {
  /** Artifact updates of the stream. */
  readonly events: number;
  /** Whether all updates go on one artifact; otherwise each is a separate artifact. */
  readonly isGrowing?: boolean;
  /** Milliseconds between two updates; the first comes at some time within them. Absent: none. */
  readonly everyMs?: number;
  /** Whether updates say when they were made. */
  readonly isTimed?: boolean;
  /** Whether the agent stops in the middle until `goOn` is called. */
  readonly isHeld?: boolean;
}

export function writeOrder(order: Order): string {
  return JSON.stringify(order);
}

/** Undefined for any other text, which asks for one answer. */
export function readOrder(text: string | undefined): Order | undefined {
  return text?.startsWith("{") === true ? (JSON.parse(text) as Order) : undefined;
}

/** One artifact update. */
export interface Piece {
  readonly artifactId: string;
  readonly text: string;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

export function pieceOf({ events, isGrowing = false, isTimed = false }: Order, index: number): Piece {
  return {
    artifactId: isGrowing ? "log" : `part-${index}`,
    text: `line ${index} of what this task writes${isTimed ? `, made ${monotonicNow()};` : ""}`,
    append: isGrowing && index > 0,
    lastChunk: !isGrowing || index === events - 1,
  };
}

/** What an agent waits for before an update; undefined when there is nothing to wait for. */
export function pauseBefore({ events, everyMs, isHeld }: Order, index: number): Promise<void> | undefined {
  if (isHeld === true && index === events / 2) return held;
  if (everyMs === undefined) return undefined;
  const ms = index === 0 ? Math.random() * everyMs : everyMs;
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let goOn = (): void => undefined;
let held = new Promise<void>((resolve) => {
  goOn = resolve;
});

/** Lets all held streams continue. */
export function release(): void {
  goOn();
  held = new Promise((resolve) => {
    goOn = resolve;
  });
}

/** Finds when the updates in a text were made, in microseconds of `monotonicNow`. */
export const madePattern = /made (\d+);/g;

/** Microseconds of a clock that all processes of a machine share. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
