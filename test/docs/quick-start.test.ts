/** A stranger's first print: the commands of the quick start, as the served page shows them, one after the other. */
import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { hasPhp } from '../support/programs/php.ts'
import { needs } from '../support/rips/oracles.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { linkClient, snippetsOf } from './doc-snippets.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

describe('The quick start', function () {
  // It installs and starts the service as a stranger does.
  this.timeout(180_000)
  let test: TestServer
  const temporaryFolder = temporaryFolders()
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test.close())

  const snippets = async (lang: string) => {
    const reply = await test.send(`/docs/start?lang=${lang}`, { key: null })
    return snippetsOf(await reply.text())
  }

  /** A checkout as far as the commands look at it. */
  const checkout = async () => {
    const folder = await temporaryFolder()
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'))
    return folder
  }

  /** Runs what stands in a shell; of the placeholders it fills in what the commands before have answered. */
  const follow = async (lang: string, folder: string) => {
    const commands = (await snippets(lang)).filter(({ tab, language }) => language === 'sh' && tab !== 'x')
    expect(commands[0]?.code).to.include('npm ci && npm start')
    const said: string[] = []
    let exports = ''
    for (const { code } of commands.slice(1)) {
      const known = (id: RegExp) => said.findLast((text) => id.test(text))?.match(id)?.[0] ?? ''
      const typed = code
        .replace('platen_sk_…', test.team.key)
        .replace('tpl_…', known(/tpl_\w+/))
        .replace('rnd_…', known(/rnd_\w+/))
      expect(typed).not.to.include('…')
      const { stdout } = await run('bash', ['-euc', `${exports}\n${typed}`], { cwd: folder })
      exports += `\n${typed
        .split('\n')
        .filter((line) => line.startsWith('export '))
        .join('\n')}`
      said.push(stdout)
    }
    return said.join('\n')
  }

  it('ends with a print file on the plate White, by its commands alone', async function () {
    needs(this, 'curl')
    const folder = await checkout()
    const said = await follow('en', folder)
    expect(said).to.include('"signed_url":"http').and.include('"status":"live"')
    const pdf = (await readFile(join(folder, 'press.pdf'))).toString('latin1')
    expect(pdf.slice(0, 5)).to.equal('%PDF-')
    expect(pdf.trimEnd().slice(-5)).to.equal('%%EOF')
    expect(pdf).to.match(/\/Separation\s*\/White/)
  })

  it('ends with a print file in TypeScript', async () => {
    const folder = await checkout()
    await linkClient(folder)
    const said = await followPrograms('TypeScript', folder, async (code, name, env) => {
      await writeFile(join(folder, `${name}.mts`), code)
      return (await run(process.execPath, [join(folder, `${name}.mts`)], { cwd: folder, env })).stdout
    })
    expect(said).to.match(/\npass http:\S+\/files\/renders\/rnd_\w+\.pdf/)
  })

  it('ends with a print file in PHP', async function () {
    const modules = hasPhp() ? (await run('php', ['-m'])).stdout : ''
    if (!/^curl$/m.test(modules)) leavePending(this, 'PHP with curl (php)')
    const folder = await checkout()
    const said = await followPrograms('PHP', folder, async (code, name, env) => {
      await writeFile(join(folder, `${name}.php`), code)
      return (await run('php', [`${name}.php`], { cwd: folder, env })).stdout
    })
    expect(said).to.match(/\nhttp:\S+\/files\/renders\/rnd_\w+\.pdf/)
  })

  const followPrograms = async (
    tab: string,
    folder: string,
    runCode: (code: string, name: string, env: NodeJS.ProcessEnv) => Promise<string>,
  ) => {
    const programs = (await snippets('en')).filter((one) => one.tab === tab)
    expect(programs, folder).to.have.length(3)
    // Each team makes one template of a file.
    const { key } = await test.makeTeam(tab)
    const env: NodeJS.ProcessEnv = { ...process.env, KEY: key, URL: test.url }
    let said = ''
    for (const [at, { code }] of programs.entries()) {
      said += await runCode(code, `step-${at}`, { ...env, TEMPLATE: /tpl_\w+/.exec(said)?.[0] })
    }
    return said
  }

  it('ends with a print file in its German form', async function () {
    needs(this, 'curl')
    const { key } = await test.makeTeam('Deutsch')
    const own = test.team.key
    Object.assign(test.team, { key })
    try {
      expect(await follow('de', await checkout())).to.include('"signed_url":"http')
    } finally {
      Object.assign(test.team, { key: own })
    }
  })
})
