/** Values that name an image of the customer's own: an id, or a record with crop and turn, that nobody reads as it is. */
import type { FieldWire } from './wire.ts'

export function isCustomerImage({ type }: Pick<FieldWire, 'type'>, value: unknown): boolean {
  if (type !== 'image') return false
  return typeof value === 'string' ? value.startsWith('pic_') : typeof value === 'object' && value !== null
}
