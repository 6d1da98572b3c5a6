import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { acceptWaiting } from './acceptWaiting.ts'
import { trackSockets } from './trackSockets.ts'

/** Opens connections that send a request at once, and stops the server in the same turn. Returns what they receive. */
async function stopWithWaiting(wait: typeof acceptWaiting): Promise<string[]> {
  const server = createServer((_, response) => response.end('done'))
  const sockets = trackSockets(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answers = Array.from(
    { length: 20 },
    () =>
      new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(port, '127.0.0.1')
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
        socket.on('close', () => resolve(text))
      }),
  )
  sockets.release()
  await wait(server)
  server.close()
  sockets.end()
  return Promise.all(answers)
}

describe('acceptWaiting', () => {
  test('behavior: connections that wait when the server stops get their answer', async () => {
    const answers = await stopWithWaiting(acceptWaiting)
    expect(answers.filter((answer) => !answer.endsWith('done'))).toEqual([])
  })

  test('behavior: without it, some are reset', async () => {
    const answers = await stopWithWaiting(async () => undefined)
    expect(answers.some((answer) => !answer.endsWith('done'))).toBe(true)
  })
})
