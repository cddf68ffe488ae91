import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { escapeMarkup } from "@a2agen/exchange/report/escape-markup.ts";
import { isFor } from "../core/requirements.ts";
import type { Report } from "../report/report.ts";
import type { Spoken } from "./behaviour.ts";
import { behaviours } from "./behaviours.ts";
import { listenRaw } from "./listener.ts";
import { toReport } from "./probe-client.ts";
import { labelOf, recordTrial, type Trial, toTrial } from "./recorded-trials.ts";
import { ScriptedAgent } from "./scripted-agent.ts";

/** Agents of every behaviour, for a client that is driven by hand. */
export interface ServedBehaviours {
  readonly count: number;
  /** What can be said of the client without knowing what it made of the answers; ends the agents. */
  finish(onExchange?: (exchange: Exchange) => void): Promise<Report>;
}

interface Row {
  readonly agent: ScriptedAgent;
  readonly spoken: Spoken;
}

/** Serves a list of agents at a port, and each agent at a port behind it. */
export async function serveBehaviours(
  port: number,
  { spoken, isWanted }: { readonly spoken: readonly Spoken[]; readonly isWanted: (id: string) => boolean },
): Promise<ServedBehaviours> {
  const rows: Row[] = [];
  for (const each of spoken) {
    for (const behaviour of behaviours) {
      if (!isWanted(behaviour.id) || !isFor(behaviour, each.version, each.binding)) continue;
      const agent = await ScriptedAgent.open(behaviour, each, port + rows.length + 1);
      rows.push({ agent, spoken: each });
    }
  }
  const index = await listenRaw(port, ({ request }) => {
    const isJson = new URL(request.url).pathname === "/behaviours.json";
    return {
      status: 200,
      headers: { "content-type": isJson ? "application/json" : "text/html; charset=utf-8" },
      pieces: [isJson ? `${JSON.stringify(rows.map(describe), undefined, 2)}\n` : formatIndex(rows)],
    };
  });
  return {
    count: rows.length,
    async finish(onExchange) {
      const trials = rows.map(({ agent, spoken: own }): Trial => {
        const { behaviour, calls, url } = agent;
        const driven = { end: "unknown", text: "", reason: "" } as const;
        return toTrial({ behaviour, calls: [...calls], url, spoken: own, driven });
      });
      for (const trial of trials) {
        for (const exchange of recordTrial(trial, { client: "", startTime: "" })) onExchange?.(exchange);
      }
      await Promise.all([index, ...rows.map(({ agent }) => agent)].map((each) => each.close()));
      return toReport(trials, { client: "client", spoken });
    },
  };
}

function describe({ agent, spoken }: Row): object {
  const { id, level, section, title, does, expected } = agent.behaviour;
  return { id, ...spoken, url: agent.url, does, title, level, section, expected };
}

function formatIndex(rows: readonly Row[]): string {
  const items = rows.map(({ agent: { behaviour, url }, spoken }) => {
    const { id, does, title, level, section } = behaviour;
    const cells = [url, labelOf(spoken), id, does, `${title} (${level}, section ${section})`];
    return `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join("")}</tr>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Scripted agents</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem}table{border-collapse:collapse}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8884}</style>
<h1>Scripted agents</h1>
<p>Each URL is an agent. Send it a message with your client. <code>/behaviours.json</code> is this list as JSON.</p>
<table><tr><th>agent</th><th>interface</th><th>requirement</th><th>the agent</th><th>a client</th></tr>
${items.join("\n")}
</table></html>
`;
}
