/** The Separations of a finished file by name, each definition once: read through qpdf, not by our own compiler. */
import { type Pdf, qpdfJson } from './oracles.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Alternate and transform of each definition that the catalog leads to, references resolved. */
export function separationsOf(pdf: Pdf): ReadonlyMap<string, readonly string[]> {
  const [, objects] = qpdfJson(pdf).qpdf as readonly [
    unknown,
    Record<string, { value?: Json; stream?: { dict: Json } }>,
  ]
  const behind = (value: Json): Json => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value
    const found = objects[`obj:${value}`]
    return found?.value ?? found?.stream?.dict ?? null
  }
  const textOf = (value: Json, depth = 0): string => {
    const found = depth > 12 ? value : behind(value)
    if (Array.isArray(found)) return `[${found.map((item) => textOf(item, depth + 1)).join(' ')}]`
    if (found === null || typeof found !== 'object') return `${found}`
    const entries = Object.entries(found).map(([key, item]) => `${key} ${textOf(item, depth + 1)}`)
    return `<<${entries.sort().join(' ')}>>`
  }
  const found = new Map<string, Set<string>>()
  const visited = new Set<Json>()
  const pending: Json[] = [objects.trailer?.value ?? null]
  while (pending.length > 0) {
    const next = pending.pop() ?? null
    const value = behind(next)
    if (value === null || typeof value !== 'object' || visited.has(value)) continue
    visited.add(value)
    if (Array.isArray(value)) {
      const [family, name, alternate = null, transform = null] = value.map(behind)
      if (family === '/Separation' && typeof name === 'string')
        found.set(name, (found.get(name) ?? new Set()).add(`${textOf(alternate)} ${textOf(transform)}`))
      pending.push(...value)
    } else pending.push(...Object.values(value))
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts]]))
}
