/** Checks that an ICC profile can describe a CMYK press, and reads what it calls itself (ICC.1:2010). */
import { type ErrorDetail, ServiceError } from '../../../errors.ts'
import { descriptionOf } from './read-profile.ts'

export interface OutputProfileFacts {
  /** What the profile calls itself; '' if it does not say. */
  readonly description: string
  /** Of the format, such as `2.1`. */
  readonly version: string
}

export const MAX_OUTPUT_PROFILE_BYTES = 4 << 20

const HEADER_BYTES = 128
const TABLE_START = HEADER_BYTES + 4
const TAG_BYTES = 12
const MOST_TAGS = 100
/** Later ones (iccMAX) are another format under the same first bytes. */
const LAST_VERSION = 4

/** Both directions: artwork to press for conversions, press to artwork for proofs. Inks are four, Lab and XYZ are three. */
const TABLES = { A2B0: { in: 4, out: 3 }, B2A0: { in: 3, out: 4 } } as const

type Complaint = Pick<ErrorDetail, 'code' | 'message'> & Partial<Pick<ErrorDetail, 'found' | 'expected'>>

/** Throws `invalid_profile`, with a detail for each fault. */
export function readOutputProfile(bytes: Uint8Array): OutputProfileFacts {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const faults = headerFaults(data)
  if (faults.length === 0) faults.push(...tableFaults(data))
  const [first] = faults
  if (first !== undefined)
    throw new ServiceError('invalid_profile', {
      message: first.message,
      param: 'file',
      details: faults.map((fault) => ({ ...fault, param: 'file' })),
    })
  return {
    description: (descriptionOf(data) ?? '').replace(/\p{Cc}+/gu, ' ').trim(),
    version: `${data[8]}.${(data[9] ?? 0) >> 4}`,
  }
}

function headerFaults(data: Buffer): Complaint[] {
  if (data.length < TABLE_START || signature(data, 36) !== 'acsp')
    return [{ code: 'profile_signature', message: 'The file is not an ICC profile.' }]
  const faults: Complaint[] = []
  const fault = (code: string, found: string | number, expected: string | number, message: string) =>
    faults.push({ code, found, expected, message })
  const stated = data.readUInt32BE(0)
  if (stated !== data.length)
    fault(
      'profile_size',
      data.length,
      stated,
      `The profile states a size of ${stated} bytes, and the file has ${data.length}. Export the profile again.`,
    )
  const version = data[8] ?? 0
  if (version < 2 || version > LAST_VERSION)
    fault(
      'profile_version',
      version,
      LAST_VERSION,
      `The profile is of ICC version ${version}. Use a profile of version 2 or 4.`,
    )
  const deviceClass = signature(data, 12)
  if (deviceClass !== 'prtr')
    fault(
      'profile_class',
      deviceClass,
      'prtr',
      `The profile is of class ${deviceClass}. Use an output profile (class prtr).`,
    )
  const space = signature(data, 16)
  if (space !== 'CMYK')
    fault(
      'profile_color_space',
      space,
      'CMYK',
      `The colour space of the profile is ${space}. Use a CMYK profile.`,
    )
  const between = signature(data, 20)
  if (between !== 'Lab' && between !== 'XYZ')
    fault(
      'profile_connection_space',
      between,
      'Lab',
      `The connection space of the profile is ${between}. It must be Lab or XYZ.`,
    )
  return faults
}

function tableFaults(data: Buffer): Complaint[] {
  const count = data.readUInt32BE(HEADER_BYTES)
  if (count > MOST_TAGS || TABLE_START + count * TAG_BYTES > data.length)
    return [
      { code: 'profile_tags', found: count, message: 'The profile is damaged: its list of tags is broken.' },
    ]
  const tags = new Map<string, Buffer | null>()
  for (let at = 0; at < count; at += 1) {
    const entry = TABLE_START + at * TAG_BYTES
    const [offset, length] = [data.readUInt32BE(entry + 4), data.readUInt32BE(entry + 8)]
    const fits = offset >= TABLE_START && offset + length <= data.length
    tags.set(signature(data, entry), fits ? data.subarray(offset, offset + length) : null)
  }
  return Object.entries(TABLES).flatMap(([name, wanted]): Complaint[] => {
    const tag = tags.get(name)
    if (tag === undefined)
      return [
        {
          ...{ code: 'profile_tag_missing', expected: name },
          message: `The profile has no ${name} table. Use a profile with conversions in both directions.`,
        },
      ]
    const channels = tag === null || tag.length < 32 ? null : channelsOf(tag)
    if (channels === null)
      return [
        {
          ...{ code: 'profile_tag_broken', found: name },
          message: `The ${name} table of the profile cannot be read. Export the profile again.`,
        },
      ]
    if (channels.in === wanted.in && channels.out === wanted.out) return []
    const [found, expected] = [channels, wanted].map((one) => `${one.in} to ${one.out}`) as [string, string]
    return [
      {
        ...{ code: 'profile_channels', found, expected },
        message: `The ${name} table of the profile converts ${found} channels. A CMYK profile converts ${expected}.`,
      },
    ]
  })
}

/** ICC.1 10.10 to 10.13: every kind of table says its channels in the same place. */
function channelsOf(tag: Buffer): { readonly in: number; readonly out: number } | null {
  const kind = signature(tag, 0)
  return ['mft1', 'mft2', 'mAB', 'mBA'].includes(kind) ? { in: tag[8] ?? 0, out: tag[9] ?? 0 } : null
}

/** Four characters, which a hostile file may choose freely. */
function signature(data: Buffer, at: number): string {
  return data
    .toString('latin1', at, at + 4)
    .replace(/[^ -~]/g, '?')
    .trim()
}
