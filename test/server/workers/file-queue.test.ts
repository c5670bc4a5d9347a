/** Files of several teams at the press and the intake, with real workers: whoever brings one does not wait for a pile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { openIntake } from '../../../server/workers/intake.ts'
import { openPress } from '../../../server/workers/press.ts'
import { bundledFonts } from '../../support/engine/rendering.ts'
import { artworkPdf } from '../../support/pdf/artwork-pdf.ts'
import { jost } from '../../support/pdf/font-files.ts'
import { blackPng } from '../../support/pdf/pictures.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'

describe('files of several teams', () => {
  let folder: string
  let press: ReturnType<typeof openPress>
  let intake: ReturnType<typeof openIntake>
  const at = (name: string): string => join(folder, name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-files-'))
    writeFileSync(at('pdf'), artworkPdf())
    writeFileSync(at('png'), blackPng(9, 9))
    writeFileSync(at('ttf'), jost())
    const limits = { ...builtWorkers(), size: 1, spares: 0, timeoutSeconds: 30, memoryMb: 512 }
    const reader = { reopen: () => Promise.reject(new Error('Nobody opens a print file here.')) }
    press = openPress({ ...limits, readable: [folder], writable: [folder], reader })
    intake = openIntake({ ...limits, folder })
  })
  after(async () => {
    await Promise.all([press.close(), intake.close()])
    rmSync(folder, { recursive: true })
  })

  const read = {
    'pages of uploads': (team: string) => press.readArtwork(at('pdf'), 0, bundledFonts.list(), [], team),
    pictures: (team: string, number: number) => {
      const path = (form: string) => at(`${form}${team}${number}`)
      const [print, mask, gray] = [path('print'), path('mask'), path('gray')]
      const paths = { print, mask, gray, screen: path('screen'), thumbnail: path('thumbnail') }
      return intake.readPicture(at('png'), paths, team)
    },
    fonts: (team: string, number: number) => intake.readFont(at('ttf'), at(`font${team}${number}`), team),
  } as const

  for (const [what, open] of Object.entries(read))
    it(`are opened in turns: ${what}`, async () => {
      const order: string[] = []
      const ask = (team: string, number: number) =>
        open(team, number).then(
          () => order.push(team),
          (error: unknown) => order.push(error instanceof ServiceError ? error.code : String(error)),
        )
      const all = [0, 1, 2, 3, 4, 5].map((number) => ask('a', number))
      await Promise.all([...all, ask('b', 0)])
      // The first one had begun, and the second one was there before.
      expect(order).to.deep.equal(['a', 'a', 'b', 'a', 'a', 'a', 'a'])
    })

  it('refuses a pile that is too high, of one team alone', async () => {
    const asked = Array.from({ length: 14 }, (_, number) =>
      read.fonts('a', 100 + number).then(
        () => 'read',
        (error: ServiceError) => error.code,
      ),
    )
    expect((await read.fonts('b', 100)).postScriptName).to.be.a('string')
    const outcomes = await Promise.all(asked)
    // One is under way and twelve wait.
    expect(outcomes.filter((outcome) => outcome === 'overloaded')).to.have.length(1)
    expect(outcomes.filter((outcome) => outcome === 'read')).to.have.length(13)
  })
})
