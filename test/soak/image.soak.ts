/** The image by its own steps in a chroot of Debian's packages: an empty volume, the first press PDF, a drain, an upgrade, a foreign user. */
import { chown, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { knownMigrations } from '../../server/store/engine/migrate.ts'
import { makeOlderDatabase } from '../support/database/older-installation.ts'
import { type ImageChroot, type ImageRun, needsImageChroot } from './image-chroot.ts'

const ROOT = join(import.meta.dirname, '../..')
const CARD = join(ROOT, 'examples/wedding-card.pdf')
const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('the image in a chroot', function () {
  // Debian and all packages are installed, and services start.
  this.timeout(900_000)
  let image: ImageChroot
  let running: ImageRun | null = null
  let key = ''
  let renderId = ''
  before(async function () {
    image = await needsImageChroot(this, ROOT)
  })
  after(async () => {
    await running?.stop()
    await image?.close()
  })

  const send = (path: string, body?: FormData | object) =>
    fetch(`${running?.url}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  const json = async (path: string, body?: FormData | object) => {
    const reply = await send(path, body)
    const read = await reply.json()
    expect(reply.status, JSON.stringify(read)).to.be.below(300)
    return read
  }
  const cardForm = async () => {
    const form = new FormData()
    form.set('pdf', new Blob([await readFile(CARD)], { type: 'application/pdf' }), 'card.pdf')
    return form
  }

  it('starts on an empty volume as its own user and makes the first press PDF', async () => {
    running = await image.start()
    await running.healthy()
    while (key === '') {
      key = /(platen_sk_\w+)/.exec(running.output())?.[1] ?? ''
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { template } = await json('/templates', await cardForm())
    await json(`/templates/${template.id}/publish`, {})
    const { fill } = await json('/fills', { template_id: template.id, values: VALUES })
    const { render } = await json(`/fills/${fill.id}/finalize`, { external_order_id: '1042' })
    renderId = render.id
    const bytes = await (await send(`/renders/${renderId}/download`)).arrayBuffer()
    expect(Buffer.from(bytes).subarray(0, 5).toString()).to.equal('%PDF-')
  })

  it('answers what is under way when it is told to end, and ends with 0', async () => {
    const uploading = cardForm().then((form) => send('/templates', form))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await running?.stop()).to.equal(0)
    expect((await uploading).status).to.be.below(300)
  })

  it('brings a volume of the version before along', async () => {
    const path = join(image.data, 'platen.db')
    await rename(path, `${path}.new`)
    await makeOlderDatabase(`${path}.new`, path, knownMigrations().at(-2) ?? '')
    for (const name of await readdir(image.data))
      if (name.startsWith('platen.db')) await chown(join(image.data, name), 1000, 1000)
    running = await image.start()
    await running.healthy()
    expect((await send(`/renders/${renderId}/download`)).status).to.equal(200)
    expect(await readdir(join(image.data, 'backups'))).to.have.lengthOf(1)
    const { output } = running
    expect(await running.stop(), output()).to.equal(0)
  })

  it('says so where the volume belongs to somebody else, and serves that user', async () => {
    const foreign = await image.start(2000)
    expect(await foreign.ended).to.equal(1)
    expect(foreign.output()).to.match(/^Platen failed to start: .*(?:EACCES|permission)/im)
  })
})
