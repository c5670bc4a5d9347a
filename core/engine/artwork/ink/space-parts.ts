/** Cuts the text of a colour space wherever it names an ink, so that a tail can write it with another. */

import { PDFArray, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import type { SpacePart } from '../../ink/plan-ink.ts'
import { asName, resolve } from '../../pdf/read-object.ts'
import type { RoutedSpace } from './route-spaces.ts'

export interface PartsGround {
  /** Any dictionary of the document. */
  readonly owner: PDFDict
  /** Names of the inks to cut at. */
  readonly inks: ReadonlySet<string>
  /** An object as the body writes it. */
  textOf(object: PDFObject): string
}

/** The space's array in the body's own words. */
export function spaceParts({ array, family }: RoutedSpace, ground: PartsGround): readonly SpacePart[] {
  const writer = createWriter(ground)
  const { write, writeNaming } = writer
  write('[')
  for (const [index, item] of array.asArray().entries()) {
    if (index > 0) write(' ')
    if (index === 1) writeNaming(item)
    else if (index === 3 && family === 'DeviceN') writer.parts.push({ transform: ground.textOf(item) })
    else if (index === 4 && family === 'DeviceN') writeAttributes(item, ground, writer)
    else write(ground.textOf(item))
  }
  write(']')
  return writer.parts
}

type Writer = ReturnType<typeof createWriter>

function createWriter({ owner, inks, textOf }: PartsGround) {
  const parts: SpacePart[] = []
  const write = (text: string) => {
    const last = parts.at(-1)
    if (typeof last === 'string') parts[parts.length - 1] = last + text
    else parts.push(text)
  }
  const writeName = (name: PDFName) => {
    const ink = asName(name)
    if (ink !== null && inks.has(ink)) parts.push({ ink, text: textOf(name) })
    else write(textOf(name))
  }
  /** Names in a list or as the keys of a dictionary; what these keys lead to stays as it is. */
  const writeNaming = (stated: PDFObject) => {
    const object = resolve(owner, stated)
    if (object instanceof PDFName) writeName(object)
    else if (object instanceof PDFArray) {
      write('[')
      for (const item of object.asArray()) {
        const name = resolve(owner, item)
        if (name instanceof PDFName) writeName(name)
        else write(textOf(item))
        write(' ')
      }
      write(']')
    } else if (object instanceof PDFDict)
      writeEntries(object, (key, value) => {
        writeName(key)
        write(` ${textOf(value)}`)
      })
    else write(textOf(stated))
  }
  const writeEntries = (dict: PDFDict, writeEntry: (key: PDFName, value: PDFObject) => void) => {
    write('<<')
    for (const [key, value] of dict.entries()) {
      writeEntry(key, value)
      write('\n')
    }
    write('>>')
  }
  return { parts, write, writeNaming, writeEntries }
}

/**
 * ISO 32000-1 tables 71 and 73: what attributes say of single inks, under their names. The definitions among them are
 * colour spaces with slots of their own.
 */
function writeAttributes(stated: PDFObject, ground: PartsGround, writer: Writer): void {
  const attributes = resolve(ground.owner, stated)
  const { write, writeNaming, writeEntries } = writer
  if (!(attributes instanceof PDFDict)) {
    write(ground.textOf(stated))
    return
  }
  writeEntries(attributes, (key, value) => {
    write(`${ground.textOf(key)} `)
    const hints = asName(key) === 'MixingHints' ? resolve(ground.owner, value) : null
    if (asName(key) === 'Colorants') writeNaming(value)
    else if (hints instanceof PDFDict)
      writeEntries(hints, (hint, ofInks) => {
        write(`${ground.textOf(hint)} `)
        writeNaming(ofInks)
      })
    else write(ground.textOf(value))
  })
}
