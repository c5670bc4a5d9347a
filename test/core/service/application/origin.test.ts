/** Origins: one spelling for each, and nothing that only looks like one. */
import { expect } from 'chai'
import { readAllowedOrigins, readOrigin } from '../../../../core/service/application/origin.ts'

describe('an origin', () => {
  for (const [given, origin] of [
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://Shop.EXAMPLE', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://shop.example.', 'https://shop.example.'],
  ])
    it(`is read from ${given} as ${origin}`, () => {
      expect(readOrigin(given as string)).to.equal(origin)
    })

  for (const given of [
    'null',
    '',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example?x',
    'https://shop.example#x',
    'https://good.example@evil.example',
    'https://*.shop.example',
    'https://shop.example:99999',
    'https://shop example',
    'chrome-extension://abcdefgh',
    'file://',
    'javascript:alert(1)',
  ])
    it(`is not read from ${JSON.stringify(given)}`, () => {
      expect(readOrigin(given)).to.equal(null)
    })

  it('is allowed over https anywhere and over http on this machine alone', () => {
    const given = ['https://a.example', 'http://localhost:8080', 'http://127.0.0.1', 'https://A.example:443']
    expect(readAllowedOrigins(given)).to.deep.equal([
      'https://a.example',
      'http://localhost:8080',
      'http://127.0.0.1',
    ])
    for (const bad of ['http://shop.example', 'http://localhost.evil.example', 'null', 'https://a.example/'])
      expect(() => readAllowedOrigins(['https://a.example', bad]), bad)
        .to.throw()
        .that.includes({ code: 'invalid_origin' })
  })
})
