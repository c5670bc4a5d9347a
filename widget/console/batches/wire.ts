/** Wire types of batches, their rows and table checks. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'
import type { SaidBy } from '../words/said.ts'

export type BatchWire = AsSent<Api.Batch> & {
  /** Where the batch is read by itself. */
  readonly columns?: AsSent<Api.BatchWithItems>['columns']
}
export type BatchKind = BatchWire['kind']
export type BatchResult = BatchWire['result']
export type BatchStatus = BatchWire['status']
export type BatchItemWire = Omit<AsSent<Api.BatchItem>, 'error'> & {
  readonly error:
    | (Omit<AsSent<ItemError>, 'details'> & { readonly details: readonly Partial<SaidBy>[] })
    | null
}
type ItemError = NonNullable<Api.BatchItem['error']>
export type ItemStatus = BatchItemWire['status']
/** The result of a dry run, which creates nothing. */
export type CheckWire = AsSent<Api.CsvCheck>
/** The meaning of a table's column. */
export type ColumnWire = CheckWire['columns'][number]
export type RowErrorWire = AsSent<Api.RowError>
export type Encoding = CheckWire['encoding']
