import type { AgentCard, AgentInterface } from "@a2agen/a2a-1.0";
import { current } from "@a2agen/exchange/versions.ts";
import { isCallError } from "@a2agen/runtime/service";
import type { Target } from "../call/call-plan.ts";
import { explainError } from "../call/explain-error.ts";
import { type Agent, openAgent } from "../call/open-agent.ts";
import { Screen } from "../call/screen.ts";
import type { Stop } from "../call/stop.ts";
import { checkConnection } from "./check-connection.ts";
import type { Finding } from "./finding.ts";

export interface AgentCheck {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether an agent can be reached, says who it is, and answers. */
export async function checkAgent(url: string, init: AgentCheck): Promise<readonly Finding[]> {
  const found = [...(await checkConnection({ check: "connection", url, ...init }))];
  if (found.some(({ outcome }) => outcome === "problem")) return found;
  const target: Target = {
    url,
    isDirect: false,
    binding: undefined,
    protocol: undefined,
    headers: init.headers,
    login: undefined,
    extensions: [],
    tenant: undefined,
    timeoutMs: init.timeoutMs,
    secretHeaders: [],
    record: undefined,
    keys: [],
    words: [],
  };
  const explain = (check: string, error: unknown): Finding => {
    const { problem, hints } = explainError(error, target);
    const remedy = hints.length === 0 ? {} : { remedy: hints.join("\n") };
    return { check, outcome: "problem", message: problem, ...remedy };
  };
  let agent: Agent;
  try {
    agent = await openAgent(target, {
      screen: new Screen({ out: () => undefined, err: () => undefined }, { isJson: true }),
      stop: withinTime(init.timeoutMs),
      options: {
        authentication: "none",
        onWarning: ({ about, path, message }) => {
          found.push({
            check: about,
            outcome: "warning",
            message: path === "" ? message : `${path}: ${message}`,
          });
        },
      },
    });
  } catch (error) {
    return [...found, explain("card", error)];
  }
  try {
    const { card, connection } = agent;
    const { protocolBinding, protocolVersion } = connection.interface;
    found.push({ check: "card", outcome: "ok", message: `${card.name} ${card.version}` });
    for (const entry of card.supportedInterfaces ?? []) found.push(...(await checkInterface(entry, init)));
    found.push(...checkCredentials(card, init), ...checkOfficialCommand(card));
    await agent.client.getTask({ id: unknownTask }).then(
      () => undefined,
      (error: unknown) => {
        if (!isCallError(error, "TaskNotFoundError")) throw error;
      },
    );
    const message = `answers over ${protocolBinding} ${protocolVersion}`;
    found.push({ check: "call", outcome: "ok", message });
  } catch (error) {
    found.push(explain("call", error));
  } finally {
    await agent.close();
  }
  return found;
}

/** A task that no agent has: asking for it changes nothing. */
const unknownTask = "a2agen-doctor-asks-for-no-task";

async function checkInterface(entry: AgentInterface, init: AgentCheck): Promise<readonly Finding[]> {
  const check = `${entry.protocolBinding} ${entry.protocolVersion}`;
  // Addresses of gRPC have no scheme in most cards.
  const isUrl = /^(?:https?|wss?):\/\//i.test(entry.url);
  const url = isUrl ? entry.url.replace(/^ws/i, "http") : `http://${entry.url}`;
  const isGrpc = entry.protocolBinding === "GRPC";
  return checkConnection({ ...init, check, url, isSocket: isGrpc, isInterface: true });
}

function checkCredentials(card: AgentCard, { headers }: AgentCheck): readonly Finding[] {
  const wanted = (card.securityRequirements ?? []).map(({ schemes }) =>
    Object.keys(schemes ?? {}).join(" and "),
  );
  if (wanted.length === 0) return [];
  const check = "credentials";
  const message = `the card asks for ${wanted.map((names) => names || "none").join(", or ")}`;
  if (Object.keys(headers).length > 0) return [{ check, outcome: "ok", message }];
  const remedy = "--token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret";
  return [{ check, outcome: "warning", message: `${message}; none were given`, remedy }];
}

/** It reads a bare list of scopes where the specification has {"list": [...]} (a2a-go, issue 430). */
function checkOfficialCommand({ securityRequirements = [], ...card }: AgentCard): readonly Finding[] {
  const { version } = current.service.protocol;
  const interfaces = card.supportedInterfaces ?? [];
  const isOfNow = interfaces.some(({ protocolVersion }) => protocolVersion === version);
  if (securityRequirements.length === 0 || !isOfNow) return [];
  return [
    {
      check: "card",
      outcome: "note",
      message: "early releases of a2a, the official command, cannot read its securityRequirements",
      remedy: "they call the agent without the card: a2a send --endpoint URL --transport NAME",
    },
  ];
}

/** What ends an attempt to connect, without the signals of the process. */
function withinTime(timeoutMs: number): Stop {
  return {
    signal: AbortSignal.timeout(timeoutMs),
    reason: () => undefined,
    interrupt: () => undefined,
    release: () => undefined,
  };
}
