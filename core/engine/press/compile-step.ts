/** The steps of compiling, in their order: what is told to whoever waits for it. */

export const COMPILE_STEPS = ['opening', 'reading', 'checking', 'writing'] as const
export type CompileStep = (typeof COMPILE_STEPS)[number]
