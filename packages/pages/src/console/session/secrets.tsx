import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";
import type { JSX } from "preact";
import type { OAuth } from "./oauth.ts";
import { type OAuthScheme, SignIn } from "./sign-in.tsx";

interface SecretsProps {
  readonly card: AgentCard | undefined;
  readonly secrets: Credentials;
  readonly oauth: OAuth;
  readonly onSecret: (name: string, secret: Credentials[string]) => void;
  /** Called when a secret is there that has come from elsewhere. */
  readonly onSignedIn: (name: string, secret: Credentials[string]) => void;
}

/** A field for each security scheme of the card. */
export function Secrets({ card, secrets, oauth, onSecret, onSignedIn }: SecretsProps): JSX.Element {
  return (
    <>
      {Object.entries(card?.securitySchemes ?? {}).map(([name, scheme]) => {
        if (scheme.mtlsSecurityScheme !== undefined) return <ClientCertificate key={name} name={name} />;
        const oauthScheme = toOAuth(scheme);
        const secret = secrets[name];
        return (
          <div key={name}>
            {oauthScheme !== undefined && (
              <SignIn
                name={name}
                scheme={oauthScheme}
                oauth={oauth}
                onGrant={(grant) => onSignedIn(name, grant.token)}
              />
            )}
            <label>
              {name} ({helpOf(scheme)})
              <input
                type="password"
                autocomplete="off"
                value={typeof secret === "string" ? secret : ""}
                onInput={({ currentTarget }) => onSecret(name, currentTarget.value)}
              />
            </label>
          </div>
        );
      })}
    </>
  );
}

function ClientCertificate({ name }: { readonly name: string }): JSX.Element {
  return (
    <p>
      <strong dir="auto">{name}</strong>: the agent wants a client certificate, which the console does not
      hold. Run a proxy that does, such as ghostunnel or stunnel, on this machine, and connect to its address.
    </p>
  );
}

function toOAuth(scheme: SecurityScheme): OAuthScheme | undefined {
  const { oauth2SecurityScheme: oauth2, openIdConnectSecurityScheme: openId } = scheme;
  if (oauth2 !== undefined) return { kind: "oauth2", scheme: oauth2 };
  return openId === undefined ? undefined : { kind: "openId", scheme: openId };
}

function helpOf({ apiKeySecurityScheme: key, httpAuthSecurityScheme: http }: SecurityScheme): string {
  if (key !== undefined) return `API key, ${key.location} ${key.name}`;
  if (http === undefined) return "access token";
  return http.scheme.toLowerCase() === "basic" ? "user:password" : `HTTP ${http.scheme}`;
}
