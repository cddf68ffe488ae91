import type { AgentCard, SecurityScheme } from "@a2agen/a2a-1.0";
import type { Credentials } from "@a2agen/runtime/client";
import type { JSX } from "preact";
import type { Relay } from "./relay.ts";
import { SignIn } from "./sign-in.tsx";

interface SecretsProps {
  readonly card: AgentCard | undefined;
  readonly secrets: Credentials;
  readonly relay: Relay;
  /** What tokens are for. */
  readonly resource: string;
  readonly onSecret: (name: string, secret: Credentials[string]) => void;
  /** Called when a secret is there that has come from elsewhere. */
  readonly onSignedIn: (name: string, secret: Credentials[string]) => void;
  /** Called when a person has to do something before a call goes on. */
  readonly onPrompt: () => void;
}

/** A field for each security scheme of the card. */
export function Secrets({ card, secrets, onSecret, onSignedIn, ...around }: SecretsProps): JSX.Element {
  return (
    <>
      {Object.entries(card?.securitySchemes ?? {}).map(([name, scheme]) => {
        if (scheme.mtlsSecurityScheme !== undefined) return <ClientCertificate key={name} name={name} />;
        const secret = secrets[name];
        return (
          <div key={name}>
            {(scheme.oauth2SecurityScheme ?? scheme.openIdConnectSecurityScheme) !== undefined && (
              <SignIn
                {...around}
                name={name}
                scheme={scheme}
                required={scopesOf(card, name)}
                onCredential={(credential) => onSignedIn(name, credential)}
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

/** The scopes that the card requires of a scheme. */
function scopesOf(card: AgentCard | undefined, name: string): readonly string[] {
  return (card?.securityRequirements ?? []).flatMap(({ schemes }) => schemes?.[name]?.list ?? []);
}

function helpOf({ apiKeySecurityScheme: key, httpAuthSecurityScheme: http }: SecurityScheme): string {
  if (key !== undefined) return `API key, ${key.location} ${key.name}`;
  if (http === undefined) return "access token";
  return http.scheme.toLowerCase() === "basic" ? "user:password" : `HTTP ${http.scheme}`;
}
