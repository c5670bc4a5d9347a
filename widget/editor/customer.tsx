/** Name and e-mail on a hosted page: the fields, their problems and their values. */
import { useEditor } from './context.ts'
import type { Customer } from './transport.ts'

export type Ask = 'no' | 'optional' | 'required'
export interface AskCustomer {
  readonly name: Ask
  readonly email: Ask
}
type Part = keyof AskCustomer

export function customerId(prefix: string, part: Part): string {
  return `${prefix}customer-${part}`
}

export function CustomerFields({
  ask,
  customer,
  wrong,
  onChange,
}: {
  readonly ask: AskCustomer
  readonly customer: Given
  readonly wrong: readonly Part[]
  onChange(customer: Given): void
}) {
  const { words, prefix } = useEditor()
  const { say } = words
  const asked = (['name', 'email'] as const).filter((part) => ask[part] !== 'no')
  if (asked.length === 0) return null
  return (
    <div class="customer">
      {asked.map((part) => {
        const id = customerId(prefix, part)
        const isWrong = wrong.includes(part)
        return (
          <div key={part} class="field">
            <label for={id}>
              {say(part === 'name' ? 'your_name' : 'your_email')}
              {ask[part] === 'optional' ? <span class="optional">{say('optional')}</span> : null}
            </label>
            <input
              id={id}
              type={part === 'email' ? 'email' : 'text'}
              dir="auto"
              autocomplete={part}
              maxLength={200}
              value={customer[part]}
              aria-required={ask[part] === 'required'}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? `${id}-trouble` : undefined}
              onInput={(event) => onChange({ ...customer, [part]: event.currentTarget.value })}
            />
            {isWrong ? (
              <p class="trouble" role="alert" id={`${id}-trouble`}>
                {say(
                  part === 'name'
                    ? 'name_missing'
                    : customer.email.trim() === ''
                      ? 'email_missing'
                      : 'email_wrong',
                )}
              </p>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

export type Given = { readonly name: string; readonly email: string }

/** Decision: an address needs a name, an at sign and a domain; whether it exists only a letter can tell. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

export function faultsOf({ name, email }: Given, ask: AskCustomer): readonly Part[] {
  const faults: Part[] = []
  if (ask.name === 'required' && name.trim() === '') faults.push('name')
  const address = email.trim()
  if (address === '' ? ask.email === 'required' : ask.email !== 'no' && !EMAIL.test(address))
    faults.push('email')
  return faults
}

export function customerOf({ name, email }: Given): Customer {
  return {
    ...(name.trim() === '' ? {} : { customer_name: name.trim() }),
    ...(email.trim() === '' ? {} : { customer_email: email.trim() }),
  }
}
