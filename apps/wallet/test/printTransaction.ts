import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { showTransaction } from './showTransaction.ts'
import { contracts, known } from './transactionContracts.ts'

export const token = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function delegate(address delegatee)',
  'function castVote(uint256 proposalId, uint8 support)',
])

type Options = NonNullable<Parameters<typeof showTransaction>[1]>

/** Returns what a visitor reads of a transaction, without the details that must be opened. */
export async function printTransaction(
  transaction: Parameters<typeof showTransaction>[0],
  options: Options = {},
): Promise<string> {
  const { title, facts, warnings, risk } = await showTransaction(transaction, {
    contracts,
    known,
    ...options,
  })
  return [
    `${title} (${risk})`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...warnings.map(({ level, text }) => `${level === 'danger' ? '!!' : '!'} ${text}`),
  ].join('\n')
}

/** Returns what a visitor reads of a call to a token. */
export const printCall = (
  to: Hex,
  functionName: (typeof token)[number]['name'],
  args: readonly unknown[],
  options?: Options,
) => printTransaction({ to, data: encodeFunctionData({ abi: token, functionName, args } as never) }, options)
