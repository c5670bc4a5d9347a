/** PostScript calculator programs (ISO 32000-1 7.10.5): read once, run with limits on steps and stack. */

type StackValue = number | boolean

/** Conditions hold their branches; `ifelse` has two. */
type Instruction =
  | number
  | boolean
  | { readonly operator: string }
  | { readonly whenTrue: CalculatorProgram; readonly whenFalse: CalculatorProgram | null }

export type CalculatorProgram = readonly Instruction[]

const MAX_INSTRUCTIONS = 100_000
const MAX_NESTING = 32
/** Real programs for tint transforms stay far below; ISO 32000-1 annex C asks for 100 stack entries. */
const MAX_STEPS = 100_000
const MAX_STACK = 256

/** A calculator that fails ends here: its callers see null. */
class CalculatorFault extends Error {}

/** The program of a function of type 4, or null where its text is none. */
export function parseCalculator(text: string): CalculatorProgram | null {
  const tokens = text.replace(/%[^\r\n]*/g, ' ').match(/[{}]|[^\s{}]+/g) ?? []
  if (tokens[0] !== '{' || tokens.length > MAX_INSTRUCTIONS) return null
  const reader = { tokens, at: 1 }
  const program = parseBlock(reader, 0)
  return program !== null && reader.at === tokens.length ? program : null
}

/** Reads up to the closing brace of a block whose opening one is behind. */
function parseBlock(reader: { tokens: readonly string[]; at: number }, depth: number) {
  if (depth > MAX_NESTING) return null
  const program: Instruction[] = []
  const blocks: CalculatorProgram[] = []
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at]!
    reader.at += 1
    if (token === '}') return blocks.length === 0 ? program : null
    if (token === '{') {
      const block: CalculatorProgram | null = parseBlock(reader, depth + 1)
      if (block === null) return null
      blocks.push(block)
    } else if (token === 'if' || token === 'ifelse') {
      if (blocks.length !== (token === 'if' ? 1 : 2)) return null
      program.push({ whenTrue: blocks[0]!, whenFalse: blocks[1] ?? null })
      blocks.length = 0
    } else {
      const instruction = parseToken(token)
      if (instruction === null || blocks.length > 0) return null
      program.push(instruction)
    }
  }
  return null
}

function parseToken(token: string): Instruction | null {
  if (token === 'true') return true
  if (token === 'false') return false
  if (Object.hasOwn(OPERATORS, token)) return { operator: token }
  const radix = /^(\d{1,2})#([0-9a-z]+)$/i.exec(token)
  const value = radix === null ? Number(token) : Number.parseInt(radix[2]!, Number(radix[1]))
  return Number.isFinite(value) ? value : null
}

/** How many steps a run takes at most: there are no loops. */
export function stepsOf(program: CalculatorProgram): number {
  return program.reduce((sum: number, instruction) => {
    if (typeof instruction !== 'object' || 'operator' in instruction) return sum + 1
    return sum + 1 + stepsOf(instruction.whenTrue) + stepsOf(instruction.whenFalse ?? [])
  }, 0)
}

/** The stack that a program leaves, lowest first; null where it fails or does not end with numbers. */
export function runCalculator(program: CalculatorProgram, inputs: readonly number[]): number[] | null {
  const stack: StackValue[] = [...inputs]
  try {
    run(program, stack, { steps: 0 })
  } catch (error) {
    if (error instanceof CalculatorFault) return null
    throw error
  }
  return stack.every((value) => typeof value === 'number') ? stack : null
}

function run(program: CalculatorProgram, stack: StackValue[], budget: { steps: number }): void {
  for (const instruction of program) {
    budget.steps += 1
    if (budget.steps > MAX_STEPS || stack.length > MAX_STACK) throw new CalculatorFault()
    if (typeof instruction !== 'object') stack.push(instruction)
    else if ('operator' in instruction) OPERATORS[instruction.operator]!(stack)
    else if (popBoolean(stack)) run(instruction.whenTrue, stack, budget)
    else if (instruction.whenFalse !== null) run(instruction.whenFalse, stack, budget)
  }
}

function pop(stack: StackValue[]): StackValue {
  const value = stack.pop()
  if (value === undefined) throw new CalculatorFault()
  return value
}

function popNumber(stack: StackValue[]): number {
  const value = pop(stack)
  if (typeof value !== 'number') throw new CalculatorFault()
  return value
}

function popBoolean(stack: StackValue[]): boolean {
  const value = pop(stack)
  if (typeof value !== 'boolean') throw new CalculatorFault()
  return value
}

function popCount(stack: StackValue[]): number {
  const value = popNumber(stack)
  if (!Number.isInteger(value) || value < 0 || value > stack.length) throw new CalculatorFault()
  return value
}

/** Division by zero and roots of negative numbers are faults, as in PostScript. */
function real(value: number): number {
  if (!Number.isFinite(value)) throw new CalculatorFault()
  return value
}

type Operator = (stack: StackValue[]) => void

const unary =
  (apply: (value: number) => number): Operator =>
  (stack) =>
    stack.push(real(apply(popNumber(stack))))

const binary =
  (apply: (left: number, right: number) => number): Operator =>
  (stack) => {
    const right = popNumber(stack)
    stack.push(real(apply(popNumber(stack), right)))
  }

const comparison =
  (apply: (left: number, right: number) => boolean): Operator =>
  (stack) => {
    const right = popNumber(stack)
    stack.push(apply(popNumber(stack), right))
  }

const logical =
  (
    ofBooleans: (left: boolean, right: boolean) => boolean,
    ofIntegers: (a: number, b: number) => number,
  ): Operator =>
  (stack) => {
    const right = pop(stack)
    const left = pop(stack)
    if (typeof left === 'boolean' && typeof right === 'boolean') stack.push(ofBooleans(left, right))
    else if (typeof left === 'number' && typeof right === 'number') stack.push(ofIntegers(left, right))
    else throw new CalculatorFault()
  }

/** Angles are degrees; `atan` answers 0 to 360. */
const RADIANS = Math.PI / 180
const degrees = (radians: number) => (radians / RADIANS + 360) % 360
/** Halves go up, as PostScript rounds; JavaScript does too. */
const round = Math.round

const OPERATORS: Readonly<Record<string, Operator>> = {
  abs: unary(Math.abs),
  neg: unary((value) => -value),
  ceiling: unary(Math.ceil),
  floor: unary(Math.floor),
  round: unary(round),
  truncate: unary(Math.trunc),
  sqrt: unary(Math.sqrt),
  sin: unary((value) => Math.sin(value * RADIANS)),
  cos: unary((value) => Math.cos(value * RADIANS)),
  ln: unary(Math.log),
  log: unary(Math.log10),
  cvi: unary(Math.trunc),
  cvr: unary((value) => value),
  add: binary((left, right) => left + right),
  sub: binary((left, right) => left - right),
  mul: binary((left, right) => left * right),
  div: binary((left, right) => left / right),
  idiv: binary((left, right) => Math.trunc(Math.trunc(left) / Math.trunc(right))),
  mod: binary((left, right) => Math.trunc(left) % Math.trunc(right)),
  exp: binary((base, exponent) => base ** exponent),
  atan: binary((numerator, denominator) => degrees(Math.atan2(numerator, denominator))),
  bitshift: binary((value, shift) => (shift >= 0 ? value << shift : value >> -shift)),
  gt: comparison((left, right) => left > right),
  ge: comparison((left, right) => left >= right),
  lt: comparison((left, right) => left < right),
  le: comparison((left, right) => left <= right),
  and: logical(
    (left, right) => left && right,
    (left, right) => left & right,
  ),
  or: logical(
    (left, right) => left || right,
    (left, right) => left | right,
  ),
  xor: logical(
    (left, right) => left !== right,
    (left, right) => left ^ right,
  ),
  not: (stack) => {
    const value = pop(stack)
    stack.push(typeof value === 'boolean' ? !value : ~value)
  },
  eq: (stack) => {
    const right = pop(stack)
    stack.push(pop(stack) === right)
  },
  ne: (stack) => {
    const right = pop(stack)
    stack.push(pop(stack) !== right)
  },
  pop: (stack) => {
    pop(stack)
  },
  dup: (stack) => {
    const value = pop(stack)
    stack.push(value, value)
  },
  exch: (stack) => {
    const upper = pop(stack)
    const lower = pop(stack)
    stack.push(upper, lower)
  },
  copy: (stack) => {
    const count = popCount(stack)
    if (count > 0) stack.push(...stack.slice(-count))
  },
  index: (stack) => {
    const depth = popCount(stack)
    const value = stack[stack.length - 1 - depth]
    if (value === undefined) throw new CalculatorFault()
    stack.push(value)
  },
  roll: (stack) => {
    const steps = popNumber(stack)
    const count = popCount(stack)
    if (!Number.isInteger(steps)) throw new CalculatorFault()
    if (count === 0) return
    const turned = ((steps % count) + count) % count
    const rolled = stack.splice(-count)
    stack.push(...rolled.slice(count - turned), ...rolled.slice(0, count - turned))
  },
}
