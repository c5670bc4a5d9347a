/** Chooses what the print files of a template are to be: as asked, or as it was before. */

import {
  type Conversion,
  conversionOf,
  type Output,
  type OutputFormat,
  type OutputProfile,
  type OutputSetting,
  settingOf,
} from '../../engine/press/output.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { profileSetting } from './profile-record.ts'

/** Null for what a known template has, and for PDF and the default profile. */
export interface AskedOutput {
  readonly format: OutputFormat | null
  /** The id of a profile. */
  readonly profileId: string | null
  /** Missing as null is: what a known template has. */
  readonly convert?: Conversion | null
}

type OutputPorts = Pick<Ports, 'store' | 'profiles' | 'files'>

/**
 * Null for plain PDF. Throws `profile_not_found` for a profile that the team does not have or has archived, and
 * `invalid_parameter` for a profile without PDF/X-4.
 */
export async function chooseOutput(
  ports: OutputPorts,
  teamId: string,
  { format, profileId, convert = null }: AskedOutput,
  before: OutputSetting | undefined,
): Promise<OutputSetting | null> {
  const chosen = format ?? before?.format ?? 'pdf'
  if (chosen === 'pdf') {
    if (profileId !== null) throw needsPdfx4('output_profile')
    if (convert === 'cmyk') throw needsPdfx4('convert')
    return null
  }
  const conversion = convert ?? conversionOf(before === undefined ? {} : { output: before })
  const profile = await chooseProfile(ports, teamId, profileId, before)
  return { format: chosen, profile, ...(conversion === 'cmyk' ? { convert: conversion } : {}) }
}

function needsPdfx4(param: string): ServiceError {
  return new ServiceError('invalid_parameter', { message: `${param} needs output=pdfx4.`, param })
}

async function chooseProfile(
  ports: OutputPorts,
  teamId: string,
  profileId: string | null,
  before: OutputSetting | undefined,
): Promise<OutputProfile> {
  if (profileId === null) return before?.profile ?? ports.profiles.bundled()[0].profile
  const bundled = ports.profiles.bundled().find(({ profile }) => profile.id === profileId)
  if (bundled !== undefined) return bundled.profile
  const own = await ports.store.profiles.find(teamId, profileId)
  if (own === null || own.archivedAt !== null)
    throw new ServiceError('profile_not_found', { param: 'output_profile' })
  return profileSetting(own)
}

/** Whether a template that is set to one of them has to be read again for the other. */
export function isSameOutput(one: OutputSetting | null | undefined, other: OutputSetting | null): boolean {
  if (one == null || other === null) return (one ?? null) === other
  const [a, b] = [one.profile, other.profile]
  return (
    one.format === other.format &&
    one.convert === other.convert &&
    a.id === b.id &&
    a.sha256 === b.sha256 &&
    a.condition === b.condition &&
    a.info === b.info
  )
}

/** The profile that prints: a bundled one may be newer than the setting. Reads nothing. */
export function presentProfile(
  { profiles }: Pick<Ports, 'profiles'>,
  { profile }: OutputSetting,
): OutputProfile {
  return profiles.bundled().find((one) => one.profile.id === profile.id)?.profile ?? profile
}

/** With the bytes of the profile, archived or not. Decision: of a profile that comes with the service, those of today. */
export async function loadOutput(
  { profiles, files }: OutputPorts,
  setting: OutputSetting | null,
): Promise<Output | null> {
  if (setting === null) return null
  const bundled = profiles.bundled().find(({ profile }) => profile.id === setting.profile.id)
  if (bundled !== undefined) return { ...bundled, ...settingOf({ ...setting, profile: bundled.profile }) }
  const chunks: Uint8Array[] = []
  for await (const chunk of files.read(setting.profile.sha256)) chunks.push(chunk)
  return { ...setting, bytes: new Uint8Array(Buffer.concat(chunks)) }
}
