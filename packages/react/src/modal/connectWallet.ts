import type { Connected, ConnectParameters, Kit } from '@portico/core'

type Connect = typeof import('@portico/core/connect').connect

let connect: Connect | undefined

/** Loads the code that connects a wallet. Called after the modal has opened, so that it does not delay the opening. */
export async function preloadConnect(): Promise<Connect> {
  connect ??= (await import('@portico/core/connect')).connect
  return connect
}

/** Connects a wallet; synchronously inside the click if `preloadConnect` has resolved. */
export async function connectWallet(kit: Kit, parameters: ConnectParameters): Promise<Connected> {
  return (connect ?? (await preloadConnect()))(kit, parameters)
}
