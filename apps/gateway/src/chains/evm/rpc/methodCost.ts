/** Methods that cost an upstream more than a simple lookup. */
const costs: Readonly<Record<string, number>> = {
  eth_estimateGas: 5,
  eth_estimateUserOperationGas: 5,
  eth_getBlockReceipts: 10,
  eth_getFilterLogs: 10,
  eth_getLogs: 10,
  eth_getProof: 5,
  eth_sendRawTransaction: 5,
}

/** Returns the cost of a method, in units of a project's rate limit. */
export function methodCost(method: string): number {
  return Object.hasOwn(costs, method) ? (costs[method] as number) : 1
}
