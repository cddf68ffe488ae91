/** Turns plain data into a YAML document that ends with a line end. */
export type YamlWriter = (value: unknown) => string;

/** Loads the YAML library, which only some targets need. */
export async function loadYamlWriter(): Promise<YamlWriter> {
  const { stringify } = await import("yaml");
  // Readers of YAML 1.1 take more unquoted texts for something else: "on", "12:30", "1_000".
  return (value) => stringify(value, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 110 });
}
