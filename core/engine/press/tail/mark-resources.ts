/** The resource dictionary that marks are painted with: of one slot in a render, of one page in a merged PDF. */

/** Kinds of resources that marks use, and the letters of their names. */
const LETTERS = { ColorSpace: 'C', ExtGState: 'G', XObject: 'X', Font: 'F' } as const
export type ResourceKind = keyof typeof LETTERS

/** Names objects as they are first used; a name once given never changes. */
export interface MarkResources {
  /** How many objects of a kind have names. */
  count(kind: ResourceKind): number
  name(kind: ResourceKind, object: number): string
  text(): string
}

/** `rgbSpace` is the object that DeviceRGB of the marks means; null where it stays the device's. */
export function createMarkResources(rgbSpace: number | null = null): MarkResources {
  const named = new Map<ResourceKind, Map<number, string>>()
  return {
    count: (kind) => named.get(kind)?.size ?? 0,
    name(kind, target) {
      let names = named.get(kind)
      if (names === undefined) {
        names = new Map()
        named.set(kind, names)
      }
      let name = names.get(target)
      if (name === undefined) {
        name = `/${LETTERS[kind]}${names.size}`
        names.set(target, name)
      }
      return name
    },
    text() {
      const tagged = rgbSpace === null ? '' : ` /DefaultRGB ${rgbSpace} 0 R`
      const spaces = named.has('ColorSpace') || rgbSpace === null ? [] : [['ColorSpace', new Map()] as const]
      const dictionaries = [...named, ...spaces].map(
        ([kind, names]) =>
          `/${kind} <<${[...names].map(([target, name]) => `${name} ${target} 0 R`).join(' ')}` +
          `${kind === 'ColorSpace' ? tagged : ''}>>`,
      )
      return `<<${dictionaries.join(' ')}>>`
    },
  }
}
