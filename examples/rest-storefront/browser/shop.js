/** The shop's page: puts what was saved in the editor into the cart. */

const base = new URL('.', import.meta.url).href
const service = new URL(document.querySelector('script[src$="/widget/v1.js"]').src).origin

// Touchpoint 2. The message comes from the service's frame; anything else is none of ours.
addEventListener('message', async ({ origin, data }) => {
  if (origin !== service || data?.type !== 'service:saved') return
  const reply = await fetch(`${base}cart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fill_id: data.fill.id, replaces: data.replaces }),
  })
  if (reply.ok) location.assign(`${base}cart`)
  else document.querySelector('.said')?.append('It could not be put into the cart. Please try again.')
})
