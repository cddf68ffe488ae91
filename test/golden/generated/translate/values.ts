import type { Codec } from "@a2agen/runtime";
import { dialects } from "@a2agen/translate";
import fc from "fast-check";
import { valid03 } from "./valid-0.3.ts";
import { validProto } from "./valid-proto.ts";

const codecs: ReadonlyMap<string, Codec<unknown>> = new Map(
  dialects.flatMap(({ codecs: all }) => all.map((codec) => [codec.typeName, codec] as const)),
);

/** The codec of a type of any version; undefined for types of google.protobuf. */
export function codecOf(typeName: string): Codec<unknown> | undefined {
  return codecs.get(typeName);
}

/** Values of a type of any version. */
export function valuesOf(typeName: string): fc.Arbitrary<unknown> {
  if (typeName === "google.protobuf.Empty") return fc.constant({});
  if (!typeName.startsWith("a2a-0.3.")) return validProto(typeName);
  const name = typeName.replace("a2a-0.3.", "");
  switch (name) {
    case "SendMessageResult":
      return fc.oneof(valid03("Task"), valid03("Message"));
    case "SendStreamingMessageResult":
      return fc.oneof(
        ...["Task", "Message", "TaskStatusUpdateEvent", "TaskArtifactUpdateEvent"].map(valid03),
      );
    case "GetTaskPushNotificationConfigRequestParams":
      return fc.oneof(valid03("TaskIdParams"), valid03("GetTaskPushNotificationConfigParams"));
    case "ListTaskPushNotificationConfigResult":
      return fc.array(valid03("TaskPushNotificationConfig"), { maxLength: 3 });
    case "DeleteTaskPushNotificationConfigResult":
      return fc.constant(null);
    case "GetAuthenticatedExtendedCardParams":
      return fc.constant({});
    default:
      return valid03(name);
  }
}
