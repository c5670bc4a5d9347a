/** Images in RGB of a render whose template converts colours: each is converted once by the output profile, and kept. */
import { printsInOneColor } from '../../engine/layout/picture.ts'
import type { PlaceablePicture, PrintForm } from '../../engine/scene/picture.ts'
import type { FieldOption, SceneField } from '../../engine/scene/scene.ts'
import type { Values } from '../../engine/scene/values.ts'
import type { Ports } from '../../ports.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { loadOutput, presentProfile } from '../color/choose-output.ts'
import { nameFile, planFile } from '../own-files.ts'
import type { RevisionRecord } from '../template/template.ts'

export type ConvertPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'intake' | 'profiles' | 'entropy'>

const SALT_BYTES = 16

/**
 * The revision with the images that the values print in inks; itself where it converts nothing. Decision: a process that
 * opens no images leaves them in RGB, since it prints nothing itself. Reads files and the database: never within a
 * transaction.
 */
export async function withConvertedPictures(
  ports: ConvertPorts,
  revision: RevisionRecord,
  ...values: readonly (Values | undefined)[]
): Promise<RevisionRecord> {
  const { output } = revision.plan
  if (output?.convert === undefined || ports.intake === null) return revision
  const made = new Map<string, PrintForm>()
  for (const { picture } of revision.scene.fields.flatMap((field) => printedOptions(field, values)))
    if (picture !== undefined && !made.has(picture.print.sha256))
      made.set(picture.print.sha256, await convertedForm(ports, revision, picture))
  if (made.size === 0) return revision
  const fields = revision.scene.fields.map((field): SceneField => {
    const printed = new Set(printedOptions(field, values))
    if (printed.size === 0) return field
    const options = field.options?.map((option) => (printed.has(option) ? inked(option, made) : option))
    return { ...field, ...(options === undefined ? {} : { options }) }
  })
  return { ...revision, scene: { ...revision.scene, fields } }
}

/** Those that print in their own colours, and in RGB. */
function printedOptions(field: SceneField, values: readonly (Values | undefined)[]): readonly FieldOption[] {
  const named = new Set([field.defaultValue, ...values.map((one) => one?.[field.id])])
  return (field.options ?? []).filter(
    ({ value, picture }) =>
      named.has(value) && picture?.colorKind === 'rgb' && !printsInOneColor(field, picture),
  )
}

function inked(option: FieldOption, made: ReadonlyMap<string, PrintForm>): FieldOption {
  const { picture } = option
  const print = picture === undefined ? undefined : made.get(picture.print.sha256)
  return picture === undefined || print === undefined
    ? option
    : { ...option, picture: { ...picture, colorKind: 'cmyk', print } }
}

async function convertedForm(
  ports: ConvertPorts,
  { teamId, plan }: RevisionRecord,
  picture: PlaceablePicture,
): Promise<PrintForm> {
  const { store, files, clock, intake, entropy } = ports
  if (plan.output == null || intake === null) throw new Error('Nothing converts images here.')
  const profileSha256 = presentProfile(ports, plan.output).sha256
  const key = [teamId, picture.print.sha256, profileSha256] as const
  const known = await store.convertedPictures.find(...key)
  if (known !== null) return known.print
  const output = await loadOutput(ports, plan.output)
  if (output === null) throw new Error('The output profile is missing.')
  const path = files.temporaryPath()
  try {
    const print = await intake.convertPicture(
      { ...picture, sourcePath: await files.localPath(picture.print.sha256) },
      { profile: output.bytes, path, salt: entropy.bytes(SALT_BYTES) },
      teamId,
    )
    await planFile({ store, clock }, teamId, print.sha256)
    await files.store(path, print.sha256)
    await store.transaction(async (tx) => {
      await nameFile(ports, tx, teamId, print.sha256)
      await tx.convertedPictures.insert({
        ...{ teamId, printSha256: picture.print.sha256, profileSha256 },
        ...{ print, createdAt: clock.now() },
      })
    })
    return print
  } catch (error) {
    // Another render was quicker; the file made here goes with the next sweep.
    const twin = error instanceof UniqueViolation ? await store.convertedPictures.find(...key) : null
    if (twin === null) throw new Error('An image could not be converted.', { cause: error })
    return twin.print
  } finally {
    await files.discard(path)
  }
}
