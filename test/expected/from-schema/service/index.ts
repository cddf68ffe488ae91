// Generated from pets.json.

export * from "./pets_types.js";
export * from "./pets_json.js";
export * from "./pets_service.js";
export * from "./pets_protocol.js";
