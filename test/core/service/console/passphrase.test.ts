/** Which passphrases are taken. */
import { expect } from 'chai'
import { passphraseFault } from '../../../../core/service/console/passphrase.ts'

const KNOWN = ['ada.lovelace@printshop.example', 'Ada Lovelace']

describe('A passphrase', () => {
  for (const good of [
    'seven grey geese by the lake',
    'correct horse battery staple of mine own',
    'Tr0ub4dor&3-and-Milk',
    'öfter mal Nüsse knacken',
    '三つの青い鳥が湖を渡っていく',
    'kJ8#nqZ0!mVx2r',
    'der Ofen brummt nachts',
  ])
    it(`may be ${good}`, () => expect(passphraseFault(good, KNOWN)).to.equal(null))

  for (const obvious of [
    'passwordpassword',
    'Password12345',
    'P a s s w o r d 1 2 3 4',
    'qwertyuiop123456',
    'asdfghjklasdfghjkl',
    '123456789012',
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    'abcdefghijklmnop',
    'letmein-letmein!',
    'correcthorsebatterystaple',
    'AdaLovelace1815',
    'printshop-2026!!',
    'ichliebedich2026',
    'passwort2026!!!!',
  ])
    it(`is not ${obvious}`, () => expect(passphraseFault(obvious, KNOWN)).to.equal('obvious'))

  it('has 12 to 200 characters, as people count them', () => {
    expect(passphraseFault('kurz und gut', [])).to.equal(null)
    expect(passphraseFault('kurz und g', [])).to.equal('too_short')
    // Four pictures of more than one code unit each.
    expect(passphraseFault('🦆🦆🦢🦉🦆🦆', [])).to.equal('too_short')
    expect(passphraseFault('geese and ducks '.repeat(13), [])).to.equal('too_long')
  })
})
