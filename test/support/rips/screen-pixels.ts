/** A page as Ghostscript shows it on a screen, in tests that hold our own pictures against it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inThrowAwayFolder, runTool } from './oracles.ts'

/** RGB, 3 bytes a pixel, the top row first, of the first page. */
export function screenPixels(pdf: Uint8Array, dpi = 72): Uint8Array {
  return inThrowAwayFolder((folder) => {
    writeFileSync(join(folder, 'page.pdf'), pdf)
    const device = ['-sDEVICE=ppmraw', `-r${dpi}`, '-dFirstPage=1', '-dLastPage=1']
    const args = ['-q', '-dSAFER', '-dNOPAUSE', '-dBATCH', ...device, '-o', 'page.ppm', 'page.pdf']
    const { status, stdout, stderr } = runTool('gs', args, { folder })
    if (status !== 0) throw new Error(`gs could not draw the page: ${stdout}${stderr}`)
    const file = readFileSync(join(folder, 'page.ppm'))
    const head = /^P6\s(?:#[^\n]*\n)?\d+\s+\d+\s+255\s/.exec(file.subarray(0, 200).toString('latin1'))
    if (head === null) throw new Error('gs wrote no PPM file.')
    return file.subarray(head[0].length)
  })
}
