/** Work that is done once for each object, such as a font's dictionary, however many readers ask for it. */

/** What was worked out is forgotten with its object: nothing of a file outlives the file. */
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
