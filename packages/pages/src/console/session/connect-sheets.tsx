import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { nameBinding } from "../../shared/binding-name.ts";
import { lazy } from "../../shared/lazy.tsx";
import { Sheet } from "../../shared/sheet.tsx";
import type { AppState } from "./app-state.ts";
import { placeCredentials } from "./credentials.ts";
import { recentAgents } from "./recent-agents.ts";

const Secrets = lazy(async () => (await import("./secrets.tsx")).Secrets);

interface KnownAgent {
  readonly url: string;
  readonly card: AgentCard;
  readonly receivedCard: unknown;
  /** The URL of the interface that is spoken. */
  readonly resource: string;
}

/** Which agent, which interface of it, and with which credentials. */
export function ConnectSheets({ app }: { readonly app: AppState }): JSX.Element {
  const state = app.state.value;
  const sheet = app.sheet.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const known = useRef<KnownAgent>(undefined);
  // Signing in takes longer than connecting, and an interface that may not be used can be allowed by choosing
  // it.
  if (agent !== undefined) {
    const { card, receivedCard, connection } = agent;
    known.current = { url: app.url.peek(), card, receivedCard, resource: connection.interface.url };
  }
  const isKnown = known.current?.url === app.url.value;
  const [token, setToken] = useState("");
  const [secrets, setSecrets] = useState<Credentials>({});
  const [chosen, setChosen] = useState("");
  const [address, setAddress] = useState(app.url.value);
  const card = isKnown ? known.current?.card : undefined;
  const interfaces = card?.supportedInterfaces ?? [];
  const schemes = Object.keys(card?.securitySchemes ?? {}).length;
  const isAsked = (agent?.card.securityRequirements?.length ?? 0) > 0 && Object.keys(secrets).length === 0;
  useEffect(() => {
    if (isAsked) app.sheet.value = "credentials";
  }, [isAsked]);
  useEffect(() => setAddress(app.url.value), [app.url.value]);
  const open = (at: string, given = secrets, bearer = token): void => {
    // What comes by an entry of a catalog keeps to it, with the credentials that were given for it.
    const own = app.entry.value && agent?.connection.interface;
    const use = (at === "" ? undefined : interfaces[Number(at)]) ?? own;
    const { headers, credentials } = placeCredentials(known.current?.card, given);
    void app.open({
      headers: {
        ...headers,
        ...(bearer === "" ? {} : { authorization: /\s/.test(bearer) ? bearer : `Bearer ${bearer}` }),
      },
      credentials,
      ...(use === undefined
        ? {}
        : {
            use: {
              url: use.url,
              binding: use.protocolBinding,
              version: use.protocolVersion,
              card: known.current?.receivedCard,
            },
          }),
    });
  };
  const close = (): void => app.closeSheet();
  const connectTo = (url: string): void => {
    const isOther = url !== app.url.value;
    app.url.value = url;
    close();
    if (!isOther) {
      open(chosen);
      return;
    }
    // What was typed for one agent is not for another one.
    setChosen("");
    setToken("");
    setSecrets({});
    open("", {}, "");
  };
  const authorization = (
    <label>
      Bearer token, or the whole Authorization header
      <input
        type="password"
        autocomplete="off"
        value={token}
        onInput={({ currentTarget }) => setToken(currentTarget.value)}
      />
    </label>
  );
  return (
    <>
      <Sheet title="Agent" isOpen={sheet === "agent"} onClose={close}>
        <form
          class="fields"
          aria-label="Agent"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (address.trim() !== "") connectTo(address);
          }}
        >
          <label>
            URL of the agent or of its card
            <input
              type="url"
              placeholder="localhost:4000"
              value={address}
              onInput={({ currentTarget }) => setAddress(currentTarget.value)}
            />
          </label>
          <div class="row">
            <button type="submit" class="main">
              Connect
            </button>
            {app.first === undefined && (
              <button
                type="button"
                onClick={() => {
                  close();
                  app.openBeside(address);
                }}
              >
                Open beside
              </button>
            )}
          </div>
          {interfaces.length > 0 && (
            <label>
              Interface
              <select
                value={chosen}
                onChange={({ currentTarget }) => {
                  setChosen(currentTarget.value);
                  open(currentTarget.value);
                }}
              >
                <option value="">
                  {agent === undefined
                    ? "Interface"
                    : `${agent.connection.protocol.name} over ${nameBinding(agent.connection.interface.protocolBinding)}`}
                </option>
                {interfaces.map(({ protocolBinding, protocolVersion, url }, at) => (
                  <option key={at} value={String(at)}>
                    {protocolVersion} {nameBinding(protocolBinding)} {url}
                  </option>
                ))}
              </select>
            </label>
          )}
        </form>
        {app.catalog.value !== undefined && state.kind === "open" && (
          <button
            type="button"
            onClick={() => {
              app.listAgents();
              close();
            }}
          >
            Other agents of the catalog
          </button>
        )}
        <RecentAgents app={app} onChoose={connectTo} />
      </Sheet>
      <Sheet title="Credentials" isOpen={sheet === "credentials"} onClose={close}>
        <form
          class="fields"
          aria-label="Credentials"
          onSubmit={(event) => {
            event.preventDefault();
            open(chosen);
            close();
          }}
        >
          <p class="faint">They stay in memory, and go to this agent alone. Nothing stores them.</p>
          {schemes > 0 && (
            <Secrets
              card={card}
              secrets={secrets}
              relay={app.relay}
              resource={toHttpUrl(known.current?.resource ?? "")}
              onPrompt={() => {
                app.sheet.value = "credentials";
              }}
              onSecret={(name, secret) => setSecrets({ ...secrets, [name]: secret })}
              onSignedIn={(name, secret) => {
                const next = { ...secrets, [name]: secret };
                setSecrets(next);
                open(chosen, next);
              }}
            />
          )}
          {schemes === 0 ? (
            authorization
          ) : (
            <details>
              <summary>Another header</summary>
              {authorization}
            </details>
          )}
          <button type="submit" class="main">
            Connect with these
          </button>
        </form>
      </Sheet>
    </>
  );
}

interface RecentProps {
  readonly app: AppState;
  readonly onChoose: (url: string) => void;
}

/** The agents that answered last, apart from the one of the page. */
export function RecentAgents({ app, onChoose }: RecentProps): JSX.Element | null {
  const others = recentAgents().filter((url) => url !== app.url.value || app.state.value.kind !== "open");
  if (others.length === 0) return null;
  return (
    <section class="recent" aria-label="Last agents">
      <h3>Last agents</h3>
      {others.map((url) => (
        <button key={url} type="button" class="quiet" onClick={() => onChoose(url)}>
          {url}
        </button>
      ))}
    </section>
  );
}
