/** A press for tests of what stands around it: every upload compiles to one page with a name and a size to fill. */

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Compiled, Press } from '../../../core/engine/press/press-port.ts'
import type { Placement, Scene, SceneField } from '../../../core/engine/scene/scene.ts'
import { ServiceError } from '../../../core/errors.ts'

export const SAMPLE_PDF = Buffer.from('%PDF-1.7\n% a sample that no parser reads\n%%EOF\n')

const placement: Placement = {
  page: 0,
  box: [20, 20, 220, 50],
  turn: 0,
  insetPt: 2,
  style: {
    font: { requested: 'Helv', key: 'bundled:Arimo-Regular', substitute: true },
    sizePt: 18,
    autoSize: false,
    minSizePt: 9,
    leading: 1.2,
    tracking: 0,
    minTracking: -0.02,
    align: 'left',
    verticalAlign: 'middle',
    wrap: false,
    maxLines: null,
    comb: null,
    features: [],
  },
  option: null,
  mark: null,
}

const name: SceneField = {
  id: '',
  label: 'Name',
  sourceName: 'name',
  type: 'text',
  defaultValue: 'Ada',
  required: true,
  maxLength: 40,
  options: null,
  ink: null,
  tint: 1,
  overprint: false,
  slot: 'above',
  placements: [placement],
}

export const SAMPLE_SCENE: Scene = {
  version: 1,
  pages: [
    {
      index: 0,
      mediaBox: [0, 0, 260, 170],
      cropBox: [0, 0, 260, 170],
      bleedBox: [0, 0, 260, 170],
      trimBox: [8.5, 8.5, 251.5, 161.5],
      trimStated: true,
      rotate: 0,
      userUnit: 1,
      widthPt: 260,
      heightPt: 170,
    },
  ],
  inks: [{ index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false }],
  fields: [
    name,
    {
      ...name,
      label: 'Size',
      sourceName: 'size',
      type: 'selection',
      defaultValue: 'm',
      required: false,
      maxLength: null,
      options: [
        { value: 's', label: 'Small' },
        { value: 'm', label: 'Medium' },
      ],
    },
  ],
  textOutput: 'live',
}

/** Refuses a file that does not begin as a PDF; the body is the file as it came, with a line of its own. */
export function openSamplePress(): Press {
  return {
    async compile(sourcePath, bodyPath): Promise<Compiled> {
      const source = await readFile(sourcePath)
      if (!source.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new ServiceError('invalid_pdf')
      const body = Buffer.concat([source, Buffer.from('%%EOF\n')])
      await writeFile(bodyPath, body)
      return {
        plan: {
          version: 1,
          bodyBytes: body.length,
          bodySha256: createHash('sha256').update(body).digest('hex'),
          startXref: 0,
          size: 8,
          rootObject: 1,
          infoObject: null,
          fileId: '00'.repeat(16),
          pages: [{ box: [0, 0, 260, 170], below: 6, above: 7 }],
          inks: [],
        },
        scene: SAMPLE_SCENE,
        findings: [{ code: 'field_font_missing', severity: 'warn', params: { label: 'a' } }],
      }
    },
    describePages: () => Promise.reject(new Error('The sample press reads no pages.')),
    readArtwork: async () => ({ runs: [], objects: [], truncated: false }),
    // Its bodies are no PDFs: no parser is asked, and every file is taken for what it calls itself.
    async reopen({ tail }) {
      const last = tail.findLast((part) => part instanceof Uint8Array)
      const trailer = /\/ID \[<[0-9a-f]*> <([0-9a-f]*)>\]>>\s+startxref\s+\d+\s+%%EOF\s*$/
      return { pages: 1, fileId: trailer.exec(Buffer.from(last ?? []).toString('latin1'))?.[1] ?? null }
    },
  }
}

/** The form of an upload. */
export function uploadForm(bytes: Uint8Array = SAMPLE_PDF, title?: string): FormData {
  const form = new FormData()
  if (title !== undefined) form.set('title', title)
  form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'card.pdf')
  return form
}
