/** The objects that the marks of all records of a merged PDF share: plates, graphics states, outlines, fonts, pictures. */

import type { ImageMark } from '../../layout/mark.ts'
import type { Plate, Separation } from '../../layout/separation.ts'
import type { TextOutput } from '../../scene/scene.ts'
import type { Typeface } from '../../text/font.ts'
import type { Fonts } from '../../text/fonts.ts'
import { createAppearanceObjects } from '../appearance-object.ts'
import type { Plan } from '../plan.ts'
import { plateDefinition, plateObject } from '../redefine-inks.ts'
import { createLiveFont, type GrowingFont, runsOf, writeLiveFont } from '../tail/embed-font.ts'
import { glyphForm } from '../tail/glyph-form.ts'
import { createImageObjects, isStencil, type PictureSpace } from '../tail/image-object.ts'
import type { MarkResources } from '../tail/mark-resources.ts'
import { MIX_SOLID, mixText, writeMixSpace } from '../tail/mix-space.ts'
import type { PaintNames } from '../tail/paint-mark.ts'
import { graphicsState, WATERMARK_STATE } from '../tail/paint-objects.ts'
import type { MergedObjects } from './merged-objects.ts'

export interface MergedPaint {
  /** Takes in a record's plates and glyphs before its marks are painted. */
  prepare(separation: Separation): void
  /** Writes those pictures of a prepared record that no record before it has. */
  pictures(separation: Separation): void
  /** What marks refer to, named in these resources. */
  names(resources: MarkResources): PaintNames
  watermarkState(): number
  /** Writes the live fonts, with the glyphs of all records. */
  finish(): void
}

export function createMergedPaint(
  {
    plan,
    textOutput,
    subset,
  }: { readonly plan: Plan; readonly textOutput: TextOutput; readonly subset: Fonts['subset'] },
  objects: MergedObjects,
): MergedPaint {
  const plates = new Map<string, number>()
  const states = new Map<string, number>()
  const outlines = new Map<Typeface, Map<number, number>>()
  const fonts = new Map<Typeface, { readonly live: GrowingFont; readonly object: number }>()

  const plate = (name: string): number => {
    const object = plates.get(name)
    if (object === undefined) throw new Error(`No plate ${name}.`)
    return object
  }
  const state = (text: string): number => {
    const object = states.get(text) ?? objects.add(text)
    states.set(text, object)
    return object
  }
  const outline = (typeface: Typeface, glyphId: number): number => {
    let ofTypeface = outlines.get(typeface)
    if (ofTypeface === undefined) {
      ofTypeface = new Map()
      outlines.set(typeface, ofTypeface)
    }
    let object = ofTypeface.get(glyphId)
    if (object === undefined) {
      const { dictionary, stream } = glyphForm(typeface, glyphId)
      object = objects.add(dictionary, stream)
      ofTypeface.set(glyphId, object)
    }
    return object
  }
  const images = createImageObjects(objects.add)
  const appearances = createAppearanceObjects(plan, objects.add)
  const mixSpaces = new Map<string, number>()
  const spaceOf = ({ name, mix }: Plate): PictureSpace => {
    if (mix === null) return { object: plate(name), solid: 1 }
    const key = mixText(mix, 1)
    const known = mixSpaces.get(key) ?? writeMixSpace(mix, objects.add)
    mixSpaces.set(key, known)
    return { object: known, solid: MIX_SOLID }
  }
  const imageOf = (mark: ImageMark, on: Plate | null) =>
    images.objectOf(mark, on === null || isStencil(mark) ? null : spaceOf(on))
  return {
    /** Decision: one name has one definition in the file, that of the first record which prints in it. */
    prepare(separation) {
      for (const used of separation.plates)
        if (used.mix === null && !plates.has(used.name))
          plates.set(used.name, plateObject(plan, used) ?? objects.add(plateDefinition(plan, used)))
      if (textOutput !== 'live') return
      for (const [typeface, runs] of runsOf(separation)) {
        let font = fonts.get(typeface)
        if (font === undefined) {
          font = { live: createLiveFont(typeface), object: objects.allocate() }
          fonts.set(typeface, font)
        }
        font.live.collect(runs)
      }
    },
    pictures({ slots }) {
      for (const { marks } of slots)
        for (const { mark, plate: on } of marks) if (mark.kind === 'image') imageOf(mark, on)
    },
    names: (resources) => ({
      colorSpace: (plateName) => resources.name('ColorSpace', plate(plateName)),
      graphicsState: (one) => resources.name('ExtGState', state(graphicsState(one))),
      outline: (typeface, glyphId) => resources.name('XObject', outline(typeface, glyphId)),
      font(run) {
        const font = fonts.get(run.typeface)
        return font === undefined ? null : { name: resources.name('Font', font.object), live: font.live }
      },
      image: (mark, on) => resources.name('XObject', imageOf(mark, on)),
      appearance: (mark, on) =>
        resources.name(
          'XObject',
          appearances.objectOf(mark, on === null ? null : (on.mix ?? plate(on.name))),
        ),
    }),
    watermarkState: () => state(WATERMARK_STATE),
    finish() {
      for (const { live, object } of fonts.values())
        objects.write(object, writeLiveFont(live, subset, objects.add))
    },
  }
}
