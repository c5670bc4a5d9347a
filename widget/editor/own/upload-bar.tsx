/** An image that is uploading: its picture, its progress, and *Cancel*. */
import { useEffect, useState } from 'preact/hooks'
import { useEditor } from '../context.ts'
import type { Upload } from './uploads.ts'

export function UploadBar({
  upload,
  onCancel,
  onRetry,
}: {
  readonly upload: Exclude<Upload, { phase: 'refused' }>
  onCancel(): void
  onRetry(): void
}) {
  const { words } = useEditor()
  const { say } = words
  const waits = upload.phase === 'waiting'
  const percent = waits ? 0 : Math.floor(upload.share * 100)
  const isSent = !waits && upload.share >= 1
  return (
    <div class="upload" data-waits={waits}>
      <LocalImage file={upload.file} />
      <div class="upload-words">
        <p role="status">
          {waits ? say('image_waiting') : say(isSent ? 'image_checking' : 'image_uploading')}
        </p>
        {waits ? null : (
          <progress
            class="bar"
            aria-label={say('image_uploading')}
            {...(isSent ? {} : { value: percent, max: 100 })}
          />
        )}
        <div class="drop-buttons">
          <button type="button" class="plain" data-first onClick={onCancel}>
            {say('image_cancel')}
          </button>
          {waits ? (
            <button type="button" class="plain" onClick={onRetry}>
              {say('try_again')}
            </button>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** Decoded by the browser beside the page's own work; a kind that it cannot show is left out. */
function LocalImage({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span class="upload-image" aria-hidden="true">
      {url === null ? null : <img src={url} alt="" decoding="async" onError={() => setUrl(null)} />}
    </span>
  )
}
