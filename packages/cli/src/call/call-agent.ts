import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import { shellWord } from "@a2agen/exchange/shell-word.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { isUsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { CallPlan, Target } from "./call-plan.ts";
import { chooseTarget } from "./choose-target.ts";
import { converse } from "./converse.ts";
import { explainError } from "./explain-error.ts";
import { openAgent } from "./open-agent.ts";
import { runCard } from "./run-card.ts";
import { runRpc } from "./run-rpc.ts";
import { runPushAction, runTaskAction } from "./run-tasks.ts";
import { Screen } from "./screen.ts";
import { showCard } from "./show-card.ts";
import { listenForStop, type Stop } from "./stop.ts";

/** Runs a command line. Everything that the clients need is loaded with this module. */
export async function callAgent(plan: CallPlan, terminal: Terminal): Promise<Outcome> {
  const screen = new Screen(terminal, { isJson: plan.isJson });
  const stop = listenForStop(() => screen.wait(undefined));
  let recorder: FileRecorder | undefined;
  try {
    recorder = await openRecording(plan.target, screen);
    return await runAction(plan, { screen, stop, recorder });
  } catch (error) {
    screen.wait(undefined);
    // No reader is left for an error.
    if (stop.reason() === "reader gone") return 0;
    if (stop.reason() === "interrupt") return 130;
    if (isUsageError(error)) throw error;
    const { code, problem, hints } = explainError(error, plan.target);
    screen.fail({ code, message: problem, hints });
    return 1;
  } finally {
    screen.wait(undefined);
    recorder?.close();
    stop.release();
  }
}

async function openRecording(target: Target, screen: Screen): Promise<FileRecorder | undefined> {
  const { record, secretHeaders } = target;
  if (record === undefined) return undefined;
  const { openRecorder } = await import("@a2agen/exchange/record/open-recorder.ts");
  return openRecorder(record, {
    secretNames: secretHeaders,
    onError: (error) => screen.note(`--record: ${errorMessage(error)}`, "warning"),
  });
}

async function runAction(
  plan: CallPlan,
  around: {
    readonly screen: Screen;
    readonly stop: Stop;
    readonly recorder: FileRecorder | undefined;
  },
): Promise<Outcome> {
  const { action } = plan;
  const target =
    plan.target.catalog === undefined ? plan.target : await chooseTarget(plan, plan.target.catalog, around);
  // The agents were listed instead.
  if (target === undefined) return 0;
  if (action.kind === "card") return runCard(target, around);
  const { screen, stop } = around;
  const agent = await openAgent(target, around);
  const surroundings = { agent, screen, stop };
  const tenant = target.tenant === undefined ? {} : { tenant: target.tenant };
  try {
    switch (action.kind) {
      case "extended-card": {
        const card = await agent.client.getExtendedAgentCard(tenant, { signal: stop.signal });
        if (screen.isJson) screen.json(card);
        else showCard(screen, { card, where: "", isUsed: () => false, signatures: [] });
        return 0;
      }
      case "send":
      case "stream":
        return await converse(
          {
            ...action,
            tenant: target.tenant,
            next: (words) =>
              [
                "a2agen call",
                ...(target.catalog ? [] : [shellWord(target.url)]),
                words,
                ...target.words,
              ].join(" "),
          },
          surroundings,
        );
      case "rpc":
        return await runRpc(action, surroundings);
      case "get":
      case "list":
      case "cancel":
      case "subscribe":
        return await runTaskAction(action, { ...surroundings, tenant });
      case "push-set":
      case "push-get":
      case "push-list":
      case "push-delete":
        return await runPushAction(action, { ...surroundings, tenant });
    }
  } finally {
    await agent.close();
  }
}
