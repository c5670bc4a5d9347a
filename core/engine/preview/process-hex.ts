/** The process plates by themselves on a screen. */

/** Decision: roughly those of coated paper (ISO 12647-2). */
export const PROCESS_HEX: Readonly<Record<'Cyan' | 'Magenta' | 'Yellow' | 'Black', string>> = {
  Cyan: '#009ee3',
  Magenta: '#e6007e',
  Yellow: '#ffed00',
  Black: '#1d1d1b',
}
