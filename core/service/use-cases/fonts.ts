/** The use cases of fonts by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import { archiveFont, changeFont, findLibraryFont, type LibraryFont, listFonts } from '../font/keep-font.ts'
import { type FontUpload, uploadFont } from '../font/upload-font.ts'

export function fontUseCases(ports: Ports) {
  return {
    upload: (teamId: string, upload: FontUpload, actor: Actor = SYSTEM) =>
      uploadFont(ports, teamId, upload, actor),
    list: (teamId: string, source: LibraryFont['source'] | null, page: PageRequest) =>
      listFonts(ports, teamId, source, page),
    find: (teamId: string, id: string) => findLibraryFont(ports, teamId, id),
    change: (
      teamId: string,
      id: string,
      changes: { readonly metadata?: Readonly<Record<string, string>> },
      actor: Actor = SYSTEM,
    ) => changeFont(ports, teamId, id, changes, actor),
    archive: (teamId: string, id: string, actor: Actor = SYSTEM) => archiveFont(ports, teamId, id, actor),
  }
}
