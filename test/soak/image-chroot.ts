/** The image without any registry: Debian's packages in a folder, the steps of the Dockerfile in it, and its program by chroot. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type ImageSteps, readImageSteps } from '../packaging/image-steps.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { freePort } from '../support/service/free-port.ts'

const run = promisify(execFile)

export interface ImageRun {
  readonly url: string
  readonly output: () => string
  /** Resolves once the health check of the image says so; throws where the program ends. */
  healthy(): Promise<void>
  /** The stop signal of the image; gives the exit code. */
  stop(): Promise<number | null>
  readonly ended: Promise<number | null>
}

export interface ImageChroot {
  /** The volume, empty and of the image's user at first. */
  readonly data: string
  /** The program, with everything but the volume and /tmp read-only. */
  start(user?: number): Promise<ImageRun>
  close(): Promise<void>
}

/** In a `before` hook: pending, with the reason, where this machine lacks debootstrap or may not mount. */
export async function needsImageChroot(context: Mocha.Context, source: string): Promise<ImageChroot> {
  const image = await buildImageChroot(source).catch((error: Error) => error)
  if (!(image instanceof Error)) return image
  return leavePending(context, `an image to build: ${image.message.split('\n')[0]}`)
}

async function buildImageChroot(source: string): Promise<ImageChroot> {
  if (process.getuid?.() !== 0) throw new Error('it takes root')
  await run('debootstrap', ['--version'])
  const steps = readImageSteps(source)
  const folder = await mkdtemp('/var/tmp/platen-image-')
  const [root, image, data] = [join(folder, 'root'), join(folder, 'image'), join(folder, 'data')]
  const mounted: string[] = []
  const close = async () => {
    for (const path of mounted.reverse()) await run('umount', ['--lazy', path])
    await rm(folder, { recursive: true, force: true })
  }
  const mount = async (path: string, ...words: readonly string[]) => {
    await run('mount', [...words, path])
    mounted.push(path)
  }
  try {
    await chmod(folder, 0o755)
    await debian(root)
    await installNode(root)
    await mkdir(join(root, 'app'))
    await rename(await installPackages(source, folder), join(root, 'app/node_modules'))
    for (const path of steps.copied)
      await cp(join(source, path), join(root, 'app', path), { recursive: true })
    for (const step of steps.runs) await run('chroot', [root, '/bin/sh', '-c', `cd /app && ${step}`])
    for (const path of [image, data]) await mkdir(path)
    // As the engine does with an empty volume: it has the owner and the mode of the folder in the image.
    await run('chown', ['--reference', join(root, 'data'), data])
    await run('chmod', ['--reference', join(root, 'data'), data])
    await mount(image, '--bind', root)
    await run('mount', ['-o', 'remount,ro,bind', image])
    await mount(join(image, 'data'), '--bind', data)
    await mount(join(image, 'tmp'), '-t', 'tmpfs', '-o', 'mode=1777', 'platen-image')
    await mount(join(image, 'proc'), '-t', 'proc', 'proc')
    await mount(join(image, 'dev'), '--bind', '/dev')
  } catch (error) {
    await close()
    throw error
  }
  return { data, close, start: (user = 1000) => start(image, steps, user) }
}

/** What the base image is made of. */
async function debian(root: string): Promise<void> {
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', root], {
    maxBuffer: 2 ** 26,
  })
}

async function installNode(root: string): Promise<void> {
  const node = createRequire(import.meta.url).resolve('node/bin/node')
  await cp(node, join(root, 'usr/local/bin/node'))
  await symlink('node', join(root, 'usr/local/bin/nodejs'))
}

/** The first stage, by this machine's npm. */
async function installPackages(source: string, folder: string): Promise<string> {
  const stage = join(folder, 'packages')
  await mkdir(stage)
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(source, name), join(stage, name))
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const options = { cwd: stage, env: { ...process.env, PATH }, maxBuffer: 2 ** 26 }
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], options)
  return join(stage, 'node_modules')
}

async function start(image: string, steps: ImageSteps, user: number): Promise<ImageRun> {
  const port = await freePort()
  const env = {
    ...steps.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  }
  const inside = (command: readonly string[]): ChildProcess => {
    const words = ['/bin/sh', '-c', 'cd /app && exec "$0" "$@"', ...command]
    return spawn('chroot', [`--userspec=${user}:${user}`, image, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  const child = inside(steps.command)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    async healthy() {
      for (;;) {
        const check = inside(steps.healthCheck)
        check.stdout?.resume()
        check.stderr?.resume()
        const [code] = (await once(check, 'close')) as [number | null]
        if (code === 0) return
        if (child.exitCode !== null) throw new Error(`It ended: ${output}`)
      }
    },
    async stop() {
      child.kill(steps.stopSignal as NodeJS.Signals)
      return ended
    },
  }
}
