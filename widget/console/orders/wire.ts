/** Wire types of fills, renders, reports and deliveries. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type ProblemWire = AsSent<Api.FillProblem>
export type FillWire = AsSent<Api.Fill>
/** Text, or an image of the customer's own with its crop. */
export type ValuesWire = FillWire['values']
export type RenderWire = AsSent<Api.Render>
/** A field with what a form needs to ask for it. */
export type FieldWire = AsSent<
  Pick<Api.Field, 'id' | 'label' | 'default_value' | 'max_length' | 'required' | 'multiline' | 'options'>
> & { readonly type: string }
export type HotFolderWire = AsSent<Api.HotFolder>
export type FolderDeliveryWire = AsSent<Api.HotFolderDelivery>

/** What was printed, which differs from what the customer chose after a correction. */
export interface PrintedWire extends Pick<FillWire, 'colors' | 'assignments' | 'substrate'> {
  readonly values: Readonly<Record<string, string>>
}
