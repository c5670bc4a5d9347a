/** Has pdf.js read the text of all pages of a file, in a process of its own, and prints what that took of the processor. */
import { readFile } from 'node:fs/promises'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PageTexts {
  readonly processorMs: number
  readonly characters: number
}

if (import.meta.main) console.log(JSON.stringify(await readTexts(process.argv[2] ?? '')))

async function readTexts(path: string): Promise<PageTexts> {
  const data = new Uint8Array(await readFile(path))
  const before = process.cpuUsage()
  const loading = getDocument({ data, verbosity: VerbosityLevel.ERRORS })
  const file = await loading.promise
  let characters = 0
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent()
    for (const item of items) characters += 'str' in item ? item.str.length : 0
  }
  await loading.destroy()
  const { user, system } = process.cpuUsage(before)
  return { processorMs: (user + system) / 1000, characters }
}
