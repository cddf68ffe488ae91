/** What package.json says of the text of a license: an SPDX expression for those that are known. */
export function identifyLicense(text: string): string {
  const words = text.replace(/\s+/g, " ");
  const found = texts.find(([, pattern]) => pattern.test(words));
  return found?.[0] ?? "SEE LICENSE IN LICENSE";
}

const texts: readonly (readonly [string, RegExp])[] = [
  ["Apache-2.0", /Apache License,? Version 2\.0/i],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a copy/],
  ["ISC", /Permission to use, copy, modify, and\/or distribute this software for any purpose/],
  ["MPL-2.0", /Mozilla Public License Version 2\.0/i],
];
