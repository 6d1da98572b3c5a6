/** Filters exist in one upstream only, and reading one changes it. */
const stateful = new Set([
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])

/** Whether a method submits a transaction. */
export function isWrite(method: string): boolean {
  return method === 'eth_sendRawTransaction'
}

/** Whether a method depends on state in one upstream, so that it must not be hedged or probed with. */
export function isStateful(method: string): boolean {
  return stateful.has(method)
}
