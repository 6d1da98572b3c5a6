/** Filters live in one node and change by being read. */
const stateful = new Set([
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])

/** Whether a request changes the chain. */
export function isWrite(method: string): boolean {
  return method === 'eth_sendRawTransaction'
}

/** Whether a request changes something in the node that is asked, so that it is asked of one node once. */
export function isStateful(method: string): boolean {
  return stateful.has(method)
}
