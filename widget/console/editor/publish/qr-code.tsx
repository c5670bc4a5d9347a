/** A link as a QR code, to scan from the screen or to download as SVG. */
import { generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'
import { useMemo } from 'preact/hooks'
import { useEditor } from '../context.ts'

export interface QrCodeProps {
  readonly url: string
  /** Names the file. */
  readonly name: string
}

/** Modules of white around it, as ISO/IEC 18004 asks. */
const QUIET = 4

export function QrCode({ url, name }: QrCodeProps) {
  const { words } = useEditor()
  const href = useMemo(() => toSvgDataURL(generate(url), { on: 'black', off: 'white', pad: QUIET }), [url])
  return (
    <figure class="qr">
      <img src={href} width={132} height={132} alt={words.publishing.qr} />
      <figcaption>
        <a href={href} download={`${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-qr.svg`}>
          {words.publishing.saveQr}
        </a>
      </figcaption>
    </figure>
  )
}
