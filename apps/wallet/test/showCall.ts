import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Description } from '../src/approve/Description.ts'
import { type ScriptedContract, showTransaction } from './showTransaction.ts'

export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const obscure = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
export const usd: ScriptedContract = { symbol: 'USDC', decimals: 6, price: 1, balance: 1_000_000_000n }
export const nft: ScriptedContract = { symbol: 'BAYC', supports: { '0x80ac58cd': true } }

/** The contracts of the scripted chain. */
export const contracts: Record<string, ScriptedContract> = {
  [usdc]: usd,
  [obscure]: { symbol: 'OBS', decimals: 18, balance: 10n ** 24n },
  [apes]: nft,
  [permit2]: {},
  [multicall3]: {},
}

export const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function mint(uint256 id)',
])
export const erc721 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function permit(address spender, uint256 id, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transfer, address owner, bytes signature)',
])
export const signature = `0x${'11'.repeat(65)}` as const
/** Addresses that the account sent to before. */
export const known = [bob, usdc, obscure, apes, permit2]

/** What is different from the usual scene. */
export type ShowOptions = NonNullable<Parameters<typeof showTransaction>[1]>

/** Returns what is shown of a call to a contract. */
export const showCall = (to: Hex, data: Hex, options: ShowOptions = {}) =>
  showTransaction({ to, data }, { contracts, known, ...options })

/** Returns what is shown of a call to USDC that concerns Bob. */
export const usdcCall = (
  functionName: 'transfer' | 'approve' | 'increaseAllowance',
  amount: bigint,
  options: ShowOptions = {},
) => showCall(usdc, encodeFunctionData({ abi, functionName, args: [bob, amount] }), options)

/** Returns all that is shown without opening Details. */
export const textOf = ({ title, facts, warnings }: Description) =>
  [title, ...facts.map(({ label, value }) => `${label}: ${value}`), ...warnings.map(({ text }) => text)].join(
    '\n',
  )
