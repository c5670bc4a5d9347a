/** An inline image (ISO 32000-1 8.9.7) as an image object: its keys, filters and spaces written in full. */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import type { InlineImage, Operand } from './content.ts'
import { nameOfBytes } from './read-object.ts'

const key = (name: string) => PDFName.of(name)

const KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
}
const FILTERS: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
}
const SPACES: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
}

/** `space` is the resource that its colour space names. */
export function inlineImageStream(
  { dict, data }: InlineImage,
  space: PDFObject | undefined,
  context: PDFContext,
): PDFRawStream {
  const image = PDFDict.withContext(context)
  image.set(key('Type'), key('XObject'))
  image.set(key('Subtype'), key('Image'))
  for (const [short, value] of dict) {
    const name = KEYS[short] ?? short
    if (name === 'L' || name === 'Length') continue
    const words = name === 'Filter' ? FILTERS : name === 'ColorSpace' ? SPACES : {}
    image.set(nameOfBytes(name), objectOf(value, words, context))
  }
  if (space !== undefined) image.set(key('ColorSpace'), space)
  return PDFRawStream.of(image, data)
}

function objectOf(operand: Operand, words: Readonly<Record<string, string>>, context: PDFContext): PDFObject {
  if (operand === null) return PDFNull
  if (typeof operand === 'number') return PDFNumber.of(operand)
  if (typeof operand === 'boolean') return operand ? PDFBool.True : PDFBool.False
  switch (operand.kind) {
    case 'name':
      return nameOfBytes(words[operand.value] ?? operand.value)
    case 'string':
      return PDFHexString.of(Buffer.from(operand.bytes).toString('hex'))
    case 'array': {
      const array = PDFArray.withContext(context)
      for (const item of operand.items) array.push(objectOf(item, words, context))
      return array
    }
    case 'dict': {
      const dict = PDFDict.withContext(context)
      for (const [name, value] of operand.entries) dict.set(nameOfBytes(name), objectOf(value, {}, context))
      return dict
    }
  }
}
