import type { A2AServiceClient } from "@a2agen/a2a-1.0";
import { userMessage } from "../../shared/agent/start-agent.ts";
import { collect } from "../../shared/collect.ts";

/** A call of each method that names a task, for one task and one configuration of it. */
export function callsForTask(
  client: A2AServiceClient,
  taskId: string,
  configId: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  const config = { taskId, id: configId, url: "https://client.example.com/hook" };
  return {
    SendMessage: () => client.sendMessage({ message: userMessage("more", { taskId }) }),
    SendStreamingMessage: () =>
      collect(client.sendStreamingMessage({ message: userMessage("more", { taskId }) })),
    GetTask: () => client.getTask({ id: taskId }),
    CancelTask: () => client.cancelTask({ id: taskId }),
    SubscribeToTask: () => collect(client.subscribeToTask({ id: taskId })),
    CreateTaskPushNotificationConfig: () => client.createTaskPushNotificationConfig(config),
    GetTaskPushNotificationConfig: () => client.getTaskPushNotificationConfig({ taskId, id: configId }),
    ListTaskPushNotificationConfigs: () => client.listTaskPushNotificationConfigs({ taskId }),
    DeleteTaskPushNotificationConfig: () => client.deleteTaskPushNotificationConfig({ taskId, id: configId }),
  };
}

/** A call of each method. */
export function callsOfAll(
  client: A2AServiceClient,
  taskId: string,
  configId: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    ...callsForTask(client, taskId, configId),
    ListTasks: () => client.listTasks({}),
    GetExtendedAgentCard: () => client.getExtendedAgentCard({}),
  };
}
