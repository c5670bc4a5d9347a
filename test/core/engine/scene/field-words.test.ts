/** The words of a field in the language of its reader. */
import { expect } from 'chai'
import { fieldWords } from '../../../../core/engine/scene/field-words.ts'

const FIELD = {
  label: 'Name',
  help: 'As on the passport.',
  translations: {
    pt: { label: 'Nome' },
    'pt-BR': { label: 'Nome completo', help: 'Como no passaporte.' },
    'de-CH': { label: 'Name (gross)', help: '' },
    fr: { help: 'Comme sur le passeport.' },
  },
}
const label = (locale: string) => fieldWords(FIELD, locale).label
const help = (locale: string) => fieldWords(FIELD, locale).help

describe('Words of a field', () => {
  it('are those of the nearest tag', () => {
    expect(label('pt-BR')).to.equal('Nome completo')
    expect(label('PT_br')).to.equal('Nome completo')
    expect(label('pt')).to.equal('Nome')
    // Portugal is nearer to Portuguese than to Brazil, and Austria to Switzerland than to English.
    expect(label('pt-PT')).to.equal('Nome')
    expect(label('de-AT')).to.equal('Name (gross)')
  })

  it('are found each by itself: what one has not is asked of the next, and of the field at last', () => {
    expect(help('pt-PT')).to.equal('Como no passaporte.')
    expect(label('fr-CA')).to.equal('Name')
    expect(help('fr-CA')).to.equal('Comme sur le passeport.')
    expect(help('de')).to.equal('As on the passport.')
  })

  it('are those of the field in any other language', () => {
    expect(fieldWords(FIELD, 'ja')).to.deep.equal({ label: 'Name', help: 'As on the passport.' })
    // A tag that begins with the letters of another one is another language.
    expect(label('ptx')).to.equal('Name')
    expect(fieldWords({ label: 'Name' }, 'pt')).to.deep.equal({ label: 'Name', help: null })
  })
})
