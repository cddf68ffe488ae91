import type { OAuth2SecurityScheme, OpenIdConnectSecurityScheme } from "@a2agen/a2a-1.0";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import type { DeviceCode, Grant, OAuth, OAuthClient, OAuthEndpoints } from "./oauth.ts";
import { textOf } from "./recorded-fetch.ts";

interface SignInProps {
  /** Of the scheme, in the card. */
  readonly name: string;
  readonly scheme: OAuthScheme;
  readonly oauth: OAuth;
  readonly onGrant: (grant: Grant) => void;
}

export type OAuthScheme =
  | { readonly kind: "oauth2"; readonly scheme: OAuth2SecurityScheme }
  | { readonly kind: "openId"; readonly scheme: OpenIdConnectSecurityScheme };

type Progress =
  | { readonly kind: "none" | "waiting" | "signedIn" }
  | { readonly kind: "confirm"; readonly code: DeviceCode }
  | { readonly kind: "failed"; readonly message: string };

/** Signs in at the authorization server of a scheme. */
export function SignIn({ name, scheme, oauth, onGrant }: SignInProps): JSX.Element | null {
  const [progress, setProgress] = useState<Progress>({ kind: "none" });
  const [client, setClient] = useState<OAuthClient>(() => ({ id: "", secret: "", scope: scopesOf(scheme) }));
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const ways = waysOf(scheme);
  const run = async (way: Way): Promise<void> => {
    stop.current?.abort();
    const stopping = new AbortController();
    stop.current = stopping;
    const { signal } = stopping;
    setProgress({ kind: "waiting" });
    try {
      const endpoints = await endpointsOf(scheme, oauth, signal);
      const given = { endpoints, client, signal };
      const grant =
        way === "code"
          ? await oauth.signIn(given)
          : way === "client"
            ? await oauth.enter(given)
            : await oauth.confirm(given, (code) => setProgress({ kind: "confirm", code }));
      onGrant(grant);
      setProgress({ kind: "signedIn" });
    } catch (error) {
      if (!signal.aborted) setProgress({ kind: "failed", message: textOf(error) });
    }
  };
  return (
    <fieldset>
      <legend dir="auto">{name}</legend>
      {(
        [
          ["id", "Client ID", "text"],
          ["secret", "Client secret, if it has one", "password"],
          ["scope", "Scopes", "text"],
        ] as const
      ).map(([field, label, type]) => (
        <label key={field}>
          {label}
          <input
            {...attributesOf(type)}
            autocomplete="off"
            value={client[field]}
            onInput={({ currentTarget: { value } }) => setClient({ ...client, [field]: value })}
          />
        </label>
      ))}
      <div class="row">
        {ways.map((way) => (
          <button key={way} type="button" onClick={() => void run(way)}>
            {wayNames[way]}
          </button>
        ))}
        {(progress.kind === "waiting" || progress.kind === "confirm") && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              stop.current?.abort();
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
      {progress.kind === "confirm" && (
        <p role="status">
          Confirm <strong>{progress.code.code}</strong> at{" "}
          {/^https?:\/\//i.test(progress.code.url) ? (
            <a href={progress.code.url} target="_blank" rel="noopener noreferrer nofollow">
              {progress.code.url}
            </a>
          ) : (
            progress.code.url
          )}
        </p>
      )}
    </fieldset>
  );
}

type Way = "code" | "device" | "client";

const wayNames: Readonly<Record<Way, string>> = {
  code: "Sign in",
  device: "Sign in with a code",
  client: "Sign in as the client",
};

/** The flows that a person can take; "implicit" and "password" are left out of OAuth 2.1. */
function waysOf({ kind, scheme }: OAuthScheme): readonly Way[] {
  if (kind === "openId") return ["code", "device", "client"];
  const { authorizationCode, deviceCode, clientCredentials } = scheme.flows;
  return [
    ...(authorizationCode === undefined ? [] : (["code"] as const)),
    ...(deviceCode === undefined ? [] : (["device"] as const)),
    ...(clientCredentials === undefined ? [] : (["client"] as const)),
  ];
}

async function endpointsOf(
  { kind, scheme }: OAuthScheme,
  oauth: OAuth,
  signal: AbortSignal,
): Promise<OAuthEndpoints> {
  if (kind === "openId") return oauth.discover(scheme.openIdConnectUrl, signal);
  const { authorizationCode, deviceCode, clientCredentials } = scheme.flows;
  const flow = authorizationCode ?? deviceCode ?? clientCredentials;
  const { refreshUrl = "" } = flow ?? {};
  return {
    token: flow?.tokenUrl ?? "",
    ...(refreshUrl === "" ? {} : { refresh: refreshUrl }),
    ...(authorizationCode === undefined ? {} : { authorization: authorizationCode.authorizationUrl }),
    ...(deviceCode === undefined ? {} : { device: deviceCode.deviceAuthorizationUrl }),
  };
}

function scopesOf({ kind, scheme }: OAuthScheme): string {
  if (kind === "openId") return "openid";
  const { authorizationCode, deviceCode, clientCredentials } = scheme.flows;
  return Object.keys((authorizationCode ?? deviceCode ?? clientCredentials)?.scopes ?? {}).join(" ");
}

function attributesOf(type: string): Readonly<Record<string, string>> {
  return { type };
}
