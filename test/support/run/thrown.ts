/** The catalogued error that a call throws. */
import { ServiceError } from '../../../core/errors.ts'

export function thrownBy(call: () => unknown): ServiceError {
  try {
    call()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

/** As thrownBy, of a promise. */
export async function rejectionOf(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}
