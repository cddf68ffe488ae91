export { BinaryError } from "./binary-error.ts";
export { type BinaryType, createTypeRegistry, type TypeRegistry } from "./type-registry.ts";
