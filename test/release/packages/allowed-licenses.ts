/** Licences that everybody may take packages under, as SPDX names them. */
export const allowedLicenses: ReadonlySet<string> = new Set([
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "(Apache-2.0 AND BSD-3-Clause)",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  // Of a font: it goes along with its licence, under its name.
  "OFL-1.1",
]);
