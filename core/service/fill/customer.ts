/** Reads customers' addresses, and compares them regardless of case, to find or erase their data. */

/**
 * The address as it is stored for comparison: NFC and lower case, in every script. Decision: the part before the @ is
 * compared in the same way, although a mail server may distinguish case. Hardly any does, and erasing too much is
 * better than too little.
 */
export function customerKey(email: string): string {
  return email.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * RFC 6531: an address may hold letters of every script, before the @ and after it. Decision: without quoted parts and
 * literal addresses, which no shopper has. Written so that no text takes more than one pass.
 */
const LETTER = '\\p{L}\\p{M}\\p{N}'
const ATOM = `[${LETTER}!#$%&'*+/=?^_\`{|}~-]+`
const LABEL = `[${LETTER}]+(?:-+[${LETTER}]+)*`
export const EMAIL_ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'u')
const LONGEST_ADDRESS = 254

/** Can a fill have this address? */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && EMAIL_ADDRESS.test(text)
}
