/** Ends the process of a Node that is too old, with one line; written for every Node there is. */
var needed = [24, 12]
var has = process.versions.node.split('.').map(Number)

if (has[0] < needed[0] || (has[0] === needed[0] && has[1] < needed[1])) {
  console.error(
    'Platen needs Node ' +
      needed.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. Run npm ci, then npm start or npm run platen: they use the Node that it installs.',
  )
  process.exit(1)
}
