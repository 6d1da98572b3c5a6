/**
 * Reads the ports of the selected parts from the environment, with their defaults.
 *
 * @param {readonly { name: string, ports: Readonly<Record<string, number>> }[]} parts
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ part: string, variable: string, port: number }[]}
 * @throws {Error} if a value is not a port, or if two variables have the same port
 *
 * @example
 * readPorts([{ name: 'demo', ports: { DEMO_PORT: 4400 } }], { DEMO_PORT: '4500' })
 * // [{ part: 'demo', variable: 'DEMO_PORT', port: 4500 }]
 */
export function readPorts(parts, env) {
  const ports = parts.flatMap(({ name, ports }) =>
    Object.entries(ports).map(([variable, fallback]) => {
      const text = env[variable] || String(fallback)
      const port = Number(text)
      if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
        throw new Error(`${variable} is "${text}", which is not a port: set a number from 1 to 65535.`)
      }
      return { part: name, variable, port }
    }),
  )
  for (const [index, { variable, port }] of ports.entries()) {
    const other = ports.slice(0, index).find((earlier) => earlier.port === port)
    if (other) {
      throw new Error(`${other.variable} and ${variable} are both ${port}: give one of them another port.`)
    }
  }
  return ports
}
