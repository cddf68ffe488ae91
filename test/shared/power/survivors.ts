/** Mutants that are no fault, or that nobody can tell from outside, by their names, and why. */
export const survivors: readonly (readonly [name: RegExp, reason: string])[] = [
  [/history.*: (?:dropped|emptied)/, "an agent may keep fewer messages than were exchanged"],
  [/\bmessage\.\S+: dropped/, "members of messages are optional"],
  [/message: dropped/, "an agent may say nothing"],
  [/(?:message|history)\S*\.messageId: another value/, "identifiers of the agent's messages are its own"],
  [/message\.(?:contextId|taskId): emptied/, "a message need not say where it belongs"],
  [/(?:message|history)\S*\.parts\S*: /, "what an agent says is its own"],
  [/[tT]imestamp: /, "clocks differ, and a time is optional"],
  [/lastChunk: /, "a last piece need not be announced"],
  [/state: another value, TASK_STATE_(?:AUTH_REQUIRED|SUBMITTED|WORKING)/, "a task may go on by itself"],
  [/SendStreamingMessage: task.status.state: another value, TASK_STATE_INPUT/, "a task may go on by itself"],
  [/PushNotificationConfigs?: \S*authentication: dropped/, "agents need not show credentials"],
  [/PushNotificationConfigs?: \S*authentication\.credentials: /, "agents need not show credentials"],
  [
    /GetExtendedAgentCard: (?:name|description|version|skills|capabilities|default\w+|securityRequirements)\b/,
    "what an extended card says beside the public one is its own",
  ],
  [
    /GetExtendedAgentCard: supportedInterfaces(?:\.\*\.protocolBinding)?: /,
    "an extended card may offer further interfaces, over bindings of its own",
  ],
  [
    /stream of SendStreamingMessage: event 2 dropped|stream of \w+: events \d and \d swapped/,
    "states between others are the agent's own",
  ],
  [/stream of SubscribeToTask: event 2 doubled/, "states without a message may be alike"],
  [/stream of \w+: event 3 doubled/, "a piece that begins an artifact may begin it anew"],
  [/header cache-control: another value/, "answers of calls say nothing of caches"],
  [/request header a2a-extensions is not read/, "the agent has no extensions"],
  [/request of \w+: \S*metadata|filename is not read/, "what an agent does with it is its own"],
  [/request of CreateTaskPushNotificationConfig: id is not read/, "an agent may name configurations itself"],
  [/request of ListTasks: historyLength is not read/, "the agent's lists have no history"],
];
