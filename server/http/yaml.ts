/** Plain JSON values as YAML 1.2, whose strings may be written exactly as JSON writes them. */

/** Block style; every text stands in quotes, so that none can be taken for a number, a date or a boolean. */
export function writeYaml(value: unknown): string {
  return `${block(value, '')}\n`
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return value.map((item) => `${indent}- ${block(item, `${indent}  `).trimStart()}`).join('\n')
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  return members.map(([name, member]) => `${indent}${keyOf(name)}:${below(member, indent)}`).join('\n')
}

/** On the same line where it is short, else on the lines below, further in. */
function below(value: unknown, indent: string): string {
  const text = block(value, `${indent}  `)
  const nests = typeof value === 'object' && value !== null && text !== '[]' && text !== '{}'
  return nests ? `\n${text}` : ` ${text}`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name)
}
