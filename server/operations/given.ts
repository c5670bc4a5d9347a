/** Members that a request may leave out. */

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Those that are there: what is missing is not changed, or not filtered by. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
}
