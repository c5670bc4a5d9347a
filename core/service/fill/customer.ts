/** How customers' addresses are compared: whose words are to be erased or found is told by them, however typed. */

/**
 * The address as it is kept for comparing: NFC and small letters, of every script. Decision: the part before the @ is
 * compared so too, though a mail server may tell capitals apart; hardly one does, and a word too many is erased
 * rather than one too few.
 */
export function customerKey(email: string): string {
  return email.normalize('NFC').toLowerCase().normalize('NFC')
}
