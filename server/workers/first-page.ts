/** A page that exercises what a first drawing otherwise waits for: parsing, paths, fonts, inks, the canvas. */

const SIDE = 400
/** So many motifs in each of the forms that the page is made of. */
const MOTIFS = 24

/**
 * A PDF of one page: at least so many motifs of curves, lines and rings in process colours and two spot inks, one of
 * them overprinting and on a layer, in forms as artwork repeats them; a form with a group, pictures, a shade, and text.
 * Numbers have places after the point as artwork has them, for engines compile code for the numbers that they saw.
 */
export function firstPage(count: number): Uint8Array {
  const motifs = Math.min(MOTIFS, count)
  const pieces = [
    '0.1 0 0.2 0 k 0 0 400 400 re f',
    'q 60.5 0 0 60.25 300 300.75 cm /I Do /J Do Q',
    'q 9.5 9.5 80.5 40 re W n /H sh Q',
  ]
  for (let sheet = 0; sheet * motifs < count; sheet += 1) {
    const [x, y] = [(sheet * 97) % 280, (sheet * 61) % 290]
    pieces.push(`q 0.729167126012705 0 0 0.5624989977924709 ${x}.42533333333333 ${y}.5 cm /M Do Q`)
    if (sheet % 2 === 0)
      pieces.push(`q 1 0 0 1 ${x}.5 ${y} cm /G gs /X Do Q BT /F 11.5 Tf ${x} ${y}.2 Td (Platen) Tj ET`)
  }
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [14 0 R] /D << /ON [14 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /M 10 0 R /X 6 0 R /I 7 0 R /J 11 0 R >> /Shading << /H 13 0 R >> /ExtGState << /G << /ca 0.8 >> >> >> >>`,
    streamOf('', pieces.join('\n')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Group << /S /Transparency >>',
      '1 0 0 0 k 2.5 2 9 9.25 re f 0 0 1 0 k 5 5 m 9.1 9.2 2.3 14.4 18.5 18.6 c f',
    ),
    streamOf(
      '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      'Platen prints it',
    ),
    '[/Separation /Gold /DeviceCMYK 9 0 R]',
    '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.2 0.6 0.2] >>',
    streamOf(
      '/Type /XObject /Subtype /Form /FormType 1 /BBox [0 0 180 180] /Matrix [1 0 0 1 0 0] /Resources << /ColorSpace << /S 8 0 R /T 12 0 R >> /ExtGState << /O << /OP true /op true /OPM 1 >> >> /Properties << /L 14 0 R >> >>',
      Array.from({ length: motifs }, (_, at) => motif(at)).join('\n'),
    ),
    streamOf(
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceCMYK /SMask 7 0 R',
      'Platen prints it',
    ),
    '[/Separation /Cut /DeviceCMYK 9 0 R]',
    '<< /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [0 0 90.5 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0.1 0 0] /C1 [0.2 0.2 0.6 0.2] >> >>',
    '<< /Type /OCG /Name (Layer) >>',
  ])
}

const COLORS = ['0.45 0.9 0.4 0.45 k', '/S cs 1 scn', '0 0.32 0.2 0 k', '/S cs 0.6 scn', '0.35 0.08 0.42 0 k']

/** A tile with a drop, a ring or a stalk in it; every eighth is cut around. */
function motif(at: number): string {
  const [x, y] = [(at * 37.25) % 150, (at * 91.5) % 145]
  const color = COLORS[at % COLORS.length]
  const tile = `0 0.02 0.1 0 k -1.5 -1.5 m 31.62 -1.5 l 31.62 28.58 l -1.5 28.58 l h f`
  const drop = `${color} 0 0 m 13.48 0 22.52 ${at}.04 22.52 22.52 c 9.04 22.52 0 13.48 0 0 c h f 1.49 0 m 15.72 15.72 l 0 1.49 l h f`
  const ring = `${color} 28.06 12.33 m 28.06 16.09 25.02 19.13 21.26 19.13 c 17.5 19.13 14.46 16.09 14.46 12.33 c h 26 12 m 26.5 16 24 18.1 21 18 c h f`
  const stalk = `q 0.8 0.25 0.75 0.3 K 1.488 w 1 J 1 j 13.18 15.31 m 14.03 25.51 17.86 -3.17 23.81 6.99 c S Q ${drop}`
  const cut = `/OC /L BDC q /O gs /T CS 1 SCN 0.25 w 1.34 0 m 24.78 0 l 25.04 0 25.12 5.08 25.12 11.34 c h S Q EMC`
  const letter = `q /O gs /T cs 1 scn q 0.0266 0 0 0.0266 2 4.079 cm 137 235 m 137 470 l 298 512 l 510 512 501 255 401 360 c h 20 -7 m 5 9 l 6 6 l f* Q Q`
  return `q 1 0 0 1 ${x} ${y} cm ${tile} ${[drop, ring, stalk][at % 3]} ${at % 8 === 0 ? cut : at % 8 === 4 ? letter : ''} Q`
}

function streamOf(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >> stream\n${data}\nendstream`
}

/** Without a table of its objects, which are found by their numbers. */
function pdfOf(objects: readonly string[]): Uint8Array {
  const numbered = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`)
  return Buffer.from(`%PDF-1.5\n${numbered.join('')}trailer << /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}
