/** Computes a value once for each object, such as a font's dictionary, however many readers need it. */

/** The value is released with its object, so nothing of a file outlives the file. */
export function onceFor<K extends WeakKey, V>(work: (key: K) => V): (key: K) => V {
  const done = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    let known = done.get(key)
    if (known === undefined) {
      known = { value: work(key) }
      done.set(key, known)
    }
    return known.value
  }
}
