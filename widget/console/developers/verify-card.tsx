/** Code for receivers that verifies the signature of an event, to be copied. */
import { CopyField } from '../parts/copy-field.tsx'
import { useWords } from '../words.ts'
import { VERIFY_CODE } from './verify-code.ts'

export function VerifyCard() {
  const words = useWords('developers').hook
  return (
    <section class="section card" aria-labelledby="hook-verify">
      <h2 id="hook-verify">{words.verifyTitle}</h2>
      <p>{words.verifyText}</p>
      <div class="snippets">
        <CopyField label={words.verifyCode} value={VERIFY_CODE} multiline />
      </div>
      <p>
        <a href="/docs/api/webhooks" target="_blank" rel="noopener">
          {words.verifyDocs}
        </a>
      </p>
    </section>
  )
}
