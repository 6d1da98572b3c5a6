import { RpcError } from '@portico/protocol'
import { type Hex, hexToBigInt, hexToNumber, isHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { FaucetPayer } from './FaucetPayer.ts'

/** How often a nonce is chosen again because another process has used it. */
const maxTries = 8
/** Gas that a payment may need: a contract can use up a whole block when it is paid, at the faucet's cost. */
const maxGas = 1_000_000n

/**
 * Creates the payer of an EVM network. It signs itself, so that a transaction that is sent twice, because an upstream failed, is
 * still one payment.
 */
export function createEvmPayer({ chain, key }: { chain: Chain; key: Hex }): FaucetPayer {
  const account = privateKeyToAccount(key)
  const { decimals, symbol } = nativeCoin(chain)
  /** Payments are made one after the other, because each needs the next nonce. */
  let last: Promise<unknown> = Promise.resolve()

  async function send({ to, amount, deadline }: Parameters<FaucetPayer['pay']>[0]): Promise<string> {
    const ask = async (method: string, params: readonly unknown[]): Promise<Hex> => {
      const result = await chain.request({ method, params }, { deadline, fresh: true })
      if (!isHex(result)) throw new Error(`An upstream returned an unexpected result for ${method}.`)
      return result
    }
    for (let count = 1; ; count++) {
      const call = { from: account.address, to, value: toHex(amount) }
      const [nonce, gasPrice, gas] = await Promise.all([
        ask('eth_getTransactionCount', [account.address, 'pending']),
        ask('eth_gasPrice', []),
        ask('eth_estimateGas', [call]),
      ])
      if (hexToBigInt(gas) > maxGas) throw new Error(`A payment to ${to} would need ${hexToBigInt(gas)} gas.`)
      const transaction = await account.signTransaction({
        type: 'legacy',
        chainId: Number(chain.reference),
        nonce: hexToNumber(nonce),
        // The price may rise until the next block.
        gasPrice: (hexToBigInt(gasPrice) * 3n) / 2n,
        gas: hexToBigInt(gas),
        to: to as Hex,
        value: amount,
      })
      try {
        return await ask('eth_sendRawTransaction', [transaction])
      } catch (error) {
        const isUsed = error instanceof RpcError && /nonce|replacement/i.test(error.message)
        if (!isUsed || count === maxTries) throw error
      }
    }
  }

  return {
    from: account.address,
    decimals,
    symbol,
    pay(parameters) {
      const sent = last.then(() => send(parameters))
      last = sent.catch(() => undefined)
      return sent
    },
  }
}
