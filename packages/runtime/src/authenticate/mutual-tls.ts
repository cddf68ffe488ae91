import { isObject, own } from "../core/object.ts";
import type { Authenticate } from "../host/authentication.ts";
import type { Principal } from "../service/security.ts";
import { namesOf } from "./bearer-token.ts";

/**
 * Who a certificate is of, by its names: "sha256:" and the fingerprint, "URI:spiffe://example.com/ada",
 * "DNS:ada.example.com", "email:ada@example.com", and the subject, "subject:CN=ada,O=Example".
 */
export type FindByCertificate = (
  names: readonly string[],
) => Principal | undefined | Promise<Principal | undefined>;

/**
 * Authenticates callers by their client certificates, which TLS has verified: make the server with
 * `requestCert` and your `ca`. Of a table, the first name of the certificate counts that it has.
 */
export function mutualTls(callers: Readonly<Record<string, Principal>> | FindByCertificate): Authenticate {
  const table = typeof callers === "function" ? undefined : new Map(Object.entries(callers));
  const find =
    typeof callers === "function" ? callers : (names: readonly string[]) => findNamed(names, table);
  return async ({ peerCertificate, schemes }) => {
    if (!isObject(peerCertificate)) return undefined;
    const principal = await find(certificateNames(peerCertificate));
    const named = namesOf(schemes, ({ mtlsSecurityScheme }) => mtlsSecurityScheme !== undefined);
    return principal && { scopes: [], schemes: named, ...principal };
  };
}

function findNamed(
  names: readonly string[],
  table: ReadonlyMap<string, Principal> | undefined,
): Principal | undefined {
  const name = names.find((each) => table?.has(each));
  return name === undefined ? undefined : table?.get(name);
}

/** The names of a certificate as Node shows it. */
function certificateNames(certificate: object): readonly string[] {
  const fingerprint = own(certificate, "fingerprint256");
  const alternative = own(certificate, "subjectaltname");
  const subject = own(certificate, "subject");
  const parts = isObject(subject)
    ? Object.entries(subject).flatMap(([key, value]) => partsOf(key, value))
    : [];
  return [
    ...(typeof fingerprint === "string" ? [`sha256:${fingerprint.replaceAll(":", "").toLowerCase()}`] : []),
    ...(typeof alternative === "string" ? alternativeNames(alternative) : []),
    ...(parts.length > 0 ? [`subject:${parts.join(",")}`] : []),
  ];
}

function partsOf(key: string, value: unknown): readonly string[] {
  // A comma in a value must not look like a further part.
  return [value].flat().map((each) => `${key}=${String(each).replaceAll(/[\\,+=]/g, "\\$&")}`);
}

/** The names of a list; Node quotes those that could be taken for several. */
function alternativeNames(text: string): readonly string[] {
  const names = [...text.matchAll(/(?:^|, )([\w ]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?=, |$)/g)];
  return names.map(([, kind = "", value = ""]) => {
    const plain: unknown = value.startsWith('"') ? JSON.parse(value) : value;
    return `${kind}:${String(plain)}`;
  });
}
