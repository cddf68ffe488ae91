/** Below it are the schemas of a profile that does not say otherwise, each profile in a directory of its name. */
export const schemaHost = "https://a2agen.dev/schemas/";
