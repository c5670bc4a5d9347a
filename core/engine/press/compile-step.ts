/** The steps of compiling in their order, for progress messages. */

export const COMPILE_STEPS = ['opening', 'reading', 'checking', 'writing'] as const
export type CompileStep = (typeof COMPILE_STEPS)[number]
