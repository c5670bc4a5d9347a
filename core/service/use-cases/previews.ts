/** The use cases of pictures by name, as the service has them. */

import type { PixelSize } from '../../engine/layout/device.ts'
import type { Ports } from '../../ports.ts'
import { compareRevisions } from '../preview/compare.ts'
import { type PressLook, type PressState, pressPicture, pressPlates } from '../preview/press-state.ts'
import { type PictureRequest, type Previews, showTemplate } from '../preview/show.ts'
import type { RevisionRecord } from '../template/template.ts'

export function previewUseCases(ports: Ports, previews: Previews) {
  return {
    /** A page of a fill in its session, or by a signed link. */
    fill: (request: PictureRequest) => previews.show(request),
    /** A page of a template with values of a request. */
    template: (request: Omit<PictureRequest, 'scope'>) => showTemplate(ports, previews, request),
    /** A page as its press file prints it, whole or by some of its plates; the revision may be a trial. */
    press: (state: PressState, look: PressLook, size: PixelSize) => pressPicture(ports, state, look, size),
    /** What each plate of a page puts on its sheet. */
    plates: (state: PressState) => pressPlates(ports, state),
    /** What two revisions print otherwise on a page, from 0; the width in px. */
    difference: (before: RevisionRecord, after: RevisionRecord, page: number, width: number) =>
      compareRevisions(ports, previews, before, after, page, width),
    /** The same of a scene that is only tried out; the ledger keeps no row of it. */
    trial: (request: Omit<PictureRequest, 'scope'>) =>
      previews.show({ ...request, scope: request.revision.teamId }),
  }
}
