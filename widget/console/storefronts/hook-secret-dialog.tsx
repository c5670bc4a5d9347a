/** A new signing secret: the shop that its hooks name. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import type { StorefrontShopWithSecretWire } from './wire.ts'

/** The name of a shop whose hooks name none. */
const ONLY_SHOP = 'shop'

export function HookSecretDialog(props: {
  onMade(made: StorefrontShopWithSecretWire): void
  onClose(): void
}) {
  const all = useWords('storefronts')
  const words = all.hook
  const action = useAction()
  const [typed, setTyped] = useState('')
  const create = async () => {
    const shop = typed.trim() === '' ? ONLY_SHOP : typed.trim()
    props.onMade(await api.post('/v1/storefront/shops', { shop }))
  }
  return (
    <Dialog
      title={words.newTitle}
      onClose={action.busy ? undefined : props.onClose}
      actions={
        <>
          <Button onClick={props.onClose} disabled={action.busy}>
            {all.cancel}
          </Button>
          <Button kind="main" busy={action.busy} onClick={() => void action.run(create)}>
            {words.create}
          </Button>
        </>
      }
    >
      <div class="form">
        <TextInput
          label={words.shop}
          hint={words.shopHint}
          value={typed}
          maxLength={255}
          focused
          onInput={setTyped}
        />
        <ErrorNotice error={action.error} />
      </div>
    </Dialog>
  )
}
