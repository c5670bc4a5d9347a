/** Pictures in tests of print files: read by the real intake, and fields that they are placed in. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaceablePicture } from '../../../core/engine/scene/picture.ts'
import type { SceneField } from '../../../core/engine/scene/scene.ts'
import { openIntake } from '../../../server/workers/intake.ts'
import { builtWorkers } from '../run/built-programs.ts'
import { testField } from './scene.ts'

export interface PictureBook {
  /** Reads a picture; its value is its id. */
  add(id: string, file: Uint8Array): Promise<PlaceablePicture>
  readonly pictures: ReadonlyMap<string, PlaceablePicture>
  /** The kept files by their hashes. */
  readonly files: ReadonlyMap<string, Uint8Array>
  close(): Promise<void>
}

export function openPictureBook(): PictureBook {
  const folder = mkdtempSync(join(tmpdir(), 'platen-picture-book-'))
  const intake = openIntake({ ...builtWorkers(), size: 1, timeoutSeconds: 30, memoryMb: 1024, folder })
  const pictures = new Map<string, PlaceablePicture>()
  const files = new Map<string, Uint8Array>()
  const at = (name: string) => join(folder, name)
  return {
    pictures,
    files,
    async add(id, file) {
      writeFileSync(at('source'), file)
      const paths = {
        ...{ print: at('print'), mask: at('mask'), gray: at('gray') },
        ...{ screen: at('screen'), thumbnail: at('thumbnail') },
      }
      const picture = await intake.readPicture(at('source'), paths)
      for (const name of ['print', 'mask', 'gray', 'screen'] as const) {
        const form = picture[name]
        if (form != null) files.set(form.sha256, readFileSync(paths[name]))
      }
      const placeable = { ...picture, assetId: id }
      pictures.set(id, placeable)
      return placeable
    },
    async close() {
      await intake.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A field that can be filled with the book's pictures. */
export function pictureField(id: string, book: PictureBook, changes: Partial<SceneField> = {}): SceneField {
  const options = [...book.pictures].map(([value, picture]) => ({ value, label: value, picture }))
  return testField(id, { type: 'image', options, ...changes })
}
