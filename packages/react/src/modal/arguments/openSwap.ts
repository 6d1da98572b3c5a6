import { AccountUndefinedError, getConnected, getNetwork } from '@portico/core'
import { parseAmount, slippage, updateMoney } from '@portico/core/money'
import type { KitScope } from '../../kit/KitContext.ts'
import { openModal } from '../modalActions.ts'
import { walletFeatures } from '../views/account/walletFeatures.ts'
import { ViewArgumentsError } from './ViewArgumentsError.ts'

/** Longer texts are no symbols and no addresses. */
const maxLength = 120
/** More decimals than any token has. */
const decimals = 36

/**
 * Opens Swap with the form filled in. `fromToken` and `toToken` are symbols of listed tokens, or addresses; those that are not found are
 * left open. `amount` is in whole tokens of `fromToken`, as text or a number.
 *
 * @throws ViewArgumentsError · AccountUndefinedError if no wallet is connected
 */
export async function openSwap(scope: KitScope, given: object): Promise<undefined> {
  const { kit } = scope
  const wrong = (reason: string) => new ViewArgumentsError({ view: 'Swap', reason })
  const [amount, from, to] = ['amount', 'fromToken', 'toToken'].map((name) => {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string' && typeof value !== 'number') throw wrong(`${name} must be text.`)
    if (String(value).length > maxLength) throw wrong(`${name} is too long.`)
    return String(value)
  })
  if (amount !== undefined && parseAmount(amount, decimals) === undefined)
    throw wrong('amount must be decimal text.')
  const state = kit.store.getState()
  const [connected, network] = [getConnected(state), getNetwork(state)]
  if (!connected || !network) throw new AccountUndefinedError()
  if (!walletFeatures(kit, state).some(({ id }) => id === 'swaps'))
    throw wrong('Swaps are off, or the kit cannot swap on this network.')
  updateMoney(kit, {
    swapDraft: {
      ...{ account: connected.address, networkId: network.caipNetworkId, amount: amount ?? '' },
      ...{ slippage: slippage.default, asked: { from, to } },
    },
  })
  openModal(scope, { name: 'swap' })
  return undefined
}
