/**
 * Formats the addresses of the running parts as an aligned table, one line each.
 *
 * @param {object} parameters
 * @param {readonly { addresses: readonly { title: string, variable: string, name?: string }[] }[]} parameters.parts
 * @param {readonly { variable: string, port: number }[]} parameters.ports
 * @param {string} [parameters.host]
 * @returns {string}
 *
 * @example addressTable({ parts: [{ addresses: [{ title: 'demo', variable: 'DEMO_PORT' }] }], ports: [{ variable:
 * 'DEMO_PORT', port: 4400 }] })
 * // '  demo  http://localhost:4400'
 */
export function addressTable({ parts, ports, host }) {
  const shown = !host || ['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host
  const rows = parts.flatMap((part) =>
    part.addresses.map(({ title, variable, name }) => {
      const port = ports.find((entry) => entry.variable === variable)?.port
      return [title, `http://${name ?? shown}:${port}`]
    }),
  )
  const width = Math.max(...rows.map(([title]) => title.length))
  return rows.map(([title, address]) => `  ${title.padEnd(width)}  ${address}`).join('\n')
}
