/** Checks the machine: versions, memory, open files, native packages and typefaces. */
import { totalmem } from 'node:os'
import type { Config } from '../config.ts'
import { openBundledFonts } from '../fonts/bundled.ts'
import { readVersion } from '../version.ts'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'

/** The service itself, measured at rest, with some room. */
const AT_REST_MB = 300
/** The same at full work (`npm run bench -- memory`): garbage that is not collected yet, and gaps between allocations. */
const AT_WORK_MB = 700
/** For 2,000 connections, the database and files. */
const OPEN_FILES = 4_096
const READERS = 2

export function checkVersions(): readonly DoctorFinding[] {
  const { ok } = findingsOf('versions')
  return [ok(`Platen ${readVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`)]
}

type Limits = Pick<Config, 'roles' | 'pressWorkers' | 'pressMemoryMb' | 'rasterWorkers' | 'rasterMemoryMb'>

/** `limitMb` is what the machine, or the limit of this process and its children, allows. */
export function checkMemory(config: Limits, limitMb = memoryLimitMb()): readonly DoctorFinding[] {
  const { ok, warning, error } = findingsOf('memory')
  const press = config.roles.includes('press') ? (config.pressWorkers + READERS) * config.pressMemoryMb : 0
  const raster = config.roles.includes('raster') ? config.rasterWorkers * config.rasterMemoryMb : 0
  const mostMb = AT_WORK_MB + press + raster
  const leastMb = AT_REST_MB + Math.max(config.pressMemoryMb, config.rasterMemoryMb)
  const has = `${Math.round(limitMb)} MB of memory`
  if (limitMb < leastMb)
    return [
      error(
        `There are ${has}; the service with a single worker can take ${leastMb} MB.`,
        'Give it more memory, or lower PRESS_MEMORY_MB and RASTER_MEMORY_MB.',
      ),
    ]
  if (limitMb < mostMb)
    return [
      warning(
        `There are ${has}; the service and all of its workers can take ${mostMb} MB.`,
        'Large files at once may end a worker. Give it more memory, or lower PRESS_WORKERS, RASTER_WORKERS, ' +
          'PRESS_MEMORY_MB or RASTER_MEMORY_MB.',
      ),
    ]
  return [ok(`There are ${has}; the service and its workers take at most ${mostMb} MB.`)]
}

function memoryLimitMb(): number {
  const constrained = process.constrainedMemory()
  const total = totalmem()
  return (constrained > 0 ? Math.min(constrained, total) : total) / 2 ** 20
}

export function checkOpenFiles(): readonly DoctorFinding[] {
  const { ok, warning } = findingsOf('open files')
  // Looking up the names of all connections can take long, and is not needed.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly hard?: number | 'unlimited' } }
  }
  const hard = report.userLimits?.open_files?.hard ?? 'unlimited'
  if (hard === 'unlimited' || hard >= OPEN_FILES) return [ok(`The limit is ${hard}.`)]
  return [
    warning(
      `The limit is ${hard} open files and connections.`,
      `Raise it to ${OPEN_FILES}, for example with LimitNOFILE=${OPEN_FILES} in the systemd unit.`,
    ),
  ]
}

/** Packages with code for this processor and system; a copied node_modules has those of another one. */
export async function checkPackages(): Promise<readonly DoctorFinding[]> {
  const { ok, error } = findingsOf('packages')
  try {
    await import('sharp')
    await import('better-sqlite3')
    return [ok('Native packages load.')]
  } catch (cause) {
    return [
      error(
        `A native package does not load: ${reasonOf(cause).split('\n')[0]}.`,
        'Run npm ci on this machine: node_modules cannot be copied from another system.',
      ),
    ]
  }
}

export function checkFonts(fonts = openBundledFonts()): readonly DoctorFinding[] {
  const { ok, error } = findingsOf('fonts')
  const broken = fonts.list().flatMap(({ key, family }) => {
    try {
      fonts.open(key)
      return []
    } catch {
      return [family]
    }
  })
  if (broken.length === 0) return [ok(`${fonts.list().length} bundled typefaces can be read.`)]
  const names = [...new Set(broken)].join(', ')
  return [error(`Bundled typefaces cannot be read: ${names}.`, 'Run npm ci to install them again.')]
}
