import type { CallbacksObject } from "openapi3-ts/oas32";
import type { MessageModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import type { ComponentSchemas } from "./component-schemas.ts";
import { toSchemaObject } from "./openapi-version.ts";

interface CallbackInit {
  readonly operationId: string;
  readonly tag: string;
  readonly profile: Profile;
  readonly schemas: ComponentSchemas;
  /** Full proto name of what a notification holds. */
  readonly payload: string;
}

/**
 * The request that the agent sends to the webhook that the body of a request configures; undefined
 * when there is no webhook in the body or the protocol has no push notifications.
 */
export function buildPushCallback(
  body: MessageModel,
  { operationId, tag, profile, schemas, payload }: CallbackInit,
): CallbacksObject | undefined {
  const { push } = profile;
  const mediaTypes = profile.contentTypes.push;
  if (push === undefined || mediaTypes === undefined) return undefined;
  const webhook = findWebhook(body, { schemas, within: new Set() });
  if (webhook === undefined) return undefined;
  const expression = `{$request.body#/${[...webhook, "url"].join("/")}}`;
  return {
    pushNotification: {
      [expression]: {
        post: {
          tags: [tag],
          summary: "Notifies the webhook of an update to the task",
          description:
            "Sent by the agent each time the task changes. The agent authenticates itself as `authentication` of the configuration says.",
          operationId: `${operationId}_notification`,
          parameters: [
            {
              name: push.tokenHeader,
              in: "header",
              description: "The `token` of the configuration, when it has one.",
              required: false,
              schema: { type: "string" },
            },
          ],
          requestBody: {
            description: "An update of the task.",
            required: true,
            content: { [mediaTypes.send]: { schema: toSchemaObject(schemas.typeSchema(payload)) } },
          },
          responses: {
            "2XX": { description: "The webhook accepted the notification." },
            "4XX": { description: "The webhook refuses the notification." },
          },
          security: [],
        },
      },
    },
  };
}

/** What distinguishes the configuration of a webhook from other messages with a URL. */
const webhookFields = ["url", "token", "authentication"];

/** JSON names on the way to the configuration of a webhook in a message. */
function findWebhook(
  message: MessageModel,
  { schemas, within }: { readonly schemas: ComponentSchemas; readonly within: ReadonlySet<string> },
): readonly string[] | undefined {
  const names = new Set(message.fields.map(({ name }) => name));
  if (webhookFields.every((name) => names.has(name))) return [];
  const further = new Set([...within, message.typeName]);
  for (const { shape, jsonName } of message.fields) {
    if (shape.kind !== "singular" || shape.type.kind !== "message" || further.has(shape.type.typeName))
      continue;
    const target = schemas.context.index.message(shape.type.typeName);
    const rest = findWebhook(target, { schemas, within: further });
    if (rest !== undefined) return [jsonName, ...rest];
  }
  return undefined;
}
