import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Sends JSON-RPC calls at a constant rate, each for the balance of another account. Times count from when a call is due, so that a
 * call that waits because others are slow is not left out. Connections are opened before: clients and proxies keep theirs.
 *
 * It writes and reads HTTP by hand: Node's client needs more of a processor for a call than the server whose time is measured, and on the
 * same machine it would measure itself.
 *
 * @param {object} parameters
 * @param {string} parameters.url
 * @param {number} parameters.rate calls a second
 * @param {number} parameters.connections
 * @param {number} parameters.seconds
 * @returns {Promise<{ p50: number, p99: number, failed: number }>} times in milliseconds
 * @throws {Error} if a connection ends
 */
export async function paceCalls({ url, rate, connections, seconds }) {
  const { hostname, port, pathname, search, host } = new URL(url)
  const times = []
  let failed = 0
  /** When the calls are due that wait for a connection. */
  const waiting = []
  const free = []
  const total = rate * seconds
  let answered = 0
  let onDone
  let onError
  const done = new Promise((resolve, reject) => {
    onDone = resolve
    onError = reject
  })

  const send = (connection, due) => {
    connection.due = due
    const account = Math.floor(Math.random() * 2 ** 48).toString(16)
    const body = `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x${account.padStart(40, '1')}","latest"]}`
    connection.socket.write(
      `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    )
  }
  const settle = (connection, isAnswer) => {
    if (!isAnswer) failed++
    times.push(performance.now() - connection.due)
    connection.due = undefined
    connection.onAnswer?.()
    if (waiting.length > 0) send(connection, waiting.shift())
    else free.push(connection)
    if (++answered === total) onDone()
  }
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection = { socket, due: undefined, onAnswer: undefined }
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      // Anvil and nginx may answer in chunks.
      const isWhole =
        length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length)
      if (!isWhole) return
      const isAnswer = text.startsWith('HTTP/1.1 200') && text.includes('"result"')
      text = ''
      settle(connection, isAnswer)
    })
    socket.on('error', onError)
    socket.on('end', () => onError(new Error(`${host} closed a connection.`)))
    await once(socket, 'connect')
    return connection
  }

  const all = await Promise.all(Array.from({ length: connections }, open))
  await Promise.all(
    all.map(
      (connection) =>
        new Promise((resolve) => {
          connection.onAnswer = resolve
          send(connection, performance.now())
        }),
    ),
  )
  for (const connection of all) connection.onAnswer = undefined
  times.length = 0
  answered = 0
  failed = 0

  const start = performance.now()
  let sent = 0
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * rate))
    for (; sent < due; sent++) {
      const at = start + (sent / rate) * 1000
      const connection = free.pop()
      if (connection) send(connection, at)
      else waiting.push(at)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await done
  for (const { socket } of all) socket.destroy()
  times.sort((a, b) => a - b)
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), failed }
}
