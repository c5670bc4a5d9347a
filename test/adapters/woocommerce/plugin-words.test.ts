/** The translations of the WordPress plugin: found in its code, held against the words, and compiled. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { pluginLanguages, saidIn, translate } from '../../../adapters/woocommerce/plugin-words.ts'
import { PLUGIN } from '../../support/programs/php.ts'

const DOMAIN = 'platen-for-woocommerce'
const inCode = (...lines: readonly string[]) => saidIn(new Map([['a.php', lines.join('\n')]]))

describe('Texts of the WordPress plugin', () => {
  it('are found once each, with their plurals and the comment for translators above them', () => {
    const said = inCode(
      `$a = __( 'Show orders', '${DOMAIN}' ); $b = esc_html__( 'Customer\\'s file', '${DOMAIN}' );`,
      '/* translators: %d: number of orders */',
      `$c = sprintf( _n( '%d order', '%d orders', $count, '${DOMAIN}' ), $count );`,
      `$d = esc_attr__( 'Show orders', '${DOMAIN}' );`,
    )
    expect(said).to.deep.equal([
      { texts: ['Show orders'], comment: null },
      { texts: ["Customer's file"], comment: null },
      { texts: ['%d order', '%d orders'], comment: 'translators: %d: number of orders' },
    ])
  })

  for (const [what, call] of [
    ['is put together', `__( 'Order ' . $id, '${DOMAIN}' )`],
    ['is a variable', `esc_html__( $text, '${DOMAIN}' )`],
    ['names another plugin', "__( 'Order', 'woocommerce' )"],
    ['is printed by a call of another kind', `esc_html_e( 'Order', '${DOMAIN}' )`],
  ] as const)
    it(`are refused with file and line where one ${what}`, () => {
      expect(() => inCode('<?php', `$a = ${call};`)).to.throw(/^a\.php:2: write __\( 'Text'/)
    })
})

describe('German words of the WordPress plugin', () => {
  const said = inCode(
    `__( 'Yes', '${DOMAIN}' ) . __( 'Order %s', '${DOMAIN}' )`,
    `_n( '%d order', '%d orders', $count, '${DOMAIN}' )`,
  )
  const words = { Yes: 'Ja', 'Order %s': 'Bestellung %s', '%d order': ['%d Bestellung', '%d Bestellungen'] }

  it('stand in the order of the code', () => {
    const texts = [['Ja'], ['Bestellung %s'], ['%d Bestellung', '%d Bestellungen']]
    expect(translate(said, words, 'de.json')).to.deep.equal(texts)
  })

  for (const [what, changed, fault] of [
    ['a text has no translation', { Yes: '' }, 'missing: Yes'],
    ['a plural is missing', { '%d order': '%d Bestellung' }, 'two texts for: %d order'],
    ['a placeholder is lost', { 'Order %s': 'Bestellung' }, 'other placeholders than: Order %s'],
    ['a text has left the code', { No: 'Nein' }, 'no longer in the code: No'],
  ] as const)
    it(`are refused where ${what}`, () => {
      expect(() => translate(said, { ...words, ...changed }, 'de.json')).to.throw(
        `translate the plugin:\n- ${fault}`,
      )
    })
})

describe('The translations that `npm run generate` writes', () => {
  it('are a template, and for German a catalogue and its compiled form', async () => {
    const files = await pluginLanguages()
    expect([...files.keys()]).to.deep.equal([
      `languages/${DOMAIN}.pot`,
      `languages/${DOMAIN}-de_DE.po`,
      `languages/${DOMAIN}-de_DE.mo`,
    ])
    const [template = '', german = '', compiled = ''] = [...files.values()].map(String)
    const entry =
      '#. translators: %s: name of a product\n#, php-format\nmsgid "Please personalize “%s” in your cart'
    expect(template).to.include(entry)
    expect(german).to.include(entry).and.to.include('msgid "Show orders"\nmsgstr "Bestellungen anzeigen"\n')
    expect(compiled).to.include('\0Show orders\0').and.to.include('\0Bestellungen anzeigen\0')
  })

  it('name the version of the plugin', async () => {
    const main = await readFile(join(PLUGIN, `${DOMAIN}.php`), 'utf8')
    const version = /Version: +(\S+)/.exec(main)?.[1]
    for (const bytes of (await pluginLanguages()).values())
      expect(String(bytes)).to.include(
        `Project-Id-Version: Platen for WooCommerce ${version}\\n`.slice(0, -2),
      )
  })
})
