/** The sample of the first start: a press PDF of the examples, uploaded and published for the new team. */

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '../core/files.ts'
import type { Service } from '../core/service.ts'
import { inDiskWords } from './files/disk-fault.ts'

const FILE_NAME = 'wedding-card.pdf'
const TITLE = 'Wedding card'
/** By label, which is accepted in the place of a field's id. */
const VALUES = { 'First name': 'Annabel', 'Second name': 'Frederick' }

const HOSTED = {
  description: 'Letterpress in green, your names in gold foil.',
  askName: 'required',
  askEmail: 'optional',
} as const

/** Gives the id of the published template. Rejects as an upload and its publishing do. */
export async function publishSample(
  files: Pick<Files, 'temporaryPath' | 'discard'>,
  templates: Pick<Service['templates'], 'upload' | 'change' | 'publish'>,
  teamId: string,
): Promise<string> {
  const bytes = await readFile(join(import.meta.dirname, '../examples', FILE_NAME))
  const temporaryPath = files.temporaryPath()
  try {
    await inDiskWords(() => writeFile(temporaryPath, bytes, { flag: 'wx', mode: 0o600 }))
    const { template } = await templates.upload({
      teamId,
      upload: {
        temporaryPath,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        sizeBytes: bytes.length,
        fileName: FILE_NAME,
        title: TITLE,
      },
    })
    await templates.change({ teamId, id: template.id, changes: { hosted: HOSTED } })
    await templates.publish({ teamId, id: template.id })
    return template.id
  } finally {
    await files.discard(temporaryPath)
  }
}

/** The command that renders the sample, to be pasted into a shell. */
export function renderCommand(baseUrl: string, key: string, templateId: string): string {
  return [
    `curl ${baseUrl}/v1/renders \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ template_id: templateId, values: VALUES })}'`,
  ].join('\n')
}
