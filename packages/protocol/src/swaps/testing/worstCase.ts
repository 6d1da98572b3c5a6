import { decodeFunctionData, type Hex } from 'viem'
import { coinSentinel } from '../coinSentinel.ts'
import { amountIn, parties } from './parties.ts'
import { routerAbi } from './routerAbi.ts'

/** What a transaction does to the account if every pool returns as little as the contract lets it. */
export interface WorstCase {
  /** By how much the account's balance changes, by token. */
  changes: Map<string, bigint>
  /** What the router may take of each token besides what it took. */
  allowed: Map<string, bigint>
}

/** The contracts by address. They differ in what the same function name means. */
const { account, kyberswap, oneInch, router02, v2, wrapped } = parties
const stood = {
  '0x0000000000000000000000000000000000000001': account,
  '0x0000000000000000000000000000000000000002': 'router',
} as const

/**
 * Executes a call as the contracts do, as far as money is concerned. It is written from what the contracts do, apart from the
 * readers, and decodes with viem, which accepts encodings that are not canonical, as contracts do.
 *
 * @returns undefined if the transaction fails
 */
export function worstCase(call: { to: string; data: string; value: bigint }): WorstCase | undefined {
  const changes = new Map<string, bigint>()
  const router = new Map<string, bigint>()
  const allowed = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, token: string, amount: bigint) =>
    map.set(token.toLowerCase(), (map.get(token.toLowerCase()) ?? 0n) + amount)
  const pay = (recipient: string, token: string, amount: bigint): undefined => {
    if (recipient.toLowerCase() === account) add(changes, token, amount)
    if (recipient === 'router') add(router, token, amount)
  }
  const held = (token: string) => router.get(token.toLowerCase()) ?? 0n
  const resolve = (recipient: string): string =>
    stood[recipient.toLowerCase() as keyof typeof stood] ?? recipient
  const fail = (): never => {
    throw new RangeError('reverted')
  }

  add(changes, coinSentinel, -call.value)
  add(router, coinSentinel, call.value)
  try {
    if (call.to === router02) executeRouter02(call.data as Hex)
    else if (call.to === v2) executeV2(call.data as Hex)
    else if (call.to === kyberswap) executeKyberSwap(call.data as Hex)
    else if (call.to === oneInch) executeOneInch(call.data as Hex)
    else if (call.to === wrapped) executeWrapped(call.data as Hex)
    else return undefined
  } catch {
    return undefined
  }
  return { changes, allowed }

  /** If there is less, the transaction fails; so the pools have returned more than their own minimums. */
  function atLeast(amount: bigint, minimum: bigint): bigint {
    return amount < minimum ? minimum : amount
  }

  function take(token: string, amount: bigint): undefined {
    if (token.toLowerCase() === wrapped && held(coinSentinel) >= amount) add(router, coinSentinel, -amount)
    else add(changes, token, -amount)
  }

  function sell({
    tokenIn,
    amount,
    limit = 0n,
  }: {
    tokenIn: string
    amount: bigint
    limit?: bigint
  }): undefined {
    // At a price limit, the pool may take as little as it likes; coins that are left stay at the router.
    if (amount === 0n) router.set(tokenIn.toLowerCase(), 0n)
    else take(tokenIn, limit === 0n ? amount : 1n)
  }

  function executeRouter02(data: Hex): undefined {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    switch (functionName) {
      case 'multicall':
        for (const part of args.at(-1) as readonly Hex[]) executeRouter02(part)
        return
      case 'exactInputSingle': {
        const [one] = args
        sell({ tokenIn: one.tokenIn, amount: one.amountIn, limit: one.sqrtPriceLimitX96 })
        return pay(resolve(one.recipient), one.tokenOut, one.amountOutMinimum)
      }
      case 'exactInput': {
        const [{ path, recipient, amountIn: amount, amountOutMinimum }] = args
        if ((path.length - 2 - 40) % 46 !== 0 || path.length < 88) fail()
        sell({ tokenIn: path.slice(0, 42), amount })
        return pay(resolve(recipient), `0x${path.slice(-40)}`, amountOutMinimum)
      }
      case 'exactOutputSingle': {
        const [one] = args
        take(one.tokenIn, one.amountInMaximum)
        return pay(resolve(one.recipient), one.tokenOut, one.amountOut)
      }
      case 'swapExactTokensForTokens': {
        if (args.length !== 4) return fail()
        const [amount, minimum, path, to] = args
        sell({ tokenIn: path[0] ?? fail(), amount })
        return pay(resolve(to), path.at(-1) ?? fail(), minimum)
      }
      case 'unwrapWETH9':
      case 'unwrapWETH9WithFee': {
        const [minimum, recipient = account] = args
        const amount = atLeast(held(wrapped), minimum)
        router.set(wrapped, 0n)
        const isCharged = functionName === 'unwrapWETH9WithFee'
        return pay(recipient, coinSentinel, isCharged ? (amount * 99n) / 100n : amount)
      }
      case 'sweepToken': {
        const [token, minimum, recipient] = args
        const amount = atLeast(held(token), minimum)
        router.set(token.toLowerCase(), 0n)
        return pay(recipient, token, amount)
      }
      case 'refundETH':
        pay(account, coinSentinel, held(coinSentinel))
        router.set(coinSentinel, 0n)
        return
      case 'pull':
        take(args[0], args[1])
        return pay('router', args[0], args[1])
      case 'wrapETH':
        if (held(coinSentinel) < args[0]) fail()
        add(router, coinSentinel, -args[0])
        return pay('router', wrapped, args[0])
      case 'selfPermit':
      case 'selfPermitIfNecessary':
        allowed.set(args[0].toLowerCase(), args[1])
        return
      case 'approveMax':
        return
      default:
        return fail()
    }
  }

  function executeV2(data: Hex): undefined {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    switch (functionName) {
      case 'swapExactTokensForTokens':
      case 'swapExactTokensForTokensSupportingFeeOnTransferTokens':
      case 'swapExactTokensForETH':
      case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
        if (args.length !== 5 || call.value > 0n) return fail()
        const [amount, minimum, path, to] = args
        const toCoin = functionName.startsWith('swapExactTokensForETH')
        const last = path.at(-1) ?? fail()
        if (toCoin && last.toLowerCase() !== wrapped) fail()
        add(changes, path[0] ?? fail(), -amount)
        return pay(to, toCoin ? coinSentinel : last, minimum)
      }
      case 'swapExactETHForTokens':
      case 'swapExactETHForTokensSupportingFeeOnTransferTokens': {
        const [minimum, path, to] = args
        if (path[0]?.toLowerCase() !== wrapped) fail()
        return pay(to, path.at(-1) ?? fail(), minimum)
      }
      default:
        return fail()
    }
  }

  function executeWrapped(data: Hex): undefined {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    if (functionName === 'deposit') return pay(account, wrapped, call.value)
    if (functionName !== 'withdraw' || call.value > 0n) return fail()
    add(changes, wrapped, -args[0])
    return pay(account, coinSentinel, args[0])
  }

  function executeKyberSwap(data: Hex): undefined {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    if (functionName !== 'swap' && functionName !== 'swapSimpleMode') return fail()
    const desc =
      functionName === 'swap' && args.length === 1 ? args[0].desc : args.length === 4 ? args[1] : fail()
    const fromCoin = desc.srcToken.toLowerCase() === coinSentinel
    const extra = (desc.flags & 2n) !== 0n
    if (!extra && call.value !== (fromCoin ? desc.amount : 0n)) fail()
    if (desc.srcReceivers.length !== desc.srcAmounts.length) fail()
    if (desc.feeReceivers.length !== desc.feeAmounts.length) fail()
    if (desc.permit !== '0x') allowed.set(desc.srcToken.toLowerCase(), 2n ** 255n)
    // All that the router can take is the amount, however it is distributed.
    if (!fromCoin) add(changes, desc.srcToken, -desc.amount)
    const recipient = BigInt(desc.dstReceiver) === 0n ? account : desc.dstReceiver
    // With a partial fill, the minimum shrinks with what is spent.
    return pay(recipient, desc.dstToken, (desc.flags & 1n) === 0n ? desc.minReturnAmount : 0n)
  }

  function executeOneInch(data: Hex): undefined {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    if (functionName !== 'swap' || args.length !== 3) return fail()
    const [, desc] = args
    const fromCoin = desc.srcToken.toLowerCase() === coinSentinel
    if ((desc.flags & 2n) === 0n && call.value !== (fromCoin ? desc.amount : 0n)) fail()
    if ((desc.flags & 4n) !== 0n) allowed.set(desc.srcToken.toLowerCase(), amountIn * 2n)
    if (!fromCoin) add(changes, desc.srcToken, -desc.amount)
    const recipient = BigInt(desc.dstReceiver) === 0n ? account : desc.dstReceiver
    return pay(recipient, desc.dstToken, (desc.flags & 1n) === 0n ? desc.minReturnAmount : 0n)
  }
}
