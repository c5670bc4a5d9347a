/** Compiles an uploaded PDF in a worker and makes its source and body last. */

import { DEFAULT_BORDERS, type FormBorders } from '../../engine/artwork/form/form-borders.ts'
import type { ProfileName } from '../../engine/finding/profile.ts'
import type { OutputSetting } from '../../engine/press/output.ts'
import type { Compiled } from '../../engine/press/press-port.ts'
import type { ArtworkPick } from '../../engine/scene/artwork-pick.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { type AskedOutput, loadOutput } from '../color/choose-output.ts'
import type { UploadWatch } from './upload-progress.ts'

export const NOBODY: UploadWatch = { step() {} }
export const AS_BEFORE: AskedOutput = { format: null, profileId: null }

/** A received file under its temporary name; the receiver removes it. */
export interface Upload {
  readonly temporaryPath: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Name of the file on the sender's machine, from which a title is made where none is given. */
  readonly fileName: string | null
  readonly title: string | null
  /** The preflight profile; null for the default, or for what a known template has. */
  readonly profile?: ProfileName | null
  /** How borders of form fields are treated; null for the default, or for the setting of a known template. */
  readonly formBorders?: FormBorders | null
  /** The format of print files; absent for PDF, or for the setting of a known template. */
  readonly output?: AskedOutput
}

type CompiledUpload = Pick<Upload, 'temporaryPath' | 'sha256' | 'formBorders'> & {
  readonly output: OutputSetting | null
}

/** Compiles in a worker and makes source and body last. */
export function compileAndStore(
  ports: Ports,
  teamId: string,
  upload: CompiledUpload,
  watch: UploadWatch = NOBODY,
  picks: readonly ArtworkPick[] = [],
): Promise<Compiled> {
  return compileUpload(ports, teamId, upload, { watch, picks, keeps: true })
}

/** Compiles in a worker. The body is kept before its row is written, so that a row names only existing files. */
export async function compileUpload(
  ports: Ports,
  teamId: string,
  upload: CompiledUpload,
  {
    watch,
    picks = [],
    keeps,
  }: {
    readonly watch: UploadWatch
    readonly picks?: readonly ArtworkPick[]
    readonly keeps: boolean
  },
): Promise<Compiled> {
  const { temporaryPath: sourcePath, sha256 } = upload
  const bodyPath = ports.files.temporaryPath()
  try {
    if (ports.press === null) throw new ServiceError('renderer_not_configured')
    const [fonts, output] = await Promise.all([ports.fonts.list(teamId), loadOutput(ports, upload.output)])
    const compiled = await ports.press.compile(sourcePath, bodyPath, fonts, {
      ...{ onStep: watch.step, picks, teamId },
      borders: upload.formBorders ?? DEFAULT_BORDERS,
      output,
    })
    if (!keeps) return compiled
    watch.step('saving')
    await ports.files.store(bodyPath, compiled.plan.bodySha256)
    await ports.files.store(sourcePath, sha256)
    return compiled
  } finally {
    await ports.files.discard(bodyPath)
  }
}
