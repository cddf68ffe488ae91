export * from "./generated/extension.ts";
