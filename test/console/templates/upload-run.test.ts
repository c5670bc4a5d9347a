/** An upload as the console runs it: bytes, steps, and every way in which a connection can break. */
import { expect } from 'chai'
import { ApiError, noNetwork } from '../../../widget/console/api-error.ts'
import {
  faultOf,
  isWorthAgain,
  runUpload,
  type UploadState,
  type UploadWays,
} from '../../../widget/console/templates/upload-run.ts'
import type { UploadReply, UploadWire } from '../../../widget/console/templates/wire.ts'

const PDF = new File(['%PDF-1.7 a card'], 'card.pdf', { type: 'application/pdf' })
const REPLY = { template: { id: 'tpl_1' }, scene: { field_count: 0 } } as unknown as UploadReply
const refused = (code: string) => new ApiError({ status: 400, code, message: code })

const told = (step: UploadWire['step'], more: Partial<UploadWire> = {}): UploadWire => ({
  ...{ id: 'console-1', object: 'template_upload', status: 'running', step, template_id: null, error: null },
  ...more,
})

interface Play {
  readonly send: UploadWays['send']
  /** What the service tells when it is asked, one after the other; the last one again and again. */
  readonly looks?: readonly (UploadWire | null | Error)[]
  readonly file?: File
  readonly signal?: AbortSignal
}

async function play({ send, looks = [], file = PDF, signal = new AbortController().signal }: Play) {
  const states: UploadState[] = []
  let at = 0
  const forms: FormData[] = []
  const ways: UploadWays = {
    send: (path, form, onProgress, given) => {
      forms.push(form)
      return send(path, form, onProgress, given)
    },
    async look() {
      const seen = looks[Math.min(at, looks.length - 1)] ?? null
      at += 1
      if (seen instanceof Error) throw seen
      return seen
    },
    find: async (id) => ({ ...REPLY, template: { ...REPLY.template, id } }),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    makeId: () => 'console-1',
  }
  await runUpload(ways, { file, path: '/v1/templates' }, (state) => states.push(state), signal)
  const last = states.at(-1)
  const steps = states.flatMap((state) => ('step' in state && state.step !== null ? [state.step] : []))
  return { states, last, steps, kinds: states.map(({ kind }) => kind), forms }
}

const turns = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
    Promise.resolve(),
  )

describe('An upload of the console', () => {
  it('tells of its bytes, then of the steps of reading, then of the template', async () => {
    const { kinds, steps, last, forms } = await play({
      async send(_path, _form, onProgress) {
        onProgress(5, 15)
        onProgress(15, 15)
        await turns(20)
        return REPLY
      },
      looks: [null, told('waiting'), told('opening'), told('opening'), told('checking')],
    })
    expect(kinds.slice(0, 3)).to.deep.equal(['sending', 'sending', 'reading'])
    expect(steps).to.deep.equal(['waiting', 'opening', 'checking'])
    expect(last).to.deep.equal({ kind: 'done', reply: REPLY })
    expect(forms[0]?.get('upload_id')).to.equal('console-1')
    expect(forms[0]?.get('pdf')).to.have.property('name', 'card.pdf')
  })

  it('sends nothing that is refused in any case', async () => {
    let sent = 0
    const send = async () => {
      sent += 1
      return REPLY
    }
    const codes = []
    const large = Object.defineProperty(new File(['%PDF-'], 'large.pdf'), 'size', { value: 51 * 2 ** 20 })
    for (const file of [new File(['hello'], 'a.txt'), new File([], 'empty.pdf'), large]) {
      const { last } = await play({ send, file })
      codes.push(last?.kind === 'failed' ? last.error.code : last?.kind)
    }
    expect(codes).to.deep.equal(['invalid_pdf', 'missing_file', 'payload_too_large'])
    expect(sent).to.equal(0)
    expect(await faultOf(new Blob(['junk before\n%PDF-1.4']))).to.equal(null)
  })

  it('says how much had left where the connection broke, and that it is worth another try', async () => {
    const { last } = await play({
      async send(_path, _form, onProgress) {
        onProgress(6, 15)
        throw noNetwork()
      },
    })
    expect(last).to.include({ kind: 'failed', sent: 6, total: 15 })
    expect(last?.kind === 'failed' && isWorthAgain(last.error)).to.equal(true)
    expect(isWorthAgain(refused('encrypted_pdf'))).to.equal(false)
  })

  it('asks what became of a file whose reply was lost', async () => {
    const lost: UploadWays['send'] = async (_path, _form, onProgress) => {
      onProgress(15, 15)
      await turns(3)
      throw noNetwork()
    }
    const found = await play({
      send: lost,
      looks: [
        told('reading'),
        noNetwork(),
        told('writing'),
        told('saving', { status: 'succeeded', template_id: 'tpl_7' }),
      ],
    })
    expect(found.kinds).to.include('asking')
    expect(found.last?.kind === 'done' && found.last.reply.template.id).to.equal('tpl_7')
    const broken = await play({
      send: lost,
      looks: [
        told('reading'),
        told('reading', { status: 'failed', error: { code: 'encrypted_pdf', message: 'It is.' } }),
      ],
    })
    expect(broken.last?.kind === 'failed' && broken.last.error.code).to.equal('encrypted_pdf')
    // It never came in whole, or nobody answers any more: it has to be sent again.
    for (const looks of [[null], [noNetwork()]]) {
      const { last } = await play({ send: lost, looks })
      expect(last?.kind === 'failed' && last.error.code).to.equal('no_network')
    }
  })

  it('tells of nothing any more once it is given up', async () => {
    const abort = new AbortController()
    const { kinds } = await play({
      signal: abort.signal,
      async send(_path, _form, onProgress) {
        onProgress(5, 15)
        abort.abort()
        throw new ApiError({ status: 0, code: 'aborted', message: 'It was given up.' })
      },
    })
    expect(kinds).to.deep.equal(['sending', 'sending'])
  })
})
