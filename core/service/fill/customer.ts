/** Compares customers' addresses regardless of case, to find or erase their data. */

/**
 * The address as it is kept for comparing: NFC and small letters, of every script. Decision: the part before the @ is
 * compared so too, though a mail server may tell capitals apart; hardly one does, and a word too many is erased
 * rather than one too few.
 */
export function customerKey(email: string): string {
  return email.normalize('NFC').toLowerCase().normalize('NFC')
}
