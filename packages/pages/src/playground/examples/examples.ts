import card from "./card-0.3.json?raw";
import draftCard from "./card-draft.json?raw";
import event from "./event-draft.json?raw";
import mistakes from "./mistakes.txt?raw";
import request from "./request-0.3.json?raw";
import signedCard from "./signed-card-1.0.json?raw";
import keys from "./signed-card-1.0.keys.json?raw";
import stream from "./stream-1.0.txt?raw";
import task from "./task-1.0.json?raw";
import draftTask from "./task-draft.json?raw";

export interface Example {
  readonly name: string;
  readonly text: string;
  /** The keys of its signatures. */
  readonly keys?: string;
}

/** The first is shown when the page opens. */
export const examples: readonly [Example, ...Example[]] = [
  { name: "Task, 1.0", text: task },
  { name: "Task with mistakes, 1.0", text: mistakes },
  { name: "Signed agent card, 1.0", text: signedCard, keys },
  { name: "Stream of server-sent events, 1.0", text: stream },
  { name: "Task, draft", text: draftTask },
  { name: "Agent card, draft", text: draftCard },
  { name: "Event of a stream, draft", text: event },
  { name: "Agent card, 0.3", text: card },
  { name: "Request, 0.3", text: request },
];
