/** The style of the dialog: the whole screen on phones, a sheet on larger screens. */

const CSS = `
dialog{border:0;padding:0;margin:0;width:100%;height:100%;max-width:none;max-height:none;background:Canvas;color:CanvasText;color-scheme:light dark;overflow:hidden;font:16px/24px system-ui,sans-serif}
dialog::backdrop{background:rgb(20 18 16/.55)}
@media(min-width:720px){dialog{margin:auto;width:min(1120px,100vw - 64px);height:min(860px,100vh - 64px);border-radius:8px}}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;color-scheme:auto}
[hidden]{display:none!important}
.panel{position:absolute;inset:0;display:flex;flex-direction:column;gap:16px;align-items:center;justify-content:center;padding:24px;text-align:center}
p{margin:0}
button{font:inherit;min-width:44px;min-height:44px;padding:8px 20px;border:1px solid currentColor;border-radius:4px;background:transparent;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid Highlight;outline-offset:2px}
.close{position:absolute;inset-block-start:8px;inset-inline-end:8px;border:0;padding:8px;font-size:28px;line-height:28px;z-index:1}
.edge{position:absolute;width:1px;height:1px;overflow:hidden;opacity:0}
`

/** Within a shadow root, so that neither page nor dialog sees the other's rules. Under every content policy. */
export function dress(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Safari before 16.4 has no such sheets.
    const style = document.createElement('style')
    style.textContent = CSS
    root.append(style)
  }
}
