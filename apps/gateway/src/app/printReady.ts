import type { AddressInfo, Server } from 'node:net'

/** Prints the line that says where a listening gateway answers. */
export function printReady({ host, server }: { host: string; server: Server }): void {
  const name = host.includes(':') ? `[${host}]` : host
  console.log(`gateway ready http://${name}:${(server.address() as AddressInfo).port}`)
}
