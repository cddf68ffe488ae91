import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Message, Part, SendMessageRequest, TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import { describeUnreadable } from "@a2agen/terminal/read-bytes.ts";
import type { Outgoing, Webhook } from "./call-plan.ts";
import { mediaTypeFor } from "./media-types.ts";

/** Builds the request for a message; reads the files and standard input that it names. */
export async function buildRequest(
  outgoing: Outgoing,
  tenant: string | undefined,
): Promise<SendMessageRequest> {
  const { taskId, contextId, references, metadata } = outgoing;
  const message: Message = {
    messageId: randomUUID(),
    role: "ROLE_USER",
    parts: await buildParts(outgoing),
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(references.length === 0 ? {} : { referenceTaskIds: [...references] }),
  };
  return {
    message,
    ...configurationOf(outgoing),
    ...(metadata === undefined ? {} : { metadata }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

/** The request for an answer to what an agent has asked. */
export function buildAnswer(
  parts: Part[],
  {
    request,
    taskId,
    contextId,
  }: {
    readonly request: SendMessageRequest;
    readonly taskId: string;
    readonly contextId: string | undefined;
  },
): SendMessageRequest {
  const { message: _message, ...rest } = request;
  return {
    ...rest,
    message: {
      messageId: randomUUID(),
      role: "ROLE_USER",
      parts,
      taskId,
      ...(contextId === undefined ? {} : { contextId }),
    },
  };
}

async function buildParts({ text, readsStdin, files, data }: Outgoing): Promise<Part[]> {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...(readsStdin ? [{ text: await readStdin() }] : []),
    ...(await Promise.all(files.map(readPart))),
    ...data.map((value) => ({ data: value, mediaType: "application/json" })),
  ];
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new TypeError("standard input: expected text in UTF-8; send other content with --file", { cause });
  }
}

async function readPart(file: string): Promise<Part> {
  if (/^https?:\/\//.test(file)) {
    const name = nameIn(new URL(file).pathname);
    return { url: file, mediaType: mediaTypeFor(name), ...(name === "" ? {} : { filename: name }) };
  }
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new Error(`--file: ${file}: ${describeUnreadable(cause)}`, { cause });
  });
  return { raw: bytes.toString("base64"), mediaType: mediaTypeFor(file), filename: basename(file) };
}

function nameIn(path: string): string {
  const name = basename(path);
  try {
    return decodeURIComponent(name);
  } catch {
    // It need not be an escaped text.
    return name;
  }
}

function configurationOf(outgoing: Outgoing): Pick<SendMessageRequest, "configuration"> {
  const { acceptedOutputModes, historyLength, returnsImmediately, webhook } = outgoing;
  const configuration = {
    ...(acceptedOutputModes.length === 0 ? {} : { acceptedOutputModes: [...acceptedOutputModes] }),
    ...(historyLength === undefined ? {} : { historyLength }),
    ...(returnsImmediately ? { returnImmediately: true } : {}),
    ...(webhook === undefined ? {} : { taskPushNotificationConfig: buildConfig(webhook) }),
  };
  return Object.keys(configuration).length === 0 ? {} : { configuration };
}

/** A push notification configuration, without the task that it is for. */
export function buildConfig({ url, id, token, bearer }: Webhook): TaskPushNotificationConfig {
  return {
    url,
    ...(id === undefined ? {} : { id }),
    ...(token === undefined ? {} : { token }),
    ...(bearer === undefined ? {} : { authentication: { scheme: "Bearer", credentials: bearer } }),
  };
}
