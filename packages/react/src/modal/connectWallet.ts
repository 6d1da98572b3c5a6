import type { Connected, ConnectParameters, Kit } from '@portico/core'

type Connect = typeof import('@portico/core/connect').connect

let connect: Connect | undefined

/** Fetches what connecting needs, once the modal stands: it is no part of what stands between the click and the card. */
export async function preloadConnect(): Promise<Connect> {
  connect ??= (await import('@portico/core/connect')).connect
  return connect
}

/** Connects a wallet. Where that is fetched already, as it is a moment after the modal has come, inside the tap. */
export async function connectWallet(kit: Kit, parameters: ConnectParameters): Promise<Connected> {
  return (connect ?? (await preloadConnect()))(kit, parameters)
}
