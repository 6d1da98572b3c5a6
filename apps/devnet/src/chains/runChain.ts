import type { DevnetChain } from '../manifest.ts'
import { keepState } from './keepState.ts'
import { type OpenChainParameters, openChain } from './openChain.ts'
import type { Anvil } from './startAnvil.ts'

export interface RunningChain {
  chain: DevnetChain
  anvil: Anvil
  /** Saves the chain and ends it. */
  stop(): Promise<void>
}

/** Starts a chain and saves its state from then on. Throws the errors of `openChain`. */
export async function runChain(parameters: OpenChainParameters): Promise<RunningChain> {
  const { chain, log } = parameters
  const { anvil, file } = await openChain(parameters)
  const keeper = await keepState({ anvil, file, log })
  const stop = async (): Promise<void> => {
    await keeper.close()
    await anvil.stop()
  }
  return { chain, anvil, stop }
}
