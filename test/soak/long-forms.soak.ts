/** The tests that have a short form in every run, in their long one: more files, records, texts and minutes. */
import { LONG } from '../support/run/form.ts'

const FILES = [
  'core/engine/preflight/render/check-plates',
  'core/engine/press/bind-inks',
  'core/engine/press/compile-plates',
  'core/engine/press/merge/merge',
  'core/engine/press/raster',
  'core/engine/preview/large-images',
  'core/engine/preview/page-plates-corpus',
  'core/engine/preview/two-painters',
  'core/engine/text/fit-property',
  'journeys/histories/histories',
  'journeys/kills/batch',
  'journeys/kills/sale',
  'journeys/upload-burst',
  'server/operations/embed/session-model',
  'server/operations/fills/fill-model',
  'server/operations/fills/large-pictures',
  'server/operations/fills/picture-crops',
  'server/operations/library/damaged-profiles',
  'server/operations/webhooks/delivery-model',
  'server/workers/raster',
  'server/workers/text-heavy',
  'widget/two-minutes',
]

process.env[LONG] = 'true'
for (const file of FILES) await import(`../${file}.test.ts`)
