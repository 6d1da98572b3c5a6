/**
 * The allowed methods of Solana nodes, with their cost in units: bounded reads, simulation and sending. Methods that
 * scan the ledger (`getProgramAccounts`, `getLargestAccounts`, `getBlocks`) and operator methods are not allowed.
 *
 * @see https://solana.com/docs/rpc/http
 */
const methods: Readonly<Record<string, number>> = {
  getAccountInfo: 1,
  getBalance: 1,
  getBlock: 10,
  getBlockHeight: 1,
  getBlockTime: 1,
  getEpochInfo: 1,
  getEpochSchedule: 1,
  getFeeForMessage: 1,
  getFirstAvailableBlock: 1,
  getGenesisHash: 1,
  getHealth: 1,
  getIdentity: 1,
  getLatestBlockhash: 1,
  getMinimumBalanceForRentExemption: 1,
  getMultipleAccounts: 5,
  getRecentPrioritizationFees: 1,
  getSignatureStatuses: 1,
  getSignaturesForAddress: 5,
  getSlot: 1,
  getTokenAccountBalance: 1,
  getTokenAccountsByOwner: 5,
  getTokenSupply: 1,
  getTransaction: 2,
  getTransactionCount: 1,
  getVersion: 1,
  isBlockhashValid: 1,
  minimumLedgerSlot: 1,
  requestAirdrop: 5,
  sendTransaction: 5,
  simulateTransaction: 5,
}

/** Whether a method is allowed. */
export function isSolanaMethod(method: string): boolean {
  return Object.hasOwn(methods, method)
}

/** Returns the cost of a method, in units of a project's rate limit. */
export function solanaMethodCost(method: string): number {
  return isSolanaMethod(method) ? (methods[method] as number) : 1
}
