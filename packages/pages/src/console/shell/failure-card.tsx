import type { JSX } from "preact";
import { Alert } from "../../shared/alert.tsx";
import { Icon } from "../../shared/icon.tsx";
import type { AppState } from "../session/app-state.ts";
import { RecentAgents } from "../session/connect-sheets.tsx";

const hints: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "Nothing listens there. Is the agent running? Start it, and try again."],
  [/ENOTFOUND|EAI_AGAIN/, "There is no host of this name. Look for a slip in it."],
  [/\b401\b|\b403\b|UNAUTHENTICATED|credentials/i, "The agent wants to know who asks."],
  [/timed? ?out|ETIMEDOUT/i, "It took too long. The agent may be busy, or behind a firewall."],
  [/console.s command/, "Start a2agen console again, and open the address that it prints."],
  [/card/, "There may be an agent at another path of this host: give the URL of its card."],
];

/** Why an agent could not be reached, what that means, and what to do. */
export function FailureCard({
  app,
  message,
}: {
  readonly app: AppState;
  readonly message: string;
}): JSX.Element {
  const retry = (url: string): void => {
    app.url.value = url;
    void app.reopen();
  };
  return (
    <section class="failure" aria-label="Not connected">
      <Icon name="plug" />
      <h2>{app.url.value} cannot be reached</h2>
      <p>{hints.find(([pattern]) => pattern.test(message))?.[1] ?? "Try again, or choose another agent."}</p>
      <Alert>{message}</Alert>
      <div class="row">
        <button type="button" class="main" onClick={() => retry(app.url.value)}>
          Try again
        </button>
        <button type="button" onClick={() => open("agent")}>
          Change the address
        </button>
        <button type="button" onClick={() => open("credentials")}>
          Add credentials
        </button>
      </div>
      <RecentAgents app={app} onChoose={retry} />
    </section>
  );

  function open(name: "agent" | "credentials"): void {
    app.sheet.value = name;
  }
}
