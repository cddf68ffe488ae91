import type { OAuthFlows, SecurityScheme } from "@a2agen/a2a-1.0";
import type { Credential, CredentialAsk } from "@a2agen/runtime/client";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { OAuthClient, SignInPrompt } from "../../console-server/sign-in-protocol.ts";
import { Alert } from "../../shared/alert.tsx";
import { textOf } from "./recorded-fetch.ts";
import type { Relay } from "./relay.ts";

interface SignInProps {
  /** Of the scheme, in the card. */
  readonly name: string;
  readonly scheme: SecurityScheme;
  /** The scopes that the card requires. */
  readonly required: readonly string[];
  /** What the token is for. */
  readonly resource: string;
  readonly relay: Relay;
  readonly onCredential: (credential: Credential) => void;
  /** Called when a person has to do something before a call goes on. */
  readonly onPrompt: () => void;
}

type Progress =
  | { readonly kind: "none" | "waiting" | "signedIn" }
  | SignInPrompt
  | { readonly kind: "failed"; readonly message: string };

type Wanted = Pick<CredentialAsk, "resource" | "challenge"> & { readonly signal?: AbortSignal };

/** Signs in at the authorization server of a scheme, by the command that serves this page. */
export function SignIn(props: SignInProps): JSX.Element {
  const { name, scheme, resource, relay, onCredential, onPrompt } = props;
  const [progress, setProgress] = useState<Progress>({ kind: "none" });
  const [client, setClient] = useState<OAuthClient>(() => ({
    id: "",
    secret: "",
    scopes: scopesOf(props).join(" "),
    origins: "",
  }));
  // Replaced when it ends what goes on: calls come back here for a token long after.
  const stopping = useRef(new AbortController());
  const stop = (): void => {
    stopping.current.abort();
    stopping.current = new AbortController();
  };
  useEffect(() => stop, []);
  const obtain = async (flow: Flow, ask: Wanted): Promise<string> => {
    const { resource: wanted, challenge, signal: ended } = ask;
    const signal = AbortSignal.any([stopping.current.signal, ended ?? []].flat());
    const about = { name, scheme, resource: wanted, ...(challenge && { challenge }) };
    const tell = (prompt: SignInPrompt): void => {
      setProgress(prompt);
      onPrompt();
      if (prompt.code === undefined && isWeb(prompt.url)) window.open(prompt.url, "_blank", "noopener");
    };
    try {
      const token = await relay.token({ client, flow, ...about }, tell, signal);
      setProgress({ kind: "signedIn" });
      return token;
    } catch (error) {
      if (!signal.aborted) setProgress({ kind: "failed", message: textOf(error) });
      else if (ended?.aborted === true) setProgress({ kind: "none" });
      throw error;
    }
  };
  const run = async (flow: Flow): Promise<void> => {
    stop();
    setProgress({ kind: "waiting" });
    // What went wrong is shown.
    const token = await obtain(flow, { resource }).catch(() => undefined);
    if (token !== undefined) onCredential((ask) => obtain(flow, ask));
  };
  const needsOrigins =
    client.origins !== "" || (progress.kind === "failed" && progress.message.includes("allowOrigins"));
  return (
    <fieldset>
      <legend dir="auto">{name}</legend>
      {(
        [
          ["id", "Client ID, if it is registered", "text"],
          ["secret", "Client secret, if it has one", "password"],
          ["scopes", "Scopes", "text"],
          ["origins", "Further origins of the authorization server (allowOrigins)", "text"],
        ] as const
      ).map(
        ([field, label, type]) =>
          (field !== "origins" || needsOrigins) && (
            <label key={field}>
              {label}
              <input
                {...attributesOf(type)}
                autocomplete="off"
                value={client[field]}
                onInput={({ currentTarget: { value } }) => setClient({ ...client, [field]: value })}
              />
            </label>
          ),
      )}
      <div class="row">
        {flowsOf(scheme).map((flow) => (
          <button key={flow} type="button" onClick={() => void run(flow)}>
            {flowNames[flow]}
          </button>
        ))}
        {(progress.kind === "waiting" || progress.kind === "prompt") && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              stop();
              setProgress({ kind: "none" });
            }}
          >
            Stop signing in
          </button>
        )}
      </div>
      {progress.kind === "waiting" && <p role="status">Waiting for the authorization server…</p>}
      {progress.kind === "signedIn" && <p role="status">Signed in.</p>}
      {progress.kind === "failed" && <Alert>{progress.message}</Alert>}
      {progress.kind === "prompt" && <Prompt {...progress} />}
    </fieldset>
  );
}

function Prompt({ code, url }: SignInPrompt): JSX.Element {
  return (
    <p role="status">
      {code === undefined ? "Sign in" : "Confirm"} <strong>{code}</strong> at{" "}
      {isWeb(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {url}
        </a>
      ) : (
        url
      )}
    </p>
  );
}

/** Servers come from strangers: "javascript:" is no place to sign in. */
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

const flowNames = {
  authorizationCode: "Sign in",
  deviceCode: "Sign in with a code",
  clientCredentials: "Sign in as the client",
} as const;

type Flow = keyof typeof flowNames;

const allFlows = Object.keys(flowNames) as readonly Flow[];

/** The flows that a person can take; "implicit" and "password" are left out of OAuth 2.1. */
function flowsOf({ oauth2SecurityScheme: oauth2 }: SecurityScheme): readonly Flow[] {
  const flows = oauth2?.flows ?? {};
  return Object.keys(flows).length === 0 ? allFlows : allFlows.filter((flow) => flow in flows);
}

function scopesOf({ scheme, required }: SignInProps): readonly string[] {
  const flows: Partial<OAuthFlows> = scheme.oauth2SecurityScheme?.flows ?? {};
  return [...new Set([...required, ...allFlows.flatMap((flow) => Object.keys(flows[flow]?.scopes ?? {}))])];
}

function attributesOf(type: string): Readonly<Record<string, string>> {
  return { type };
}
