/** The tiny page that a worker draws at its start, so that code is loaded before anyone waits for it. */

const CONTENT = '0.1 0 0.2 0 k 1 1 4.5 4.5 re f /S cs 0.6 scn 2 2 m 8 2 l 8 8 l f BT /F 4 Tf (P) Tj ET'

/** A PDF of one page with a process colour, the spot ink `FIRST_INK` and a letter, without a cross-reference table. */
export const FIRST_PAGE: Uint8Array = new TextEncoder().encode(
  `%PDF-1.5
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R
  /Resources << /Font << /F 5 0 R >> /ColorSpace << /S [/Separation /Gold /DeviceCMYK 6 0 R] >> >> >> endobj
4 0 obj << /Length ${CONTENT.length} >> stream
${CONTENT}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
6 0 obj << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.2 0.6 0.2] >> endobj
trailer << /Root 1 0 R >>
%%EOF
`,
)
export const FIRST_INK = 'Gold'
