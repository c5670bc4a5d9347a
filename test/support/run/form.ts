/** The two forms of a test that takes long: a short one in every run, and the long one in `npm run soak`. */

/** Set by test/soak/long-forms.soak.ts, which runs the tests that ask here. */
export const LONG = 'PLATEN_TEST_LONG'

export function inForm<S, L>(short: S, long: L): S | L {
  return process.env[LONG] === 'true' ? long : short
}
