/** Files of packages for drawing pages: pdf.js's own folders, and faces for fonts that a file lacks. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { DrawingData, StandInFace } from '../../core/engine/preview/draw-view.ts'

const { resolve } = createRequire(import.meta.url)
const packageFile = (name: string, path: string) => join(dirname(resolve(`${name}/package.json`)), path)

/** A weight and slant of a family, in the packages' names of folders and files. */
function face(family: string, name: string, style: string): StandInFace {
  const joined = name.replaceAll(' ', '')
  const folder = name.toLowerCase().replaceAll(' ', '-')
  return { family, path: packageFile(`@expo-google-fonts/${folder}`, `${style}/${joined}_${style}.ttf`) }
}

const LATIN = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']
const SCRIPT = ['400Regular', '700Bold']

/**
 * The three generic families, for which a canvas otherwise takes what the machine has, and the families of scripts for
 * letters that a family lacks.
 */
const FACES: readonly StandInFace[] = [
  ...LATIN.map((style) => face('sans-serif', 'Arimo', style)),
  ...LATIN.map((style) => face('serif', 'Tinos', style)),
  ...LATIN.map((style) => face('monospace', 'Cousine', style)),
  ...['Noto Sans JP', 'Noto Naskh Arabic', 'Frank Ruhl Libre', 'Sarabun', 'Noto Sans Devanagari'].flatMap(
    (name) => SCRIPT.map((style) => face(name, name, style)),
  ),
]

const folder = (name: string) => packageFile('pdfjs-dist', `${name}/`)

export const DRAWING_DATA: DrawingData = {
  standardFontDataUrl: folder('standard_fonts'),
  cMapUrl: folder('cmaps'),
  wasmUrl: folder('wasm'),
  iccUrl: folder('iccs'),
  faces: FACES,
  readDecoder: (name) => readFile(join(folder('wasm'), name)),
}
