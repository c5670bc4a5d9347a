/** Compares customers' addresses regardless of case, to find or erase their data. */

/**
 * The address as it is stored for comparison: NFC and lower case, in every script. Decision: the part before the @ is
 * compared in the same way, although a mail server may distinguish case. Hardly any does, and erasing too much is
 * better than too little.
 */
export function customerKey(email: string): string {
  return email.normalize('NFC').toLowerCase().normalize('NFC')
}
