import { Agent, request } from 'node:http'

/**
 * Sends JSON-RPC calls at a constant rate, each for the balance of another account. Times count from when a call is due, so that a
 * call that waits because others are slow is not left out. Connections are opened before: clients and proxies keep theirs.
 *
 * @param {object} parameters
 * @param {string} parameters.url
 * @param {number} parameters.rate calls a second
 * @param {number} parameters.connections
 * @param {number} parameters.seconds
 * @returns {Promise<{ p50: number, p99: number, failed: number }>} times in milliseconds
 */
export async function paceCalls({ url, rate, connections, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = []
  let failed = 0
  const call = (due) =>
    new Promise((resolve) => {
      const account = Math.floor(Math.random() * 2 ** 48).toString(16)
      const body = `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x${account.padStart(40, '1')}","latest"]}`
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      })
      sent.on('response', (response) => {
        if (response.statusCode !== 200) failed++
        response.resume().on('end', () => {
          times.push(performance.now() - due)
          resolve()
        })
      })
      sent.on('error', () => {
        failed++
        resolve()
      })
      sent.end(body)
    })
  await Promise.all(Array.from({ length: connections }, () => call(performance.now())))
  times.length = 0
  const start = performance.now()
  const total = rate * seconds
  const open = []
  while (open.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * rate))
    while (open.length < due) open.push(call(start + (open.length / rate) * 1000))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(open)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), failed }
}
