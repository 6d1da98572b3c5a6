import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy that can simulate network failures. */
export type TcpProxy = {
  /** URL of the server through the proxy. */
  url: string
  /** Closes all connections. */
  cut(): void
  /** Refuses new connections, or accepts them again. */
  refuse(refuses: boolean): void
  /** Forwards later connections to another server. */
  lead(target: string): void
}

/** Starts a TCP proxy in front of a server; it is closed after the test. */
export async function startTcpProxy({ target }: { target: string }): Promise<TcpProxy> {
  let to = new URL(target)
  const open = new Set<Socket>()
  let refuses = false
  const server = createServer((near) => {
    if (refuses) return near.destroy()
    const far = connect(Number(to.port), to.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut,
    refuse(value) {
      refuses = value
    },
    lead(target) {
      to = new URL(target)
    },
  }
}
