import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { TLSSocket } from "node:tls";
import { errorCode, errorMessage } from "@a2agen/runtime/internal";
import { type Environment, Routes } from "@a2agen/runtime/node";
import type { Finding } from "./finding.ts";

export interface ConnectionCheck {
  readonly check: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly env: Environment;
  /** A server that is only reached: it does not speak HTTP/1.1. */
  readonly isSocket?: boolean;
  /** One of several of a card, of which the connection itself is enough. */
  readonly isInterface?: boolean;
}

/** Whether a server can be reached, by the proxy of the environment, with its certificate and its clock. */
export async function checkConnection(init: ConnectionCheck): Promise<readonly Finding[]> {
  const { check, isSocket = false, isInterface = false } = init;
  const url = new URL(init.url);
  const began = Date.now();
  try {
    const answer = isSocket ? await openSocket(url, init) : await ask(url, init);
    const ended = Date.now();
    const reached: Finding = { check, outcome: "ok", message: `${url.host} answers in ${ended - began} ms` };
    if (answer === undefined || isInterface) return [reached];
    return [reached, ...checkCertificate(answer, url), ...checkClock(answer, (began + ended) / 2)];
  } catch (error) {
    const code = errorCode(error) ?? "";
    const remedy = remedies[code];
    return [
      {
        check,
        outcome: "problem",
        message: `${url.host} cannot be reached: ${errorMessage(error) || code}`,
        ...(remedy !== undefined && { remedy }),
      },
    ];
  }
}

/** Any answer is one: a method or a path that is not there too. */
async function ask(url: URL, { env, timeoutMs }: ConnectionCheck): Promise<Answer> {
  const routes = new Routes({ env });
  try {
    const { send, options } = routes.find(url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send({ ...options, method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
      request.on("response", resolve).on("error", reject).end();
    });
    response.resume();
    const { socket } = response;
    const validTo = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
    return { date: response.headers.date, validTo };
  } finally {
    routes.close();
  }
}

interface Answer {
  /** The header Date. */
  readonly date: string | undefined;
  /** The end of the certificate, where there is one. */
  readonly validTo: string | undefined;
}

async function openSocket(url: URL, { timeoutMs }: ConnectionCheck): Promise<undefined> {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const socket = connect({ host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(timeoutMs, () => reject(new Error(`no answer within ${timeoutMs / 1000} s`)));
      socket.on("connect", resolve).on("error", reject);
    });
  } finally {
    socket.destroy();
  }
}

const dayMs = 86_400_000;

function checkCertificate({ validTo }: Answer, { protocol, hostname }: URL): readonly Finding[] {
  const check = "TLS";
  if (protocol === "http:") {
    if (/^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)) return [];
    const message = "the agent is called without encryption";
    return [
      {
        check,
        outcome: "warning",
        message,
        remedy: "serve it over https; clients send no secrets otherwise",
      },
    ];
  }
  if (validTo === undefined) return [];
  const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs);
  const message = `the certificate is trusted, and valid until ${new Date(validTo).toISOString().slice(0, 10)}`;
  return days >= 14
    ? [{ check, outcome: "ok", message }]
    : [{ check, outcome: "warning", message: `${message}: ${days} days`, remedy: "renew it" }];
}

/** Seconds from which tokens are refused and leases are taken for lapsed. */
const skewSeconds = 30;

function checkClock({ date }: Answer, now: number): readonly Finding[] {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return [];
  const seconds = Math.round((now - there) / 1000);
  const check = "clock";
  if (Math.abs(seconds) <= skewSeconds) {
    return [{ check, outcome: "ok", message: "within 30 seconds of the agent's" }];
  }
  const direction = seconds > 0 ? "ahead of" : "behind";
  return [
    {
      check,
      outcome: "warning",
      message: `${Math.abs(seconds)} seconds ${direction} the agent's: tokens may be refused`,
      remedy: "synchronize both clocks: timedatectl set-ntp true",
    },
  ];
}

const untrusted = "NODE_EXTRA_CA_CERTS=ca.pem trusts a certificate authority of your own";

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: "start the agent, or correct the port",
  ENOTFOUND: "correct the name of the host; a VPN or a proxy may be needed to find it",
  EAI_AGAIN: "the name service does not answer: check the network",
  ETIMEDOUT: "a firewall may drop the connection; HTTPS_PROXY names a proxy",
  ABORT_ERR: "a firewall may drop the connection, or the agent is slow: --timeout waits longer",
  EPROTO: "does it speak http? The URL says https",
  CERT_HAS_EXPIRED: "renew the certificate of the agent",
  ERR_TLS_CERT_ALTNAME_INVALID: "call the agent by a name that its certificate has",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${untrusted}; or let the agent send its whole chain`,
};
