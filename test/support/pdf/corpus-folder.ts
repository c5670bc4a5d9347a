/** The folder of print PDFs that the soaks look at: CORPUS, or else the one that may lie beside the checkout. */
import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Its files were looked at by somebody: what is pinned or counted in tests holds for them alone. */
export const OWN_CORPUS = join(import.meta.dirname, '../../../../shared/corpus')
export const CORPUS = resolve(process.env.CORPUS || OWN_CORPUS)
export const IS_OWN_CORPUS = CORPUS === OWN_CORPUS

export interface PdfFolder {
  /** Paths below the folder, sorted. */
  readonly files: readonly string[]
  /** Folders that cannot be read, with the reason. */
  readonly unreadable: readonly string[]
}

/** Every file below the folder that is named as a PDF. Links are not followed, whether they lead out of it or not. */
export function readPdfFolder(folder: string): PdfFolder {
  const files: string[] = []
  const unreadable: string[] = []
  const walk = (at: string): void => {
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name)
        if (entry.isDirectory()) walk(path)
        else if (entry.isFile() && /\.pdf$/i.test(entry.name)) files.push(relative(folder, path))
      }
    } catch (error) {
      unreadable.push(`${at}: ${(error as Error).message}`)
    }
  }
  walk(folder)
  return { files: files.sort(), unreadable }
}

/** Paths below CORPUS; none where there is no such folder. */
export function corpusFiles(folder = CORPUS): readonly string[] {
  return readPdfFolder(folder).files
}
