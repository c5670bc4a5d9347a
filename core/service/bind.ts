/** Binds use cases to their ports once, so that callers pass only the request. */

type Bound<UseCases> = {
  readonly [Name in keyof UseCases]: UseCases[Name] extends (
    needs: never,
    ...request: infer Request
  ) => infer Reply
    ? (...request: Request) => Reply
    : never
}

/** The same functions without their first argument. */
export function bindUseCases<
  Needs,
  const UseCases extends Record<string, (needs: Needs, ...request: never[]) => unknown>,
>(needs: Needs, useCases: UseCases): Bound<UseCases> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...request: never[]) => useCase(needs, ...request),
  ])
  return Object.fromEntries(bound) as Bound<UseCases>
}
