// Generated from pets.json.

export * from "./pets_types.js";
export * from "./pets_json.js";
