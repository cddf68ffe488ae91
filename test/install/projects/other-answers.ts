/** Answers to the questions of init other than those of the projects that are looked at closely. */
export const otherAnswers: readonly {
  readonly name: string;
  readonly flags: readonly string[];
  readonly probed?: false;
  /** Whether npm run test:long alone makes it: a project before it has the same files, or all but a few. */
  readonly isLong?: true;
}[] = [
  {
    name: "every version, push notifications and a token",
    isLong: true,
    probed: false,
    flags: [
      "--versions",
      "1.0,draft,0.3",
      "--push",
      "yes",
      "--auth",
      "bearer",
      "--title",
      'Ada\'s "Agent" \\',
    ],
  },
  {
    name: "one binding and one version",
    isLong: true,
    probed: false,
    flags: ["--bindings", "JSONRPC", "--versions", "1.0", "--docker", "no", "--ci", "no", "--license", "MIT"],
  },
  {
    name: "the draft, and tasks in memory",
    isLong: true,
    probed: false,
    flags: ["--versions", "draft", "--store", "memory"],
  },
  {
    name: "the draft and 0.3, with a token",
    isLong: true,
    probed: false,
    flags: ["--versions", "draft,0.3", "--auth", "bearer", "--push", "yes", "--store", "memory"],
  },
  {
    name: "HTTP+JSON only, and the draft",
    isLong: true,
    probed: false,
    flags: ["--bindings", "HTTP+JSON", "--versions", "1.0,draft", "--store", "memory"],
  },
  { name: "few files, in the draft and 1.0", flags: ["--kind", "minimal", "--versions", "draft,1.0"] },
  {
    name: "few files, in the draft and 0.3",
    flags: ["--kind", "minimal", "--versions", "draft,0.3"],
    isLong: true,
  },
  { name: "a client in the draft", flags: ["--kind", "client", "--versions", "draft,0.3"], isLong: true },
  { name: "a client in 1.0 alone", flags: ["--kind", "client", "--versions", "1.0"], isLong: true },
  {
    name: "an extension in the draft",
    flags: ["--kind", "extension", "--versions", "draft,0.3"],
    isLong: true,
  },
  {
    name: "an extension in 1.0",
    isLong: true,
    flags: ["--kind", "extension", "--versions", "1.0,draft,0.3"],
  },
  {
    name: "an extension with a manifest",
    flags: ["--kind", "extension", "--source", "schema", "--place", "part-key", "--versions", "1.0,0.3"],
  },
];
