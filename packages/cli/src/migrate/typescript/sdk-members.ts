import type { ts } from "ts-morph";
import { isLegacyNode, type MigrationContext } from "./context.ts";

const answer = "of a client of connect, which returns the result without an envelope and throws errors";

const renamed = {
  sendMessageStream: "sendStreamingMessage of a client of connect",
  resubscribeTask: "subscribeToTask of a client of connect",
  setTaskPushNotificationConfig: "createTaskPushNotificationConfig of a client of connect",
  listTaskPushNotificationConfig: "listTaskPushNotificationConfigs of a client of connect",
  getAgentCard: "card of the connection",
};

/** What replaces methods and properties of the SDK's classes that are called otherwise. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Client: renamed,
  A2AClient: {
    ...renamed,
    sendMessage: `sendMessage ${answer}`,
    getTask: `getTask ${answer}`,
    cancelTask: `cancelTask ${answer}`,
  },
  ExecutionEventBus: {
    publish: "yield of the event in execute",
    finished: "the end of execute",
  },
  RequestContext: { userMessage: "message of the Turn" },
  A2AExpressApp: { setupRoutes: "app.use(toExpress(createHttpHandler(host)))" },
};

/** Names what replaces a member of a class of the SDK, at the place where it is used. */
export function adviseMember(
  { checker, report }: Pick<MigrationContext, "checker" | "report">,
  { expression, name }: ts.PropertyAccessExpression,
): void {
  const symbol = checker.getTypeAtLocation(expression).getSymbol();
  if (symbol?.declarations?.some(isLegacyNode) !== true) return;
  const known = Object.hasOwn(members, symbol.name) ? members[symbol.name] : undefined;
  if (known === undefined || !Object.hasOwn(known, name.text)) return;
  report(name, `replace ${symbol.name}.${name.text} with ${known[name.text] ?? ""}`);
}
