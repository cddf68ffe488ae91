// Preloaded into a plugin: writes the packages that it has loaded when it ends.
process.on("exit", () => {
  const paths = Object.keys(require.cache).flatMap(
    (path) => path.match(/.*node_modules\/((@[^/]+\/)?[^/]+)/)?.[1] ?? [],
  );
  process.stderr.write(`packages: ${[...new Set(paths)].sort().join(" ")}\n`);
});
