import { A2AService, A2AServiceClient } from "@a2agen/a2a-1.0";
import type { ClientMethod, Method } from "@a2agen/runtime/service";
import { expect, test } from "vitest";

const methods = Object.entries<Method>(A2AService.methods);
const ofClients: Readonly<Record<string, ClientMethod>> = A2AServiceClient.methods;

const message = {
  parts: [{ mediaType: "", text: "a", filename: "f", more: 1 }, { data: null }],
  role: "ROLE_USER",
  messageId: "",
};
const config = {
  url: "https://a",
  token: "",
  authentication: { credentials: "", scheme: "Bearer" },
  id: "c",
  taskId: "t",
};

test("has the methods of the service, and of each one the same facts", () => {
  expect(Object.keys(ofClients)).toEqual(methods.map(([key]) => key));
  for (const [key, { name, kind, http, idempotent, input, output }] of methods) {
    expect(ofClients[key]).toMatchObject({
      name,
      kind,
      http,
      ...(idempotent === true ? { idempotent } : {}),
    });
    expect(ofClients[key]?.input.typeName).toBe(input.typeName);
    expect(ofClients[key]?.output.typeName).toBe(output.typeName);
  }
});

test.each([
  {},
  { tenant: "", id: "1", taskId: "t", historyLength: 0, pageSize: 0, status: "TASK_STATE_UNSPECIFIED" },
  { unknown: 1, id: "", pageToken: "p", tenant: "x", includeArtifacts: false, contextId: undefined },
  { message, configuration: { acceptedOutputModes: [], historyLength: 0, returnImmediately: false } },
  { metadata: {}, message: { ...message, extensions: ["e"], referenceTaskIds: [], taskId: "t" } },
  { configuration: { taskPushNotificationConfig: config, acceptedOutputModes: ["a/b"] }, message },
  config,
])("writes requests as the codecs do: %j", (request) => {
  for (const [key, { input }] of methods) {
    expect(ofClients[key]?.input.stringify(request)).toBe(input.stringify(request));
  }
});
