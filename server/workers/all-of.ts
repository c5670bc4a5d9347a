/**
 * Waits for all, also where one fails, so that nothing writes a file after the failure was reported; throws the first
 * failure.
 */
export async function allOf<T extends readonly unknown[]>(
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
