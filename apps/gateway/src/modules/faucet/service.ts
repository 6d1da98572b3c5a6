import type { CaipNetworkId } from '@portico/protocol'
import type { FaucetResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { parseUnits } from 'viem/utils'
import { rulesOf } from '../../chains/namespaceRules.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Limits } from '../../infra/limits/createLimits.ts'
import type { FaucetPayer } from './FaucetPayer.ts'

/** Gives test money away. */
export type FaucetService = {
  /** The networks on which it does. */
  readonly networks: readonly CaipNetworkId[]
  /**
   * Sends the amount of a network to an address.
   *
   * @throws {Problem} `chain-not-supported`, `invalid-request`, `faucet-limit`, or `faucet-empty` if it cannot pay.
   */
  pay(request: { chain: string; address: string; ip: string }): Promise<FaucetResponse>
}

const timeoutMs = 15_000

/** Creates the service that gives test money away: once per hour to an address, and a few times to a client. */
export function createFaucetService({
  faucets,
  limits,
  log,
  now = Date.now,
}: {
  /** By network, with what one call gives in whole coins. */
  faucets: ReadonlyMap<CaipNetworkId, { payer: FaucetPayer; amount: string }>
  limits: Pick<Limits, 'faucetAddress' | 'faucetClient'>
  log: Log
  now?: () => number
}): FaucetService {
  /**
   * Counts a payment. The client first: its allowance must be there before that of an address is used up, which may be anybody's.
   *
   * @returns a function that takes it back.
   */
  async function count(address: string, ip: string): Promise<() => Promise<unknown>> {
    const takes: (() => Promise<void>)[] = []
    const takeBack = () => Promise.all(takes.map((one) => one()))
    try {
      takes.push(await limits.faucetClient.take(ip))
      takes.push(await limits.faucetAddress.take(address))
      return takeBack
    } catch (error) {
      await takeBack()
      if (!(error instanceof Problem)) throw error
      const { retryAfterSeconds } = error
      throw new Problem('faucet-limit', { retryAfterSeconds, cause: error })
    }
  }

  return {
    networks: [...faucets.keys()],

    async pay({ chain, address: text, ip }) {
      const faucet = faucets.get(chain as CaipNetworkId)
      if (!faucet) {
        const detail = 'This gateway has no test money on that network.'
        throw new Problem('chain-not-supported', { detail, errors: [{ pointer: '/chainId', detail }] })
      }
      const id = chain as CaipNetworkId
      const rules = rulesOf(id)
      const address = rules.readAddress(text)
      if (address === undefined || !rules.isOn(address, id.slice(id.indexOf(':') + 1)) || isZero(address)) {
        const detail = `Must be an address of ${id}.`
        throw new Problem('invalid-request', { detail, errors: [{ pointer: '/address', detail }] })
      }
      const takeBack = await count(`${id}|${address}`, ip)
      const { payer, amount } = faucet
      try {
        const units = parseUnits(amount, payer.decimals)
        const hash = await payer.pay({ to: address, amount: units, deadline: now() + timeoutMs })
        return { hash, amount, symbol: payer.symbol }
      } catch (error) {
        log.warn({ chain: id, error }, 'the faucet could not pay')
        await takeBack()
        throw new Problem('faucet-empty', { cause: error })
      }
    },
  }
}

/** Whether nobody has the key of an address: the zero address, or Solana's system program. */
function isZero(address: string): boolean {
  return /^(0x0{40}|1{32})$/.test(address)
}
