/** Fails when a promise is not settled in time. */
export async function within<T>(
  promise: Promise<T>,
  { what, timeoutMs }: { readonly what: string; readonly timeoutMs: number },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: did not happen within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
