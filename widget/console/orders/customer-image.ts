/** Values that name a customer's image: an id, or a record with crop and rotation, which people cannot read. */
import type { FieldWire } from './wire.ts'

export function isCustomerImage({ type }: Pick<FieldWire, 'type'>, value: unknown): boolean {
  if (type !== 'image') return false
  return typeof value === 'string' ? value.startsWith('pic_') : typeof value === 'object' && value !== null
}
