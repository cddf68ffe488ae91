import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Desk } from "./desk.ts";

/** Which agent, which interface of it, and with which credentials. */
export function ConnectForm({ desk }: { readonly desk: Desk }): JSX.Element {
  const state = desk.state.value;
  const agent = state.kind === "open" ? state.agent : undefined;
  const [token, setToken] = useState("");
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState("");
  const interfaces = agent?.card.supportedInterfaces ?? [];
  const open = (at: string): void => {
    const use = interfaces[Number(at)];
    const given = Object.entries(secrets).filter(([, secret]) => secret !== "");
    const credentials: Credentials = Object.fromEntries(given);
    void desk.open({
      headers: token === "" ? {} : { authorization: /\s/.test(token) ? token : `Bearer ${token}` },
      credentials,
      ...(at === "" || use === undefined
        ? {}
        : {
            use: {
              url: use.url,
              binding: use.protocolBinding,
              version: use.protocolVersion,
              card: agent?.receivedCard,
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
        setChosen("");
        open("");
      }}
    >
      <input
        type="url"
        required
        aria-label="URL of the agent or of its card"
        placeholder="http://localhost:4000"
        value={desk.url.value}
        onInput={({ currentTarget }) => {
          desk.url.value = currentTarget.value;
        }}
      />
      <button type="submit" class="main">
        Connect
      </button>
      {agent !== undefined && (
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
              {agent.connection.protocol.name} over {agent.connection.interface.protocolBinding}
            </option>
            {interfaces.map(({ protocolBinding, protocolVersion, url }, at) => (
              <option key={at} value={String(at)}>
                {protocolVersion} {protocolBinding} {url}
              </option>
            ))}
          </select>
        </label>
      )}
      <details class="secrets">
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
        {schemesOf(agent?.card).map(([name, help]) => (
          <label key={name}>
            {name} ({help})
            <input
              type="password"
              autocomplete="off"
              value={secrets[name] ?? ""}
              onInput={({ currentTarget }) => setSecrets({ ...secrets, [name]: currentTarget.value })}
            />
          </label>
        ))}
        <button type="submit">Connect with these</button>
      </details>
    </form>
  );
}

function schemesOf(card: AgentCard | undefined): readonly (readonly [name: string, help: string])[] {
  return Object.entries(card?.securitySchemes ?? {}).map(([name, scheme]) => {
    const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http } = scheme;
    if (key !== undefined) return [name, `API key, ${key.location} ${key.name}`];
    if (http !== undefined)
      return [name, http.scheme.toLowerCase() === "basic" ? "user:password" : `HTTP ${http.scheme}`];
    if (scheme.mtlsSecurityScheme !== undefined) return [name, "client certificate: not in this console"];
    return [name, "access token"];
  });
}
