/**
 * Below it are the schemas of a profile that does not say otherwise, each profile in a directory of its name.
 */
export const schemaHost = "https://a2agen.dev/schemas/";

/** The base of the schemas of all protos that no profile lists: those of profiles/proto.yaml. */
export const sharedSchemaBase = `${schemaHost}proto/`;
