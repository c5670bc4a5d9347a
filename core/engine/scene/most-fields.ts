/** How many fields a template may have: the one limit that uploads, scenes, values, assignments and tables share. */
import { ServiceError } from '../../errors.ts'

/**
 * Decision: large application forms have some hundreds of fields, and a request with a value for each of a thousand
 * stays within what a body may hold. A template that was taken in can be filled whole, however it is filled.
 */
export const MOST_FIELDS = 1000

/**
 * Throws `too_many_fields`. Decision: refused, as too many pages are. A template that kept the first thousand would
 * print the others empty, and nobody who orders would know that they were there.
 */
export function refuseTooManyFields(found: number, param: string | null = null): void {
  if (found <= MOST_FIELDS) return
  throw new ServiceError('too_many_fields', {
    message:
      `The template has ${found} fields; the limit is ${MOST_FIELDS}. ` +
      'Split the form into several files or remove unused fields.',
    ...(param === null ? {} : { param }),
    details: [{ code: 'too_many_fields', message: 'Too many fields.', found, expected: MOST_FIELDS }],
  })
}
