import type { AccessList, Address, Hex } from 'viem'
import { isHexBytes } from '../isHexBytes.ts'
import { firstObject, invalidParams, readAccount, type WalletContext } from './method.ts'

/** A transaction as requested. The wallet fills in missing fields. Quantities are in hex. */
export type TransactionDraft = {
  /** The chain that was active at the time of the request. Used even if the wallet switches meanwhile. */
  chainId: number
  from: Address
  to?: Address | undefined
  data?: Hex | undefined
  accessList?: AccessList | undefined
} & { [Name in (typeof quantities)[number]]?: Hex | undefined }

const quantities = [
  'value',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
] as const satisfies readonly string[]

/** Parses the parameters of `eth_sendTransaction` and `eth_signTransaction`. */
export function readTransaction(wallet: WalletContext, params: unknown, method: string): TransactionDraft {
  const given = firstObject(params, method)
  const from = readAccount(wallet, given.from, '`from` of the transaction')
  const { chainId } = wallet.state
  if (given.chainId !== undefined && Number(given.chainId) !== chainId) {
    throw invalidParams(
      `The transaction is for chain ${given.chainId}, but the wallet is on chain ${chainId}.`,
    )
  }
  if (given.type !== undefined && !['0x0', '0x1', '0x2'].includes(given.type as string)) {
    throw invalidParams('`type` of the transaction must be 0x0, 0x1 or 0x2.')
  }
  const to = read(given, 'to', (value) => /^0x[0-9a-f]{40}$/i.test(value), '0x and 40 hex digits')
  const data = read(given, given.input === undefined ? 'data' : 'input', isHexBytes, 'bytes in hex')
  if (to === undefined && data === undefined) {
    throw invalidParams('A transaction needs `to`, or `data` that creates a contract.')
  }
  const { accessList } = given
  if (accessList !== undefined && !Array.isArray(accessList))
    throw invalidParams('`accessList` must be an array.')
  const draft: TransactionDraft = {
    chainId,
    from,
    to,
    data,
    accessList: accessList as AccessList | undefined,
  }
  for (const name of quantities) draft[name] = read(given, name, isQuantity, 'a quantity in hex')
  return draft
}

function isQuantity(value: string): boolean {
  return /^0x[0-9a-f]{1,64}$/i.test(value)
}

function read(
  given: Record<string, unknown>,
  name: string,
  isValid: (value: string) => boolean,
  expected: string,
): Hex | undefined {
  const value = given[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && isValid(value)) return value as Hex
  throw invalidParams(`\`${name}\` of the transaction must be ${expected}.`)
}
