/** Opens the worker processes that a role asks for: those that read uploads, compile, and draw pages. */

import { dirname, join } from 'node:path'
import type { Press } from '../core/engine/press/press-port.ts'
import type { Files } from '../core/files.ts'
import type { Intake } from '../core/service/asset/intake.ts'
import type { Config } from './config.ts'
import { openIntake } from './workers/intake.ts'
import { openPress } from './workers/press.ts'
import { openRaster } from './workers/raster.ts'
import { openReader, type Reader } from './workers/reader.ts'
import type { Staff } from './workers/staff.ts'

/** A second one is started where one file keeps the first for long. */
const READERS = 2

/** Uploads and bodies in the making lie in one folder, the only one of the data that a worker can see. */
export function openOwnPress(
  config: Config,
  files: Files,
  reader: Reader,
  toClose: (() => Promise<void>)[],
  staff: Staff,
): Press {
  const folder = dirname(files.temporaryPath())
  const press = openPress({
    size: config.pressWorkers,
    timeoutSeconds: config.pressTimeoutSeconds,
    memoryMb: config.pressMemoryMb,
    ...staff,
    readable: [folder],
    writable: [folder],
    reader,
  })
  toClose.push(() => press.close())
  return press
}

/** It may read all kept files, because bodies of any size lie there, and write nothing. */
export function openOwnReader(config: Config, toClose: (() => Promise<void>)[], staff: Staff): Reader {
  const { filesFolder, pressMemoryMb: memoryMb } = config
  const reader = openReader({ size: READERS, memoryMb, ...staff, readable: [filesFolder] })
  toClose.push(() => reader.close())
  return reader
}

/** For pictures and fonts, with the limits of the press. */
export function openOwnIntake(
  config: Config,
  files: Files,
  toClose: (() => Promise<void>)[],
  staff: Staff,
): Intake {
  const intake = openIntake({
    size: config.pressWorkers,
    timeoutSeconds: config.pressTimeoutSeconds,
    memoryMb: config.pressMemoryMb,
    ...staff,
    folder: dirname(files.temporaryPath()),
    heic: config.heicImages,
  })
  toClose.push(() => intake.close())
  return intake
}

export function openOwnRaster(config: Config, files: Files, toClose: (() => Promise<void>)[], staff: Staff) {
  const raster = openRaster({
    size: config.rasterWorkers,
    timeoutSeconds: config.rasterTimeoutSeconds,
    memoryMb: config.rasterMemoryMb,
    ...staff,
    cacheMb: config.rasterCacheMb,
    cacheFolder: join(config.dataDir, 'cache', 'plates'),
    filesFolder: config.filesFolder,
    files,
  })
  toClose.push(() => raster.close())
  return raster
}
