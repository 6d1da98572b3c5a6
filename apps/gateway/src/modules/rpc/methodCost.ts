/** What is more work for a node than a look into its tables. */
const costs: Readonly<Record<string, number>> = {
  eth_estimateGas: 5,
  eth_estimateUserOperationGas: 5,
  eth_getBlockReceipts: 10,
  eth_getFilterLogs: 10,
  eth_getLogs: 10,
  eth_getProof: 5,
  eth_sendRawTransaction: 5,
}

/** How many units of a project's allowance a method takes. */
export function methodCost(method: string): number {
  return Object.hasOwn(costs, method) ? (costs[method] as number) : 1
}
