import type { ListTasksRequest, ListTasksResponse } from "@a2agen/a2a-1.0";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { alignColumns, safe, safeLine, safeText } from "@a2agen/terminal/safe-text.ts";
import { buildConfig } from "./build-message.ts";
import type { Action, ListQuery } from "./call-plan.ts";
import { follow, type Surroundings } from "./converse.ts";
import type { Screen } from "./screen.ts";
import { outcomeOf, paintState, parseState, shortState } from "./task-states.ts";
import { Transcript } from "./transcript.ts";

type TaskAction = Extract<Action, { readonly kind: "get" | "subscribe" | "cancel" | "list" }>;

type Tenant = { readonly tenant?: string };

/** Runs an action on existing tasks. */
export async function runTaskAction(
  action: TaskAction,
  { tenant, ...around }: Surroundings & { readonly tenant: Tenant },
): Promise<Outcome> {
  const { agent, screen, stop } = around;
  const { signal } = stop;
  const { client } = agent;
  switch (action.kind) {
    case "get": {
      const { id, historyLength, saveTo } = action;
      const request = { id, ...tenant, ...(historyLength === undefined ? {} : { historyLength }) };
      const transcript = new Transcript(screen, { saveTo });
      await transcript.whole(await client.getTask(request, { signal }));
      transcript.end();
      return 0;
    }
    case "cancel": {
      const transcript = new Transcript(screen);
      await transcript.whole(await client.cancelTask({ id: action.id, ...tenant }, { signal }));
      transcript.end();
      return 0;
    }
    case "subscribe": {
      const transcript = new Transcript(screen, { saveTo: action.saveTo });
      try {
        await follow(client.subscribeToTask({ id: action.id, ...tenant }, { signal }), {
          transcript,
          screen,
        });
      } finally {
        screen.wait(undefined);
        transcript.end();
      }
      return transcript.state === undefined ? 0 : outcomeOf(transcript.state);
    }
    case "list":
      await listTasks(action, { tenant, ...around });
      return 0;
  }
}

async function listTasks(
  { query, isWhole }: Extract<Action, { readonly kind: "list" }>,
  { agent, screen, stop, tenant }: Surroundings & { readonly tenant: Tenant },
): Promise<void> {
  const { signal } = stop;
  let request: ListTasksRequest = { ...tenant, ...toRequest(query) };
  const seen = new Set<string>();
  for (;;) {
    const page = await agent.client.listTasks(request, { signal });
    const { nextPageToken } = page;
    if (screen.isJson) screen.json(page);
    else showPage(page, screen);
    if (nextPageToken === "" || nextPageToken === undefined) return;
    if (!isWhole) {
      if (!screen.isJson) screen.note(`more of ${page.totalSize} tasks: --page ${nextPageToken}, or --all`);
      return;
    }
    if (seen.has(nextPageToken))
      throw new Error(`ListTasks: the page ${nextPageToken} names itself as the next one`);
    seen.add(nextPageToken);
    request = { ...request, pageToken: nextPageToken };
  }
}

function toRequest(query: ListQuery): ListTasksRequest {
  const { contextId, state, since, pageSize, pageToken, historyLength, withArtifacts } = query;
  return {
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { status: parseState(state) }),
    ...(since === undefined ? {} : { statusTimestampAfter: since }),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(pageToken === undefined ? {} : { pageToken }),
    ...(historyLength === undefined ? {} : { historyLength }),
    ...(withArtifacts ? { includeArtifacts: true } : {}),
  };
}

function showPage({ tasks }: ListTasksResponse, screen: Screen): void {
  if (tasks.length === 0) screen.note("no tasks", "note");
  const rows = alignColumns(
    tasks.map(({ id, contextId = "", status: { state, timestamp = "", message } }) => [
      shortState(state),
      safeLine(id),
      safeLine(contextId),
      safeLine(timestamp),
      // What it waits for, or how it ended.
      safeLine(message?.parts.flatMap(({ text }) => text ?? []).join(" ") ?? "", 60),
    ]),
  );
  for (const [index, row] of rows.entries()) {
    const state = tasks[index]?.status.state;
    // Colours have no width.
    screen.line(
      state === undefined
        ? row
        : safe`${paintState(state, screen.style)}${safeText(row.slice(shortState(state).length))}`,
    );
  }
}

type PushAction = Extract<Action, { readonly kind: "push-set" | "push-get" | "push-list" | "push-delete" }>;

/** Runs an action on the push notification configurations of a task. */
export async function runPushAction(
  action: PushAction,
  { agent, screen, stop, tenant }: Surroundings & { readonly tenant: Tenant },
): Promise<Outcome> {
  const { client } = agent;
  const { signal } = stop;
  const { taskId } = action;
  const show = (value: object): void => (screen.isJson ? screen.json(value) : screen.prettyJson(value));
  switch (action.kind) {
    case "push-set":
      show(
        await client.createTaskPushNotificationConfig(
          { ...buildConfig(action.webhook), taskId, ...tenant },
          { signal },
        ),
      );
      return 0;
    case "push-get":
      show(await client.getTaskPushNotificationConfig({ taskId, id: action.id, ...tenant }, { signal }));
      return 0;
    case "push-delete":
      show(await client.deleteTaskPushNotificationConfig({ taskId, id: action.id, ...tenant }, { signal }));
      return 0;
    case "push-list":
      return listConfigs(taskId, { agent, screen, stop, tenant });
  }
}

async function listConfigs(
  taskId: string,
  { agent, screen, stop, tenant }: Surroundings & { readonly tenant: Tenant },
): Promise<Outcome> {
  const { signal } = stop;
  let pageToken = "";
  const seen = new Set<string>();
  do {
    const page = await agent.client.listTaskPushNotificationConfigs(
      { taskId, ...tenant, ...(pageToken === "" ? {} : { pageToken }) },
      { signal },
    );
    if (screen.isJson) screen.json(page);
    else for (const config of page.configs ?? []) screen.prettyJson(config);
    if (!screen.isJson && (page.configs ?? []).length === 0) screen.note("no configurations", "note");
    pageToken = page.nextPageToken ?? "";
    if (seen.has(pageToken)) throw new Error(`the page ${pageToken} names itself as the next one`);
    seen.add(pageToken);
  } while (pageToken !== "");
  return 0;
}
