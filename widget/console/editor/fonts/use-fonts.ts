/** The team's fonts and the bundled ones by family, and the outlines of their names; loaded once per editor. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { type FontWire, readAll } from '../editor-api.ts'
import { type Family, familiesOf } from './families.ts'

let loaded: Promise<readonly Family[]> | null = null

export function useFamilies(): readonly Family[] {
  const [families, setFamilies] = useState<readonly Family[]>([])
  useEffect(() => {
    let wanted = true
    loaded ??= readAll<FontWire>('/v1/fonts').then(familiesOf)
    loaded.then(
      (list) => wanted && setFamilies(list),
      () => {
        loaded = null
      },
    )
    return () => {
      wanted = false
    }
  }, [])
  return families
}

/** A line of text as the font draws it; thousandths of an em, y upwards. */
export interface SpecimenWire {
  readonly path: string
  readonly width: number
  readonly ascender: number
  readonly descender: number
}

const specimens = new Map<string, Promise<SpecimenWire>>()

/** Null while it is read, and where it cannot be. */
export function useSpecimen(font: FontWire | null, text: string): SpecimenWire | null {
  const key = font === null ? '' : `${font.id} ${text}`
  const [specimen, setSpecimen] = useState<{ readonly key: string; readonly wire: SpecimenWire } | null>(null)
  useEffect(() => {
    if (font === null) return
    let wanted = true
    const asked =
      specimens.get(key) ??
      api.get<SpecimenWire>(`/v1/fonts/${encodeURIComponent(font.id)}/specimen`, { text })
    specimens.set(key, asked)
    asked.then(
      (wire) => wanted && setSpecimen({ key, wire }),
      () => specimens.delete(key),
    )
    return () => {
      wanted = false
    }
  }, [key])
  return specimen?.key === key ? specimen.wire : null
}

/** So that fonts which were uploaded meanwhile are there the next time. */
export function forgetFonts(): void {
  loaded = null
  specimens.clear()
}
