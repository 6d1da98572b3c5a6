import { RpcError } from '@portico/protocol'
import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Description } from '../src/approve/Description.ts'
import type { RiskLimits } from '../src/page/RiskLimits.ts'
import { createRequests } from '../src/requests/createRequests.ts'
import { createScriptedApprover } from './createScriptedApprover.ts'

/** A contract of the scripted chain. Functions that are not listed revert. */
export type ScriptedContract = {
  symbol?: string
  decimals?: number
  balance?: bigint
  /** What any spender may take of the account's tokens. */
  allowance?: bigint
  /** In US dollars; without it the gateway knows no price. */
  price?: number
  /** Decimals that the gateway reports with the price; those of the contract by default. */
  pricedDecimals?: number
  /** Answers of `supportsInterface` by interface id, or an error for every call of it. */
  supports?: Readonly<Record<string, boolean | string>> | Error
}

export const account: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Requests a transaction from the real request queue on a scripted chain, and returns what is shown of it. The account has 10 ETH
 * at $3,000, and the visitor rejects.
 */
export async function showTransaction(
  transaction: { to?: Hex; value?: bigint; data?: Hex; gas?: Hex; maxFeePerGas?: Hex },
  {
    contracts = {},
    simulation = {},
    known = [],
    coin = { symbol: 'ETH', price: 3000, balance: 10n ** 19n },
    riskLimits = { usd: 100, share: 0.5 },
    chainId = 'eip155:1',
  }: {
    /** By address. */
    contracts?: Readonly<Record<string, ScriptedContract>>
    simulation?: Partial<SimulateResponse> | undefined
    /** Addresses that the account sent to before. */
    known?: readonly string[]
    coin?: { symbol: string; price?: number; balance?: bigint }
    riskLimits?: RiskLimits
    chainId?: string
  } = {},
): Promise<Description> {
  const approver = createScriptedApprover({ answer: () => 'rejected' })
  const byAddress = new Map(
    Object.entries(contracts).map(([address, contract]) => [address.toLowerCase(), contract]),
  )
  const requests = createRequests({
    session: {
      address: account,
      origin: 'https://app.example',
      projectId: 'local',
      dapp: { name: 'App' },
      solanaAddress: () => undefined,
      chainId: () => chainId,
      openSigner: () => Promise.reject(new Error('Nothing is signed.')),
    },
    surface: { show() {}, hide() {} },
    approver,
    riskLimits,
    store: {
      read: async (key) => (key === 'recipients' ? known.map((address) => address.toLowerCase()) : undefined),
      write: async () => {},
    },
    async rpc(_chain, method, params) {
      if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
      if (method === 'eth_maxPriorityFeePerGas') return '0x3b9aca00'
      if (method === 'eth_estimateGas') return transaction.data ? '0xea60' : '0x5208'
      if (method === 'eth_getBalance' && coin.balance !== undefined) return `0x${coin.balance.toString(16)}`
      if (method === 'eth_getCode') return byAddress.has(`${params[0]}`.toLowerCase()) ? '0x60' : '0x'
      if (method === 'eth_call') {
        const { to, data } = params[0] as { to: string; data: string }
        return callContract(byAddress.get(to.toLowerCase()), data)
      }
      throw new RpcError({ rpcCode: -32601, message: 'no such method' })
    },
    async gateway(path, { body } = {}) {
      if (path === '/wallet/v1/nonces') return { nonce: 7 }
      if (path.startsWith('/wallet/v1/nonces/')) return {}
      if (path === '/v1/fungible/price') return { fungibles: priceAll(body) }
      if (path === '/v1/tx/simulate' && simulation)
        return {
          status: 'success',
          method: 'eth_simulateV1',
          complete: true,
          changes: [],
          approvals: [],
          ...simulation,
        }
      throw new Error('problem')
    },
  })
  const { value, ...fields } = transaction
  const quantity = value === undefined ? {} : { value: `0x${value.toString(16)}` }
  const params = [{ from: account, ...fields, ...quantity }]
  let failure: unknown
  await requests
    .handle({ id: '0'.repeat(32), method: 'eth_sendTransaction', params })
    .catch((error: unknown) => (failure = error))
  const [question] = approver.questions
  if (!question) throw failure
  return question.description

  function priceAll(body: unknown) {
    return (body as { addresses: string[] }).addresses.flatMap((address) => {
      const contract = address.endsWith('e'.repeat(40))
        ? { ...coin, decimals: 18, pricedDecimals: 18 }
        : byAddress.get(address.split(':')[2] ?? '')
      if (!contract?.symbol || contract.decimals === undefined) return []
      const { symbol, price, decimals, pricedDecimals = decimals } = contract
      return [
        {
          address,
          name: symbol,
          symbol,
          iconUrl: '',
          price: price ?? 0,
          isPriced: price !== undefined,
          decimals: `${pricedDecimals}`,
        },
      ]
    })
  }
}

function callContract(contract: ScriptedContract | undefined, data: string): string {
  if (!contract) return '0x'
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const { symbol, decimals, balance, allowance, supports } = contract
  const selector = data.slice(0, 10)
  if (selector === '0x95d89b41' && symbol !== undefined)
    return `0x${Buffer.from(symbol).toString('hex').padEnd(64, '0')}`
  if (selector === '0x313ce567' && decimals !== undefined) return word(BigInt(decimals))
  if (selector === '0x70a08231' && balance !== undefined) return word(balance)
  if (selector === '0xdd62ed3e' && allowance !== undefined) return word(allowance)
  if (selector === '0x01ffc9a7' && supports) {
    if (supports instanceof Error) throw supports
    const answer = supports[`0x${data.slice(10, 18)}`] ?? false
    return typeof answer === 'string' ? answer : word(answer ? 1n : 0n)
  }
  throw new RpcError({ rpcCode: 3, message: 'execution reverted' })
}
