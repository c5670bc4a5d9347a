/** Names of technical plates, as printers and cutters write them, and inks that only look like them. */
import { expect } from 'chai'
import { technicalKind } from '../../../../core/engine/ink/technical.ts'

const TECHNICAL = [
  ...[
    'CutContour',
    'cutcontour',
    'Cut Contour',
    'PerfCutContour',
    'Thru-cut',
    'Kiss-cut',
    'KissCut',
    'Through Cut',
  ],
  ...[
    'Crease',
    'creasing',
    'cutpath',
    'CUTOUTLINE',
    'cutannotation',
    'DIECUT',
    'Die Cut',
    'die line',
    'Dieline',
    'DIELINE',
  ],
  ...[
    'keyline',
    'keylinek',
    '*cut',
    'Varnish',
    'Spot UV',
    'SpotUV',
    'UV Spot',
    'vernis',
    'Lak',
    'Gloss',
    'RDG_GLOSS',
  ],
  ...['Emboss', 'Embossing', 'Deboss', 'Blind Emboss', 'Braille', 'Perforation', 'Annotation', '*Annotation'],
  ...["Don't Print", 'Don’t Print', 'DO NOT PRINT', 'Guides', 'bleed', 'Bleed Line', 'safety', 'Safe Zone'],
  ...['Vert marge securite', 'Dimensions', 'Legend', 'Glue', 'Fold', 'UV Varnish', 'Matt Varnish'],
]
const WHITE = [
  'White',
  'WHITE',
  'OPWhite',
  'White Underbase',
  'WHITE_UNDERPRINT',
  'RDG_WHITE',
  'Weiss',
  'Weiß',
  'Weiß2',
  'Blanc',
]
const INKS = [
  ...[
    'PANTONE 485 C',
    'Gold',
    'Foil Gold',
    'Silver',
    'Foil',
    'Gold Gloss',
    'Metallic Copper',
    'Black',
    '470',
    '020 Noir',
  ],
  ...[
    'Warm White Grey',
    'Off White',
    'Cutlass Blue',
    'Creased Linen',
    'Safety Orange',
    'Glossop Green',
    'Greyline',
  ],
  ...[
    'Lake Blue',
    'Folder Red',
    'Trim Blue',
    'Notebook',
    'PANTONE White Gold',
    'Dieppe Blue',
    ' KPMG Gray CMYK 4',
  ],
]

describe('technicalKind', () => {
  for (const name of TECHNICAL)
    it(`takes ${name} for technical`, () => expect(technicalKind(name)).to.equal('technical'))
  for (const name of WHITE) it(`takes ${name} for white`, () => expect(technicalKind(name)).to.equal('white'))
  for (const name of INKS) it(`takes ${name} for an ink`, () => expect(technicalKind(name)).to.equal(null))
})
