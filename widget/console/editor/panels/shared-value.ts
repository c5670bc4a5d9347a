/** The value that several objects share. */

/** The value of all of them; null where they differ, or there are none. */
export function shared<One, Value>(list: readonly One[], of: (one: One) => Value): Value | null {
  const [first] = list
  if (first === undefined) return null
  const value = of(first)
  return list.every((one) => of(one) === value) ? value : null
}
