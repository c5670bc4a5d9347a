/** A page that exercises what a first drawing otherwise waits for: parsing, paths, fonts, inks, the canvas. */

const SIDE = 400

/** A PDF of one page: so many pieces of curves in process colours and a spot ink, a form with a group, a picture, and text. */
export function firstPage(count: number): Uint8Array {
  const pieces = ['0.1 0 0.2 0 k 0 0 400 400 re f', 'q 60 0 0 60 300 300 cm /I Do Q']
  for (let piece = 0; piece < count; piece += 1) {
    const [x, y] = [(piece * 37) % 380, (piece * 91) % 380]
    const color = piece % 3 === 0 ? `/S cs ${(piece % 10) / 10} scn` : `0 ${(piece % 9) / 9} 0.3 0.1 k`
    const paint = piece % 5 === 0 ? '0.5 w S' : 'f'
    pieces.push(
      `q ${color} 1 0 0 1 ${x} ${y} cm 0 0 m 4 ${piece % 11} 9 ${piece % 7} 12 0 c 9 -4 4 -6 0 0 c h ${paint} Q`,
    )
    if (piece % 12 === 0)
      pieces.push(`q 1 0 0 1 ${x} ${y} cm /G gs /X Do Q BT /F 11 Tf ${x} ${y} Td (Platen) Tj ET`)
  }
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R /I 7 0 R >> /ColorSpace << /S 8 0 R >> /ExtGState << /G << /ca 0.8 >> >> >> >>`,
    streamOf('', pieces.join('\n')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Group << /S /Transparency >>',
      '1 0 0 0 k 2 2 9 9 re f 0 0 1 0 k 5 5 m 9 9 2 14 18 18 c f',
    ),
    streamOf(
      '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      'Platen prints it',
    ),
    '[/Separation /Gold /DeviceCMYK 9 0 R]',
    '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.2 0.6 0.2] >>',
  ])
}

function streamOf(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >> stream\n${data}\nendstream`
}

/** Without a table of its objects, which are found by their numbers. */
function pdfOf(objects: readonly string[]): Uint8Array {
  const numbered = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`)
  return Buffer.from(`%PDF-1.4\n${numbered.join('')}trailer << /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}
