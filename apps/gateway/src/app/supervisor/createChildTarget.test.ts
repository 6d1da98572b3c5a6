import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createChildTarget } from './createChildTarget.ts'

/** Takes each connection, and says hello. */
const program = `
process.on('message', (connection, socket) => {
  process.send({ connection, isTaken: true })
  socket?.end('hello')
})
process.on('disconnect', () => process.exit())`

/** Returns a connection as a supervisor accepts it, and all that its client gets. */
async function accept(): Promise<{ socket: Socket; received: Promise<string> }> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  const received = client.toArray().then((chunks) => Buffer.concat(chunks).toString())
  const [socket] = (await once(server, 'connection')) as [Socket]
  server.close()
  return { socket, received }
}

function start(): ChildProcess {
  const file = join(tempFolder(), 'worker.mjs')
  writeFileSync(file, program)
  const child = fork(file)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.skipIf(process.platform === 'win32')(
  'behavior: what a process has not taken when it is killed comes back, and another one can have it',
  async () => {
    const [stopped, other] = [start(), start()].map((child) => ({ child, target: createChildTarget(child) }))
    if (!stopped || !other) throw new Error('Nothing was started.')
    const first = await accept()
    expect(await stopped.target.take(first.socket)).toBe(true)
    first.socket.destroy()
    expect(await first.received).toBe('hello')

    stopped.child.kill('SIGSTOP')
    const connections = [await accept(), await accept(), await accept()]
    const taken = connections.map(({ socket }) => stopped.target.take(socket))
    stopped.child.kill('SIGKILL')
    expect(await Promise.all(taken)).toEqual([false, false, false])
    for (const { socket, received } of connections) {
      expect(await other.target.take(socket)).toBe(true)
      socket.destroy()
      expect(await received).toBe('hello')
    }
    expect(await stopped.target.take(connections[0]?.socket as Socket)).toBe(false)
  },
)
