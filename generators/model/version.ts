import manifest from "../../package.json" with { type: "json" };

/** Version of the toolchain. */
export const version: string = manifest.version;
