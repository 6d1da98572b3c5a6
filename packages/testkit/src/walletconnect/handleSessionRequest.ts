import { isRecord } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { ChangeNotifier } from './createChangeNotifier.ts'
import type { WalletConnectContext, WalletConnectWalletOptions } from './walletConnectWallet.ts'

/**
 * Handles `wc_sessionRequest`: runs the request on the inner wallet and returns its result.
 *
 * @throws {ProviderRpcError} if the request is malformed, its method is not part of the session, or the inner wallet
 * rejects it.
 */
export async function handleSessionRequest(
  context: WalletConnectContext,
  {
    params,
    topic,
    notifier,
    requests,
    answer,
  }: {
    params: unknown
    topic: string
    notifier: ChangeNotifier
    /** The log of requests. */
    requests: { method: string; params: unknown; chainId: string }[]
    answer: WalletConnectWalletOptions['answer']
  },
): Promise<unknown> {
  const { evm, sessions } = context
  const { request, chainId } = isRecord(params) ? params : {}
  const { method, params: methodParams } = isRecord(request) ? request : {}
  if (typeof method !== 'string' || typeof chainId !== 'string') {
    throw new ProviderRpcError({ code: sessionErrorCodes.malformedRequestParams, message: 'Malformed' })
  }
  requests.push({ method, params: methodParams, chainId })
  const [namespace = '', reference] = chainId.split(':')
  if (!sessions.get(topic)?.namespaces[namespace]?.methods.includes(method)) {
    throw new ProviderRpcError({
      code: sessionErrorCodes.unauthorizedMethod,
      message: 'Unauthorized method',
    })
  }
  if (namespace !== 'eip155') return answer?.({ chainId, method, params: methodParams })
  const isSwitch = /^wallet_(switch|add)EthereumChain$/.test(method)
  const chainBefore = evm.chainId
  notifier.isPaused = true
  try {
    // Run the request on the chain it names, then return to the user's chain unless it was a switch.
    evm.switchChain(Number(reference))
    const result = await evm.provider.request({ method, params: methodParams as object })
    if (isSwitch) await addChainToSession(context, topic, evm.chainId)
    return result
  } finally {
    if (!isSwitch) evm.switchChain(chainBefore)
    notifier.isPaused = false
  }
}

/** Adds a chain to the session with `wc_sessionUpdate`. Wallets send it before they respond to the switch. */
async function addChainToSession(
  { evm, messenger, sessions }: WalletConnectContext,
  topic: string,
  chainId: number,
): Promise<void> {
  const session = sessions.get(topic)
  const eip155 = session?.namespaces.eip155
  const chain = `eip155:${chainId}`
  if (!session || !eip155 || eip155.chains?.includes(chain)) return
  const namespaces = {
    ...session.namespaces,
    eip155: {
      ...eip155,
      chains: [...(eip155.chains ?? []), chain],
      accounts: [...eip155.accounts, ...evm.accounts.map((address) => `${chain}:${address}`)],
    },
  }
  session.namespaces = namespaces
  await messenger.request(topic, 'wc_sessionUpdate', { namespaces })
}
