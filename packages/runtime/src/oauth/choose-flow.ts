import type { OAuthServer } from "./find-server.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthFlowName, OAuthOptions } from "./oauth-options.ts";

/** The flows from the one that needs no person on. */
const flowNames = ["clientCredentials", "deviceCode", "authorizationCode"] as const;

/** What a flow needs of the options. */
const needs: Readonly<Record<OAuthFlowName, string>> = {
  clientCredentials: "clientSecret or privateKey",
  deviceCode: "onDeviceCode",
  authorizationCode: "redirect",
};

/** The flow that both sides can do; throws an OAuthError that says what is missing. */
export function chooseFlow(server: OAuthServer, options: OAuthOptions): OAuthFlowName {
  const wanted = options.flow === undefined ? flowNames : [options.flow];
  const offered = flowNames.filter((name) => offers(server, name));
  const found = wanted.find((name) => offered.includes(name) && canDo(name, options));
  if (found !== undefined) return found;
  const { issuer } = server.metadata;
  if (offered.length > 0) {
    const ways = offered.map((name) => `${name}, which needs ${needs[name]}`).join("; ");
    throw new OAuthError(`${issuer} offers ${ways}`, { fact: "client authentication" });
  }
  const refused = (["implicit", "password"] as const).filter((name) => server.flows?.[name] !== undefined);
  if (refused.length === 0) throw new OAuthError(`${issuer} names no flow that is known`, { fact: "issuer" });
  throw new OAuthError(
    `the card offers only the flow ${refused.join(" and ")}, which is insecure and not supported (RFC 9700); ask for authorizationCode, deviceCode or clientCredentials`,
    { fact: "issuer" },
  );
}

function offers({ flows, metadata }: OAuthServer, name: OAuthFlowName): boolean {
  if (flows !== undefined && Object.keys(flows).length > 0) return flows[name] !== undefined;
  const grants = metadata.grant_types_supported;
  switch (name) {
    case "clientCredentials":
      return grants?.includes("client_credentials") ?? true;
    case "deviceCode":
      return metadata.device_authorization_endpoint !== undefined;
    case "authorizationCode":
      return metadata.authorization_endpoint !== undefined;
  }
}

function canDo(name: OAuthFlowName, options: OAuthOptions): boolean {
  const { provider } = options;
  switch (name) {
    case "clientCredentials":
      return (
        options.clientSecret !== undefined ||
        options.privateKey !== undefined ||
        (provider !== undefined && provider.redirectUrl === undefined)
      );
    case "deviceCode":
      return options.onDeviceCode !== undefined;
    case "authorizationCode":
      return options.redirect !== undefined || provider?.redirectUrl !== undefined;
  }
}
