/** The archive of the WordPress plugin, as this installation has it. */
import { api } from '../api.ts'
import { saveBlob } from '../orders/download.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'

/** Its name says nothing to WordPress, which reads the folder within. */
const NAME = 'platen-for-woocommerce.zip'

export function PluginDownload() {
  const words = useWords('storefronts').connect
  const action = useAction()
  const download = async () => {
    const { blob } = await api.blob('GET', '/v1/console/woocommerce_plugin')
    saveBlob(blob, NAME)
  }
  return (
    <>
      <ErrorNotice error={action.error} />
      <div class="plugin-download">
        <Button busy={action.busy} onClick={() => void action.run(download)}>
          {words.wooDownload}
        </Button>
      </div>
    </>
  )
}
