import type { EvmWallet } from '@portico/testkit'
import type { IWalletKit } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import { chainsOf, withAccount } from './sessionNamespaces.ts'

/**
 * Runs a session request on the wallet and returns its result.
 *
 * @throws {ProviderRpcError} if the user rejects the request or it fails.
 */
export async function runRequest({
  kit,
  evm,
  address,
  topic,
  chainId,
  method,
  params,
}: {
  kit: IWalletKit
  evm: EvmWallet
  address: string
  topic: string
  /** CAIP-2. */
  chainId: string
  method: string
  params: unknown
}): Promise<unknown> {
  const isSwitch = /^wallet_(switch|add)EthereumChain$/.test(method)
  const chainBefore = evm.chainId
  try {
    // Run the request on the chain it names, then return to the user's chain unless it was a switch.
    evm.switchChain(Number(chainId.split(':')[1]))
    const result = await evm.provider.request({ method, params: params as object })
    const session = kit.getActiveSessions()[topic]
    // The application must know the new chain before it receives the response.
    if (isSwitch && session) await addActiveChain({ kit, evm, address, session })
    return result
  } catch (error) {
    if (isSwitch) evm.switchChain(chainBefore)
    throw error
  } finally {
    if (!isSwitch) evm.switchChain(chainBefore)
  }
}

/** Adds the wallet's active chain to a session, unless the session already includes it. */
export async function addActiveChain({
  kit,
  evm,
  address,
  session: { topic, namespaces },
}: {
  kit: IWalletKit
  evm: EvmWallet
  address: string
  session: SessionTypes.Struct
}): Promise<void> {
  const chain = `eip155:${evm.chainId}`
  if (chainsOf(namespaces).includes(chain)) return
  const { acknowledged } = await kit.updateSession({
    topic,
    namespaces: withAccount(namespaces, address, chain),
  })
  await acknowledged()
}
