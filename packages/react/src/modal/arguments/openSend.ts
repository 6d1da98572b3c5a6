import {
  AccountUndefinedError,
  findNetwork,
  getConnected,
  getNetwork,
  NetworkNotFoundError,
  switchNetwork,
} from '@portico/core'
import { getQueryClient, portfolioQuery } from '@portico/core/data'
import { isName, isSameAsset, type MoneyAsset, parseAmount, toAsset, updateMoney } from '@portico/core/money'
import type { TokenBalance } from '@portico/protocol/gateway'
import { coinSentinel } from '@portico/protocol/gateway'
import type { KitScope } from '../../kit/KitContext.ts'
import { openModal } from '../modalActions.ts'
import { walletFeatures } from '../views/account/walletFeatures.ts'
import { ViewArgumentsError } from './ViewArgumentsError.ts'
import { waitForHash } from './waitForHash.ts'

/**
 * Opens Send with the form filled in. `amount` is in whole tokens, as text or a number; without `assetAddress`, or with `native`, the
 * coin is sent. Switches the wallet to the network first.
 *
 * @returns the hash once the wallet has sent
 * @throws ViewArgumentsError · NetworkNotFoundError · AccountUndefinedError if no wallet of the network is connected ·
 * SendCancelledError · SendUnknownError · the wallet's RpcError if it does not switch · for a token, the GatewayError if balances
 * cannot be read
 */
export async function openSend(scope: KitScope, given: object): Promise<{ hash: string }> {
  const { kit } = scope
  const wrong = (reason: string) => new ViewArgumentsError({ view: 'WalletSend', reason })
  const read = (name: string): string | undefined => {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string' && typeof value !== 'number') throw wrong(`${name} must be text.`)
    return String(value)
  }
  const [amount = '', chain, namespace, to = ''] = ['amount', 'chainId', 'namespace', 'to'].map(read)
  const token = toToken(read('assetAddress'))
  const network = findRequested(scope, namespace, chain)
  if (!network) throw new NetworkNotFoundError({ id: [namespace, chain].filter(Boolean).join(':') })
  const connected = getConnected(kit.store.getState(), network.chainNamespace)
  if (!connected) throw new AccountUndefinedError()
  const transfers = await kit.namespaces.get(network.chainNamespace)?.transfers?.()
  if (!transfers) throw wrong('The kit cannot send on this network.')
  if (to && !transfers.readRecipient({ text: to, network }) && !isName(to))
    throw wrong('to is no address of the network.')
  await switchNetwork(kit, { network })
  if (!walletFeatures(kit, kit.store.getState()).some(({ id }) => id === 'send'))
    throw wrong('The option features.send is off.')
  const { address: from } = connected
  const networkId = network.caipNetworkId
  const { queryKey, queryFn } = portfolioQuery(kit, { address: from, networkId })
  const balances = await getQueryClient(kit)
    .fetchQuery<TokenBalance[]>({ queryKey, queryFn } as never)
    .catch((error) => {
      // The coin is known without its balance, which the form shows as soon as it can be read.
      if (token !== undefined) throw error
      return []
    })
  const held = balances.find((balance) => isSameAsset(balance, { token }))
  const { nativeCurrency: coin } = network
  const asset: MoneyAsset | undefined = held ? toAsset(held) : token === undefined ? coin : undefined
  if (!asset) throw wrong('The account does not hold the token of assetAddress.')
  if (amount && parseAmount(amount, asset.decimals) === undefined)
    throw wrong('amount must be decimal text with no more decimals than the token has.')
  const { name, symbol, decimals, image } = asset
  updateMoney(kit, {
    send: {
      ...{
        from,
        networkId,
        asset: { token: asset.token, name, symbol, decimals, image },
        amount,
        unit: 'token',
        to,
      },
      ...{ isMaximum: false, isLocked: false },
    },
  })
  const hash = waitForHash(scope)
  openModal(scope, { name: 'send' })
  return hash
}

function findRequested({ kit }: KitScope, namespace: string | undefined, chain: string | undefined) {
  const state = kit.store.getState()
  if (chain === undefined) return getNetwork(state, namespace as never)
  const isCaip = chain.includes(':')
  return findNetwork(state, isCaip ? chain : `${namespace ?? state.activeNamespace}:${chain}`)
}

/** The coin has no address; other services give it one of these. A CAIP-10 address becomes the address. */
function toToken(address: string | undefined): string | undefined {
  const token = address?.slice(address.lastIndexOf(':') + 1)
  const isCoin = token === 'native' || token?.toLowerCase() === coinSentinel || /^0x0{40}$/.test(token ?? '')
  return isCoin ? undefined : token
}
