import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { AppState } from "./app-state.ts";
import { placeCredentials } from "./credentials.ts";
import { Secrets } from "./secrets.tsx";

interface KnownAgent {
  readonly url: string;
  readonly card: AgentCard;
  readonly receivedCard: unknown;
  /** The URL of the interface that is spoken. */
  readonly resource: string;
}

/** Which agent, which interface of it, and with which credentials. */
export function ConnectForm({ app }: { readonly app: AppState }): JSX.Element {
  const state = app.state.value;
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
  const interfaces = (isKnown ? known.current?.card.supportedInterfaces : undefined) ?? [];
  const isAsked = (agent?.card.securityRequirements?.length ?? 0) > 0 && Object.keys(secrets).length === 0;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const open = (at: string, given = secrets): void => {
    // What comes by an entry of a catalog keeps to it, with the credentials that were given for it.
    const own = app.entry.value && agent?.connection.interface;
    const use = (at === "" ? undefined : interfaces[Number(at)]) ?? own;
    const { headers, credentials } = placeCredentials(known.current?.card, given);
    void app.open({
      headers: {
        ...headers,
        ...(token === "" ? {} : { authorization: /\s/.test(token) ? token : `Bearer ${token}` }),
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
  return (
    <form
      class="connect"
      aria-label="Agent"
      onSubmit={(event) => {
        event.preventDefault();
        const at = isKnown ? chosen : "";
        setChosen(at);
        open(at);
      }}
    >
      <input
        type="url"
        required
        aria-label="URL of the agent or of its card"
        placeholder="http://localhost:4000"
        value={app.url.value}
        onInput={({ currentTarget }) => {
          app.url.value = currentTarget.value;
        }}
      />
      <button type="submit" class="main">
        Connect
      </button>
      {interfaces.length > 0 && (
        <label>
          <span class="visually-hidden">Interface</span>
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
                : `${agent.connection.protocol.name} over ${agent.connection.interface.protocolBinding}`}
            </option>
            {interfaces.map(({ protocolBinding, protocolVersion, url }, at) => (
              <option key={at} value={String(at)}>
                {protocolVersion} {protocolBinding} {url}
              </option>
            ))}
          </select>
        </label>
      )}
      <details class="secrets" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Credentials</summary>
        <label>
          Bearer token, or the whole Authorization header
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <Secrets
          card={known.current?.card}
          secrets={secrets}
          relay={app.relay}
          resource={toHttpUrl(known.current?.resource ?? "")}
          onPrompt={() => setOpen(true)}
          onSecret={(name, secret) => setSecrets({ ...secrets, [name]: secret })}
          onSignedIn={(name, secret) => {
            const next = { ...secrets, [name]: secret };
            setSecrets(next);
            open(chosen, next);
          }}
        />
        <button type="submit">Connect with these</button>
      </details>
    </form>
  );
}
