// The little that is used of packages and generated code which are there only after `npm ci --prefix
// bench`, so that the repository type-checks without.

declare module "tinybench-6" {
  export interface Task {
    readonly name: string;
    readonly result: { readonly latency: { readonly mean: number } };
    reset(): void;
    runSync(): this;
  }
  export class Bench {
    constructor(options: { time: number; iterations: number; warmup: boolean; throws: boolean });
    readonly tasks: Task[];
    add(name: string, run: () => void): this;
  }
}

declare module "ajv-formats" {
  import type { Ajv } from "ajv";
  import type { Ajv2020 } from "ajv/dist/2020.js";

  function addFormats(
    compiler: Ajv | Ajv2020,
    options?: { readonly mode: "fast" | "full"; readonly formats: readonly string[] },
  ): void;

  export { addFormats as default };
}

declare module "zod" {
  export interface ZodType {
    optional(): ZodType;
    nullable(): ZodType;
    nullish(): ZodType;
    refine(accepts: (value: unknown) => boolean): ZodType;
    parse(value: unknown): unknown;
    safeParse(value: unknown): { readonly success: boolean };
  }
  export function object(fields: Record<string, ZodType>): ZodType;
  export function array(element: ZodType): ZodType & { min(length: number): ZodType };
  export function record(key: ZodType, value: ZodType): ZodType;
  export function string(): ZodType;
  export function literal(value: string): ZodType;
  export function discriminatedUnion(tag: string, arms: readonly ZodType[]): ZodType;
  export function base64(): ZodType;
  export function boolean(): ZodType;
  export function int32(): ZodType;
  export function json(): ZodType;
  export const iso: { datetime(): ZodType };
  function enumeration(names: readonly string[]): ZodType;

  export { enumeration as enum };
}

declare module "#generated/protobuf-es/lf/a2a/v1/a2a_pb" {
  import type { DescMessage } from "@bufbuild/protobuf";
  export const SendMessageRequestSchema: DescMessage;
  export const TaskSchema: DescMessage;
  export const AgentCardSchema: DescMessage;
  export const StreamResponseSchema: DescMessage;
  export const ListTasksResponseSchema: DescMessage;
}

declare module "#generated/protobuf-es/google/api/field_behavior_pb" {
  import type { GenExtension } from "@bufbuild/protobuf/codegenv2";
  import type { FieldOptions } from "@bufbuild/protobuf/wkt";
  export const FieldBehavior: { readonly REQUIRED: number };
  export const field_behavior: GenExtension<FieldOptions, number[]>;
}

declare module "#generated/ts-proto/lf/a2a/v1/a2a" {
  export interface MessageFns {
    fromJSON(value: unknown): unknown;
    toJSON(value: unknown): unknown;
    encode(value: unknown): { finish(): Uint8Array };
    decode(bytes: Uint8Array): unknown;
  }
  export const SendMessageRequest: MessageFns;
  export const Task: MessageFns;
  export const AgentCard: MessageFns;
  export const StreamResponse: MessageFns;
  export const ListTasksResponse: MessageFns;
}

declare module "#generated/typia/a2a" {
  type Parse = (text: string) => unknown;
  type Is = (value: unknown) => boolean;
  type Stringify = (value: unknown) => string;
  export const parseSendMessageRequest: Parse;
  export const parseTask: Parse;
  export const parseAgentCard: Parse;
  export const parseStreamResponse: Parse;
  export const parseListTasksResponse: Parse;
  export const isSendMessageRequest: Is;
  export const isTask: Is;
  export const isAgentCard: Is;
  export const isStreamResponse: Is;
  export const isListTasksResponse: Is;
  export const stringifySendMessageRequest: Stringify;
  export const stringifyTask: Stringify;
  export const stringifyAgentCard: Stringify;
  export const stringifyStreamResponse: Stringify;
  export const stringifyListTasksResponse: Stringify;
}

declare module "#generated/plain" {
  export {
    isAgentCard,
    isListTasksResponse,
    isSendMessageRequest,
    isStreamResponse,
    isTask,
  } from "@a2agen/a2a-1.0";
}
