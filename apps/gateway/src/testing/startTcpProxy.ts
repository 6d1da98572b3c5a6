import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A cable to a server that can be cut. */
export type TcpProxy = {
  /** The server's address, by way of the proxy. */
  url: string
  /** Ends what is connected. */
  cut(): void
  /** Takes no connections, or takes them again. */
  refuse(refuses: boolean): void
  /** Leads to another server from the next connection on. */
  lead(target: string): void
}

/** Starts such a proxy in front of the server of a URL; ended after the test. */
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
