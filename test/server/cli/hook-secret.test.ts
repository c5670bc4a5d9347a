/** `platen hook-secret`: its line is what the service reads, and a hook signed with its secret is accepted. */
import { expect } from 'chai'
import { REST } from '../../../adapters/rest/adapter.ts'
import { generateTestHeaders } from '../../../adapters/rest/webhook.ts'
import { runInside } from '../../support/programs/platen-cli.ts'
import { openTestServer } from '../../support/service/open-test-server.ts'

const ERASED = { type: 'customer.erased', data: { email: 'ann@example.com' } }
const OLD_SECRET = `whsec_${Buffer.from('an older secret of the same shop').toString('base64')}`

describe('platen hook-secret', () => {
  const made = async (env: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const { code, out, error } = await runInside(env, 'hook-secret', ...words, '--json')
    expect({ code, error }).to.deep.equal({ code: 0, error: '' })
    return JSON.parse(out)
  }
  /** Statuses of a hook under each secret, in a service with the value. */
  const statuses = async (value: string, hook: object, secrets: readonly string[]) => {
    const test = await openTestServer({ env: { REST_HOOK_SECRETS: value }, adapters: [REST] })
    try {
      test.clock.set(Date.now())
      const body = JSON.stringify(hook)
      const post = async (secret: string, at: number) => {
        const headers = generateTestHeaders(body, secret, { id: `msg_${at}` })
        const url = `${test.url}/adapters/rest/orders`
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      return await Promise.all(secrets.map(post))
    } finally {
      await test.close()
    }
  }

  it('prints the line for the environment first, then where it goes', async () => {
    const { code, out } = await runInside({}, 'hook-secret')
    expect(code).to.equal(0)
    const [line = '', empty, next] = out.split('\n')
    expect(line).to.match(/^REST_HOOK_SECRETS=whsec_[A-Za-z0-9+/]{43}=$/)
    expect(empty).to.equal('')
    expect(next).to.equal('Put this line into the environment of the service, and restart the service.')
  })

  it('makes another secret each time', async () => {
    const [one, other] = [await made({}), await made({})]
    expect(one.secret).not.to.equal(other.secret)
  })

  it('makes a secret that the service accepts hooks by', async () => {
    const { value, secret } = await made({})
    expect(await statuses(value, ERASED, [secret, OLD_SECRET])).to.deep.equal([200, 401])
  })

  it('names one of several shops, whose hooks alone its secret signs', async () => {
    const { value, secret } = await made({}, 'north')
    expect(value).to.equal(`north=${secret}`)
    expect(await statuses(value, { ...ERASED, shop: 'north' }, [secret])).to.deep.equal([200])
    expect(await statuses(value, { ...ERASED, shop: 'south' }, [secret])).to.deep.equal([404])
  })

  it('keeps the secrets that are set, so that both are valid during a rotation', async () => {
    const { value, secret } = await made({ REST_HOOK_SECRETS: ` ${OLD_SECRET}, ` })
    expect(await statuses(value, ERASED, [OLD_SECRET, secret])).to.deep.equal([200, 200])
    const { out } = await runInside({ REST_HOOK_SECRETS: OLD_SECRET }, 'hook-secret')
    expect(out).to.include('keeps the secrets that are already set')
  })

  for (const shop of ['north=south', 'north,south', 'north shop', "north's", ''])
    it(`refuses the shop "${shop}", which the setting could not name`, async () => {
      const { code, out, error } = await runInside({}, 'hook-secret', shop)
      expect({ code, out }).to.deep.equal({ code: 2, out: '' })
      expect(error).to.include('SHOP must be 1 to 255 characters')
    })

  it('refuses to continue a setting that the service could not read, without repeating it', async () => {
    const { code, out, error } = await runInside({ REST_HOOK_SECRETS: 'hunter2' }, 'hook-secret')
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    expect(error).to.include('REST_HOOK_SECRETS must contain').and.not.to.include('hunter2')
  })

  it('explains itself', async () => {
    const { code, out } = await runInside({}, 'hook-secret', '--help')
    expect(code).to.equal(0)
    expect(out).to.include('Usage: platen hook-secret [SHOP]').and.to.include('REST_HOOK_SECRETS')
  })
})
