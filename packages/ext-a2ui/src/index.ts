export * from "./generated/extension.ts";
export { type A2uiVersion, versionFor } from "./version-for.ts";
