/** Spot inks whose alternate is RGB or Lab, as paint, image, shading and tiling. */
import { image, type Part, samples, shading } from '../converted-page.ts'

const AREA = '0 0 24 24 re'
const ramp = '<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.9 0.3 0.1] /N 1 >>'
const labRamp = '<< /FunctionType 2 /Domain [0 1] /C0 [100 0 0] /C1 [50 60 40] /N 1 >>'
const SPOT = `[/Separation /Spot /DeviceRGB ${ramp}]`
const LAB = `[/Separation /Second [/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>] ${labRamp}]`
const TWO = '[/DeviceN [/Spot /Second] /DeviceRGB @twoTints]'
const PROGRAM = {
  twoTints: {
    entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
    data: '{ 1 exch sub exch 1 exch sub 0.5 }',
  },
}
const space = (name: string, text: string) => `/ColorSpace << /${name} ${text} >>`

export const SPOTS: readonly Part[] = [
  {
    name: 'Separation over RGB',
    content: `/One cs 0.8 scn ${AREA} f`,
    resources: space('One', SPOT),
    objects: PROGRAM,
  },
  { name: 'Separation over Lab', content: `/Two cs 0.8 scn ${AREA} f`, resources: space('Two', LAB) },
  { name: 'DeviceN over RGB', content: `/Both cs 0.7 0.4 scn ${AREA} f`, resources: space('Both', TWO) },
  { name: 'line in a spot ink', content: '/One CS 0.6 SCN 30 w 0 12 m 24 12 l S' },
  image('SpotImage', 1, `/ColorSpace ${SPOT} /BitsPerComponent 8`, samples(180)),
  image('SpotTable', 8, `/ColorSpace [/Indexed ${SPOT} 1 <c800>] /BitsPerComponent 1`, samples(0)),
  image('TwoSpots', 1, `/ColorSpace ${TWO} /BitsPerComponent 8`, samples(180, 90)),
  shading(
    'SpotShade',
    `/ShadingType 2 /ColorSpace ${SPOT} /Coords [0 0 24 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0.4] /C1 [1] /N 1 >>`,
  ),
  {
    name: 'uncoloured tiling in a spot ink',
    content: `/SpotTile cs 0.7 /Stencil scn ${AREA} f`,
    resources: `${space('SpotTile', `[/Pattern ${SPOT}]`)}\n/Pattern << /Stencil @stencil >>`,
    objects: {
      stencil: {
        entries:
          '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        data: '0 0 8 8 re f',
      },
    },
  },
]
