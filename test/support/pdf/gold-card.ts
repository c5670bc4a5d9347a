/** A card of two sides with gold, a thin line and two fields on the front, and its next artwork. */
import { pressPage, separationText } from './press-page.ts'
import { field, fields } from './upload-cases.ts'

const card = (line: string, ...more: string[]) =>
  pressPage({
    ...fields(field('40 120 200 145'), ...more),
    content: `/S0 cs 1 scn 220 120 50 50 re f 0 0 0 1 K 0.1 w ${line}`,
    resources: `/ColorSpace << /S0 ${separationText('Gold', '0.15 0.3 0.9 0.1')} >>`,
    more: [{ content: '/S0 cs 1 scn 20 20 260 160 re f' }],
  })

/** Fields: Name and Town. */
export const GOLD_CARD = card('60 40 m 100 40 l S', field('40 80 200 105', '', 'Town'))
/** Street instead of Town, and a longer line. */
export const NEXT_GOLD_CARD = card('60 60 m 240 60 l S', field('40 80 200 105', '', 'Street'))
