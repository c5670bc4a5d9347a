/** Output profiles as they are checked before they are kept: which are taken, and what each refusal says. */
import { expect } from 'chai'
import { readOutputProfile } from '../../../../../core/engine/pdf/space/output-profile.ts'
import { srgbProfile } from '../../../../../core/engine/pdf/space/srgb-profile.ts'
import { ServiceError } from '../../../../../core/errors.ts'
import { iccHeader, labProfile, pressProfile } from '../../../../support/pdf/icc-profile.ts'

function faultsOf(bytes: Uint8Array) {
  try {
    readOutputProfile(bytes)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect([error.code, error.facts.param]).to.deep.equal(['invalid_profile', 'file'])
    expect(error.message).to.equal(error.facts.details?.[0]?.message)
    return error.facts.details?.map(({ code, found, expected }) => [code, found, expected]) ?? []
  }
  return []
}

describe('An output profile', () => {
  it('is taken in version 2 and 4, with its own name', () => {
    expect(readOutputProfile(pressProfile()))
      .to.include({ version: '2.2' })
      .and.to.have.property('description')
    expect(faultsOf(pressProfile({ version: 4 }))).to.deep.equal([])
    expect(faultsOf(pressProfile({ connection: 'XYZ' }))).to.deep.equal([])
  })

  it('is refused with a code for each fault, what was found and what was expected', () => {
    const cases: readonly (readonly [Uint8Array, ...unknown[]])[] = [
      [Buffer.from('no profile'), ['profile_signature', undefined, undefined]],
      [Buffer.alloc(500), ['profile_signature', undefined, undefined]],
      [pressProfile({ deviceClass: 'mntr' }), ['profile_class', 'mntr', 'prtr']],
      [pressProfile({ deviceClass: 'link' }), ['profile_class', 'link', 'prtr']],
      [pressProfile({ space: '6CLR' }), ['profile_color_space', '6CLR', 'CMYK']],
      [pressProfile({ connection: 'RGB' }), ['profile_connection_space', 'RGB', 'Lab']],
      [pressProfile({ version: 5 }), ['profile_version', 5, 4]],
      [pressProfile({ without: 'B2A0' }), ['profile_tag_missing', undefined, 'B2A0']],
      [pressProfile({ without: 'A2B0' }), ['profile_tag_missing', undefined, 'A2B0']],
      [pressProfile({ outside: 'A2B0' }), ['profile_tag_broken', 'A2B0', undefined]],
      [pressProfile({ channels: ['A2B0', 3] }), ['profile_channels', '3 to 3', '4 to 3']],
      [pressProfile().subarray(0, -4), ['profile_size', pressProfile().length - 4, pressProfile().length]],
      [labProfile(), ['profile_class', 'spac', 'prtr'], ['profile_color_space', 'Lab', 'CMYK']],
      [srgbProfile(), ['profile_class', 'mntr', 'prtr'], ['profile_color_space', 'RGB', 'CMYK']],
      [
        iccHeader({ space: 'CMYK', deviceClass: 'prtr' }),
        ['profile_tag_missing', undefined, 'A2B0'],
        ['profile_tag_missing', undefined, 'B2A0'],
      ],
    ]
    for (const [bytes, ...expected] of cases) expect(faultsOf(bytes)).to.deep.equal(expected)
  })

  it('is taken or refused, never a crash, with any single byte of header and tags changed', () => {
    const whole = pressProfile()
    for (let at = 0; at < 300; at += 1)
      for (const value of [0, 0xff, 0x7f]) {
        const broken = Buffer.from(whole)
        broken[at] = value
        expect(faultsOf(broken)).to.be.an('array')
      }
  })
})
