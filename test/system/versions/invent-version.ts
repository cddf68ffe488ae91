import { appendFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { currentVersion } from "@a2agen/versions/table.ts";

const path = "lf/a2a/v1/a2a.proto";

/** What the proto of 9.9 says otherwise than that of the current version. */
const changes: readonly (readonly [before: string | RegExp, after: string])[] = [
  // A field has another name.
  [
    "string description = 3;\n  // Content of the artifact",
    "string summary = 3;\n  // Content of the artifact",
  ],
  // There is a state more.
  [
    "TASK_STATE_AUTH_REQUIRED = 8;",
    "TASK_STATE_AUTH_REQUIRED = 8;\n  // Interrupted: the agent waits until its client wants it to go on.\n  TASK_STATE_PAUSED = 9;",
  ],
  // One method less, and one more.
  [
    /\n {2}\/\/ Removes a push notification configuration(?:(?!\n {2}rpc)[\s\S])*\n {2}rpc DeleteTaskPushNotificationConfig(?:(?!\n {2}}\n)[\s\S])*\n {2}}\n/,
    `
  // Says in a sentence what became of a task.
  rpc SummarizeTask(SummarizeTaskRequest) returns (TaskSummary) {
    option (google.api.http) = {
      get: "/tasks/{id=*}:summarize"
      additional_bindings: {get: "/{tenant}/tasks/{id=*}:summarize"}
    };
  }
`,
  ],
  [
    /\n\/\/ Input of DeleteTaskPushNotificationConfig\.\n(?:(?!\n}\n)[\s\S])*\n}\n/,
    `
// Input of SummarizeTask.
message SummarizeTaskRequest {
  // Tenant that the request is for.
  string tenant = 1;
  // Identifier of the task.
  string id = 2 [(google.api.field_behavior) = REQUIRED];
}

// What became of a task.
message TaskSummary {
  // One sentence.
  string text = 1 [(google.api.field_behavior) = REQUIRED];
}
`,
  ],
];

/** Adds version 9.9 to a repository: a proto, a profile, a translation manifest, a table row, no more. */
export async function inventVersion(root: string): Promise<void> {
  let proto = await readFile(join(root, "proto", currentVersion, path), "utf8");
  for (const [before, after] of changes) {
    const changed = proto.replace(before, () => after);
    if (changed === proto) throw new Error(`${path}: expected ${before}`);
    proto = changed;
  }
  const file = join(root, "proto/a2a-9.9", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, proto);
  const given = join(import.meta.dirname, "invented");
  await cp(join(given, "profile.yaml"), join(root, "profiles/a2a-9.9.yaml"));
  await cp(join(given, "translation.yaml"), join(root, "profiles/translations/a2a-1.0-to-9.9.yaml"));
  await appendFile(
    join(root, "profiles/versions.yaml"),
    "  - name: a2a-9.9\n    stage: development\n    hint: invented\n",
  );
}
