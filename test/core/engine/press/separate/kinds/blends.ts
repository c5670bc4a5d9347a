/** Shadings of every type, and paint that is faded, blended, masked or in groups. */
import { type Part, samples, shading } from '../converted-page.ts'
import { spacesNamed } from './spaces.ts'

const [adobe, lab] = spacesNamed('IccAdobe', 'LabD50')
const AREA = '0 0 24 24 re'
const LINEAR = '<< /FunctionType 2 /Domain [0 1] /C0 [0.9 0.2 0.1] /C1 [0.1 0.3 0.8] /N 1 >>'
const CURVED = '<< /FunctionType 2 /Domain [0 1] /C0 [0.9 0.6 0.1] /C1 [0.3 0.3 0.5] /N 2.2 >>'
const AXIS = '/ShadingType 2 /Coords [0 0 24 0] /Extend [true true]'
const mesh = (name: string, entries: string, data: string, space = '/DeviceRGB'): Part => ({
  name: `mesh ${name}`,
  content: `${AREA} W n /Mesh${name} sh`,
  resources: `/Shading << /Mesh${name} @mesh${name} >>`,
  objects: {
    [`mesh${name}`]: {
      entries: `/ColorSpace ${space} /BitsPerCoordinate 16 /BitsPerComponent 8 ${entries}`,
      data,
    },
  },
})

const point = (x: number, y: number) => {
  const [across, up] = [x, y].map((part) => Math.round((part / 24) * 65_535)) as [number, number]
  return [across >> 8, across & 255, up >> 8, up & 255]
}
const RED = [220, 60, 40]
const GREEN = [80, 140, 60]
const DECODE = '/Decode [0 24 0 24 0 1 0 1 0 1]'
const vertex = (x: number, y: number, color: readonly number[], flag: readonly number[] = [0]) => [
  ...flag,
  ...point(x, y),
  ...color,
]
const TRIANGLES = samples(...vertex(0, 0, RED), ...vertex(24, 0, GREEN), ...vertex(12, 24, RED))
const LATTICE = samples(
  ...[
    vertex(0, 0, RED, []),
    vertex(24, 0, GREEN, []),
    vertex(0, 24, GREEN, []),
    vertex(24, 24, RED, []),
  ].flat(),
)
/** The edge of the box, by thirds from its lower left corner up. */
const EDGE = [
  ...[
    [0, 0],
    [0, 8],
    [0, 16],
    [0, 24],
    [8, 24],
    [16, 24],
  ],
  ...[
    [24, 24],
    [24, 16],
    [24, 8],
    [24, 0],
    [16, 0],
    [8, 0],
  ],
] as const
const INNER = [
  [8, 8],
  [8, 16],
  [16, 16],
  [16, 8],
] as const
const patch = (points: readonly (readonly number[])[]) =>
  samples(0, ...points.flatMap(([x = 0, y = 0]) => point(x, y)), ...RED, ...RED, ...GREEN, ...GREEN)
/** A small patch left of the middle, turned so that the edge that a flag names is its right one, and one over the middle. */
function joined(flag: 1 | 2 | 3): string {
  const sides = EDGE.map(([x, y]) => [x / 4, y] as const)
  const turned = sides.map((_, at) => sides[(at + 6 - flag * 3 + 12) % 12]!)
  const next = [
    [12, 0],
    [18, 0],
    [24, 0],
    [24, 8],
    [24, 16],
    [24, 24],
    [18, 24],
    [12, 24],
  ].map(([x = 0, y = 0]) => point(x, y))
  return `${patch(turned)}${samples(flag, ...next.flat(), ...RED, ...GREEN)}`
}
const SAMPLED = 'sampled'

const SHADINGS: readonly Part[] = [
  shading('Curved', `${AXIS} /ColorSpace /DeviceRGB /Function ${CURVED}`),
  shading('OfAdobe', `${AXIS} /ColorSpace ${adobe.text} /Function ${LINEAR}`),
  shading(
    'OfLab',
    `${AXIS} /ColorSpace ${lab.text} /Function << /FunctionType 2 /Domain [0 1] /C0 [40 30 20] /C1 [70 -20 30] /N 1 >>`,
  ),
  shading(
    'Stitched',
    `${AXIS} /ColorSpace /DeviceRGB /Function << /FunctionType 3 /Domain [0 1] /Bounds [0.4] /Encode [0 1 1 0] /Functions [${LINEAR} ${CURVED}] >>`,
  ),
  shading(
    'OfThreeFunctions',
    `${AXIS} /ColorSpace /DeviceRGB /Function [${['0.9', '0.4', '0.2'].map((end) => `<< /FunctionType 2 /Domain [0 1] /C0 [0.2] /C1 [${end}] /N 1 >>`).join(' ')}]`,
  ),
  {
    ...shading('Sampled', `${AXIS} /ColorSpace /DeviceRGB /Function @${SAMPLED}`),
    objects: {
      Sampled: `<< ${AXIS} /ColorSpace /DeviceRGB /Function @${SAMPLED} >>`,
      [SAMPLED]: {
        entries: '/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [3] /BitsPerSample 8',
        data: samples(200, 40, 30, 90, 150, 60, 40, 60, 180),
      },
    },
  },
  shading('OfADomain', `${AXIS} /Domain [0.2 0.6] /ColorSpace /DeviceRGB /Function ${LINEAR}`),
  shading(
    'Radial',
    `/ShadingType 3 /ColorSpace /DeviceRGB /Coords [12 12 0 12 12 14] /Extend [true true] /Function ${LINEAR}`,
  ),
  shading(
    'RadialOfAdobe',
    `/ShadingType 3 /ColorSpace ${adobe.text} /Coords [8 12 2 12 12 20] /Extend [true true] /Function ${LINEAR}`,
  ),
  {
    name: 'shading by a function of two inputs',
    content: `${AREA} W n /Places sh`,
    resources: '/Shading << /Places @places >>',
    objects: {
      places:
        '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [24 0 0 24 0 0] /Function @program >>',
      program: {
        entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        data: '{ 0.8 mul 0.1 add exch 0.7 mul 0.2 add 0.3 }',
      },
    },
  },
  mesh('OfTriangles', `/ShadingType 4 /BitsPerFlag 8 ${DECODE}`, TRIANGLES),
  mesh('OfTrianglesInAdobe', `/ShadingType 4 /BitsPerFlag 8 ${DECODE}`, TRIANGLES, adobe.text),
  mesh(
    'OfAStrip',
    `/ShadingType 4 /BitsPerFlag 8 ${DECODE}`,
    samples(
      ...[
        vertex(-0, 0, GREEN),
        vertex(12, 0, RED),
        vertex(0, 12, RED),
        vertex(24, 0, RED, [1]),
        vertex(24, 24, GREEN, [1]),
        vertex(0, 24, RED, [2]),
      ].flat(),
    ),
  ),
  mesh('OfALattice', `/ShadingType 5 /VerticesPerRow 2 ${DECODE}`, LATTICE),
  mesh('OfCoons', `/ShadingType 6 /BitsPerFlag 8 ${DECODE}`, patch(EDGE)),
  mesh('OfTensors', `/ShadingType 7 /BitsPerFlag 8 ${DECODE}`, patch([...EDGE, ...INNER])),
  ...([1, 2, 3] as const).map((flag) =>
    mesh(`OfJoinedPatches${flag}`, `/ShadingType 6 /BitsPerFlag 8 ${DECODE}`, joined(flag)),
  ),
  mesh(
    'OfAFunction',
    `/ShadingType 4 /BitsPerFlag 8 /Decode [0 24 0 24 0 1] /Function ${LINEAR}`,
    samples(...vertex(0, 0, [40]), ...vertex(24, 0, [200]), ...vertex(12, 24, [90])),
  ),
  {
    name: 'shading as a pattern with a background',
    content: `/Pattern cs /Shade scn ${AREA} f`,
    resources: '/Pattern << /Shade @shade >>',
    objects: {
      shade: `<< /PatternType 2 /Shading << /ShadingType 2 /Background [0.8 0.3 0.1] /ColorSpace /DeviceRGB /Coords [900 0 901 0] /Extend [false false] /Function ${LINEAR} >> >>`,
    },
  },
]

const state = (name: string, entries: string) => `/ExtGState << /${name} << ${entries} >> >>`
const MODES = [
  ...['Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge'],
  ...['ColorBurn', 'HardLight', 'SoftLight', 'Difference', 'Exclusion'],
]
const BACKDROP = '0.9 0.7 0.3 rg'
const PAINT = '0.4 0.6 0.7 rg'
const blended = (mode: string): Part => ({
  name: `paint blended by ${mode}`,
  content: `${BACKDROP} ${AREA} f /Mode${mode} gs ${PAINT} ${AREA} f`,
  resources: state(`Mode${mode}`, `/BM /${mode}`),
})

const group = (name: string, data: string, entries: string, before = '', resources = ''): Part => ({
  name: `group ${name}`,
  content: `${before} /Group${name} Do`,
  resources: `/XObject << /Group${name} @group${name} >>`,
  objects: {
    [`group${name}`]: {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 24 24] /Resources << ${resources} >> /Group << /S /Transparency ${entries} >>`,
      data,
    },
  },
})
const masked = (name: string, kind: string, data: string, space: string): Part => ({
  name: `paint behind a mask of ${name}`,
  content: `/Masked${name} gs 0.8 0.3 0.1 rg ${AREA} f`,
  resources: state(`Masked${name}`, `/SMask << /S /${kind} /G @mask${name} >>`),
  objects: {
    [`mask${name}`]: {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 300 900] /Resources << /ExtGState << /Half << /ca 0.5 >> >> >> /Group << /S /Transparency /CS ${space} >>`,
      data,
    },
  },
})

const BLENDS: readonly Part[] = [
  ...MODES.map(blended),
  {
    name: 'paint of half opacity',
    content: `/Faint gs 0.8 0.3 0.1 rg ${AREA} f`,
    resources: state('Faint', '/ca 0.5 /CA 0.5'),
  },
  { name: 'paint of half opacity on colour', content: `${BACKDROP} ${AREA} f /Faint gs ${PAINT} ${AREA} f` },
  { name: 'line of half opacity', content: '/Faint gs 0.2 0.4 0.7 RG 30 w 0 12 m 24 12 l S' },
  group('OfRgb', `${PAINT} ${AREA} f`, '/CS /DeviceRGB'),
  group('Isolated', `${PAINT} ${AREA} f`, '/CS /DeviceRGB /I true'),
  group('Knockout', `${BACKDROP} ${AREA} f ${PAINT} ${AREA} f`, '/CS /DeviceRGB /K true'),
  group('OfNoSpace', `${PAINT} ${AREA} f`, ''),
  group('Faded', `${PAINT} ${AREA} f`, '/I true', '/Faint gs'),
  group(
    'Multiplied',
    `${BACKDROP} ${AREA} f /M gs ${PAINT} ${AREA} f`,
    '/I true',
    '',
    state('M', '/BM /Multiply'),
  ),
  masked('lightness', 'Luminosity', '0.5 g 0 0 300 900 re f', '/DeviceGray'),
  masked('opacity', 'Alpha', '/Half gs 1 0 0 rg 0 0 300 900 re f', '/DeviceRGB'),
  masked('colours', 'Luminosity', '0.8 0.3 0.1 rg 0 0 300 900 re f', '/DeviceRGB'),
]

/** Colours in small steps: Ghostscript takes few by default. */
export const finely = (part: Part): Part => ({
  ...part,
  content: `/Fine gs ${part.content}`,
  resources: `${part.resources ?? ''}
${state('Fine', '/SM 0.001')}`,
})

export const BLENDED: readonly Part[] = [...SHADINGS.map(finely), ...BLENDS]
/** Exceptions: the artwork blends them in RGB, and the print file in ink, as it blends groups without a space. */
export const BLENDED_IN_RGB: readonly Part[] = [
  ['Multiply', '/BM /Multiply'],
  ['Faded', '/ca 0.5'],
].flatMap(([name = '', entries = '']) =>
  [
    ['InInk', '/I true'],
    ['InRgb', '/CS /DeviceRGB /I true'],
  ].map(([space = '', attributes = '']) => ({
    ...group(
      `${name}${space}`,
      `${BACKDROP} ${AREA} f /M gs ${PAINT} ${AREA} f`,
      attributes,
      '',
      state('M', entries),
    ),
    like: `group ${name}InInk`,
  })),
)
