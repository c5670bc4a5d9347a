/** The reader of multipart bodies, fed in pieces of every size. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { ServiceError } from '../../../core/errors.ts'
import { boundaryOf, readParts } from '../../../server/http/multipart-parts.ts'

interface Part {
  readonly name: string
  readonly fileName: string | null
  readonly bytes: Buffer
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(body: Buffer | string, size: number, boundary = 'bound'): Promise<Part[]> {
  const parts: { name: string; fileName: string | null; chunks: Buffer[] }[] = []
  for await (const token of readParts(inPieces(Buffer.from(body), size), boundary)) {
    if (token.kind === 'part') parts.push({ name: token.name, fileName: token.fileName, chunks: [] })
    else parts.at(-1)?.chunks.push(Buffer.from(token.bytes))
  }
  return parts.map(({ name, fileName, chunks }) => ({ name, fileName, bytes: Buffer.concat(chunks) }))
}

/** Wins a race against a reading that hangs: its pieces come without a wait, so it has ended some turns later. */
async function noEnd<T>(instead: T): Promise<T> {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  return instead
}

function bodyOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, bytes }) => [
    Buffer.from(
      `--bound\r\nContent-Disposition: form-data; name="${name}"${
        fileName === null ? '' : `; filename="${fileName}"`
      }\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from('--bound--\r\n')])
}

describe('readParts', () => {
  it('gives back any parts, whatever the pieces they come in', async () => {
    const nasty = fc.constantFrom('\r', '\n', '-', '\r\n', '\r\n--', '\r\n--boun', '--bound', 'b', '\0')
    const part = fc.record({
      name: fc.constantFrom('pdf', 'title', 'a b'),
      fileName: fc.constantFrom(null, 'card.pdf', 'Grüße.pdf'),
      bytes: fc.array(nasty, { maxLength: 20 }).map((words) => Buffer.from(words.join(''))),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, size) => {
          // RFC 2046 5.1.1: a line that begins like this is a boundary, the first line of a part too.
          fc.pre(!parts.some(({ bytes }) => `\r\n${bytes.toString('latin1')}`.includes('\r\n--bound')))
          expect(await read(bodyOf(parts), size)).to.deep.equal(parts)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('comes to an end with any mangled body, whatever the pieces it comes in', async () => {
    const words = [
      '\r\n',
      '\r\n\r\n',
      '--bound',
      '--bound--',
      '\r\n--bound\r\n',
      '\r',
      '-',
      ' ',
      ':',
      'x',
      '"',
    ]
    const head = 'Content-Disposition: form-data; name="a"; filename="b"\r\n'
    const body = fc.array(fc.constantFrom(...words, head, 'X: y\r\n'), { maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (pieces, size, ends) => {
        const text = `--bound\r\n${pieces.join('')}${ends ? '\r\n--bound--\r\n' : ''}`
        const outcome = await Promise.race([
          read(text, size).catch((error: unknown) => error),
          noEnd('nothing'),
        ])
        if (Array.isArray(outcome)) return
        expect(outcome).to.be.instanceOf(ServiceError).with.property('code', 'invalid_multipart')
      }),
      { numRuns: 500 },
    )
  })

  it('passes over a preamble and an epilogue', async () => {
    const body = `preamble\r\n${bodyOf([{ name: 'a', fileName: null, bytes: Buffer.from('1') }])}epilogue`
    for (const size of [1, 7, 1000]) expect((await read(body, size))[0]?.bytes.toString()).to.equal('1')
  })

  it('ends when an epilogue follows a file that came in few large pieces', async () => {
    const body = bodyOf([{ name: 'pdf', fileName: 'a', bytes: Buffer.alloc(200_000, 'x') }])
    const long = Buffer.concat([body, Buffer.alloc(300_000, 'e')])
    for (const size of [65_536, body.length, body.length - 1, 400_000]) {
      const outcome = await Promise.race([read(long, size), noEnd<Part[]>([])])
      expect(outcome[0]?.bytes.length, `${size}`).to.equal(200_000)
    }
  })

  it('closes its source when its reader leaves', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        yield bodyOf([{ name: 'pdf', fileName: 'a', bytes: Buffer.alloc(100_000) }]).subarray(0, 90_000)
        for (;;) yield Buffer.alloc(65536)
      } finally {
        closed = true
      }
    }
    for await (const token of readParts(endless(), 'bound')) if (token.kind === 'data') break
    expect(closed).to.equal(true)
  })

  it('holds a part of many megabytes in pieces, however slow its reader is', async () => {
    let given = 0
    let taken = 0
    let most = 0
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of inPieces(bodyOf([{ name: 'pdf', fileName: 'a', bytes }]), 65536)) {
        given += piece.length
        yield piece
      }
    }
    const bytes = Buffer.alloc(2_000_000)
    for await (const token of readParts(counted(), 'bound')) {
      await nextTurn()
      if (token.kind === 'data') taken += token.bytes.length
      most = Math.max(most, given - taken)
    }
    expect(taken).to.equal(bytes.length)
    expect(most).to.be.below(3 * 65536)
  })

  const REFUSED: readonly (readonly [string, string])[] = [
    ['an end before the last boundary', '--bound\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc'],
    ['nothing', ''],
    ['other bytes after a boundary', '--boundx'],
    ['a part without a name', '--bound\r\nContent-Disposition: form-data\r\n\r\nx\r\n--bound--'],
    ['a part without a disposition', '--bound\r\nContent-Type: text/plain\r\n\r\nx\r\n--bound--'],
    ['a head without a colon', '--bound\r\nnonsense\r\n\r\nx\r\n--bound--'],
    [
      'base64',
      `--bound\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name="a"\r\n\r\nx`,
    ],
    ['a head above 8 kB', `--bound\r\nX: ${'name="'.repeat(2000)}`],
    [
      'a name beyond 8 kB',
      `--bound\r\nX: ${'x'.repeat(9000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--bound--`,
    ],
    ['a head that a boundary cuts off', '--bound\r\nContent-Disposition: form-data; name="a"\r\n--bound--'],
  ]
  for (const [what, body] of REFUSED)
    it(`refuses ${what}`, async () => {
      for (const size of [1, 50_000]) {
        const thrown = await read(body, size).catch((error: unknown) => error)
        expect(thrown, `${size}`).to.be.instanceOf(ServiceError).with.property('code', 'invalid_multipart')
      }
    })

  it('takes 20 MB of line ends in well under a second', async () => {
    const bytes = Buffer.alloc(20_000_000, '\r\n')
    // Of the processor: others may have it in between.
    const start = process.cpuUsage()
    let size = 0
    const body = bodyOf([{ name: 'pdf', fileName: 'a', bytes }])
    for await (const token of readParts(inPieces(body, 65536), 'bound'))
      if (token.kind === 'data') size += token.bytes.length
    expect(size).to.equal(bytes.length)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).to.be.below(1500)
  })
})

describe('boundaryOf', () => {
  it('reads tokens and quoted boundaries, and nothing longer than 70 characters', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).to.equal('abc')
    expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b:c"')).to.equal('a b:c')
    expect(boundaryOf('multipart/form-data')).to.equal(null)
    expect(boundaryOf(`multipart/form-data; boundary=${'a'.repeat(71)}`)).to.equal(null)
  })
})
