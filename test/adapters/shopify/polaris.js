/* Stands in for Shopify's App Bridge and Polaris components, which come from Shopify's own host: roles, names and plain looks. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  body { background: #f1f1f1; font: 14px/1.5 system-ui, sans-serif; color: #303030 }
  s-page { display: block; max-width: 960px; margin: 0 auto; padding: 16px }
  s-section { display: block; background: #fff; border-radius: 12px; box-shadow: 0 1px 2px #0002; margin: 16px 0; padding: 16px }
  s-stack { display: flex; flex-direction: column; align-items: flex-start; gap: 12px }
  s-stack[direction=inline] { flex-direction: row; flex-wrap: wrap; align-items: center }
  s-paragraph { display: block }
  s-button { display: inline-block; background: #fff; border: 1px solid #767676; border-radius: 8px; cursor: pointer; padding: 6px 12px }
  s-button[variant=primary] { background: #303030; color: #fff }
  s-button[disabled] { background: #e3e3e3; color: #555 }
  s-badge { background: #e0f0ff; border-radius: 8px; padding: 2px 8px }
  s-badge[tone=success] { background: #cdfee1 } s-badge[tone=critical] { background: #fedad9 } s-badge[tone=warning] { background: #ffef9d }
  s-banner { display: block; background: #cdfee1; border-radius: 8px; padding: 12px } s-banner[tone=critical] { background: #fedad9 }
  s-table { display: table; width: 100% } s-table-header-row, s-table-row { display: table-row } s-table-body { display: table-row-group }
  s-table-header, s-table-cell { display: table-cell; padding: 8px } s-table-header { font-weight: 600 }
  s-heading { display: block; font-weight: 600 }
`)
document.adoptedStyleSheets.push(sheet)
const heading = (level) =>
  function () {
    const title = document.createElement(level)
    title.textContent = this.getAttribute('heading')
    this.prepend(title)
  }
const role = (name, more = () => {}) =>
  function () {
    this.setAttribute('role', name)
    more.call(this)
  }
const parts = {
  's-page': heading('h1'),
  's-section': heading('h2'),
  's-table': role('table'),
  's-table-row': role('row'),
  's-table-header-row': role('row'),
  's-table-header': role('columnheader'),
  's-table-cell': role('cell'),
  's-table-body': role('rowgroup'),
  's-heading': role('heading', function () {
    this.setAttribute('aria-level', '3')
  }),
  's-stack': () => {},
  's-paragraph': () => {},
  's-badge': () => {},
  's-text': () => {},
  's-banner': () => {},
  's-button': role('button', function () {
    this.tabIndex = 0
    if (this.hasAttribute('accessibilitylabel'))
      this.setAttribute('aria-label', this.getAttribute('accessibilitylabel'))
  }),
}
for (const [name, connected] of Object.entries(parts))
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        if (!this.ready) {
          this.ready = true
          connected.call(this)
        }
      }
    },
  )
customElements.define(
  's-search-field',
  class extends HTMLElement {
    connectedCallback() {
      if (this.input) return
      const label = document.createElement('label')
      label.textContent = this.getAttribute('label')
      this.input = document.createElement('input')
      this.input.type = 'search'
      label.append(' ', this.input)
      this.append(label)
    }
    get value() {
      return this.input?.value ?? ''
    }
  },
)
