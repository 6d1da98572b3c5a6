/**
 * The allowed methods of Bitcoin nodes, with their cost in units: reads of blocks, transactions and the mempool, and
 * sending. Wallet, peer and operator methods are not allowed, nor are scans of the UTXO set.
 *
 * @see https://developer.bitcoin.org/reference/rpc/
 */
const methods: Readonly<Record<string, number>> = {
  decoderawtransaction: 2,
  decodescript: 1,
  estimatesmartfee: 1,
  getbestblockhash: 1,
  getblock: 10,
  getblockchaininfo: 1,
  getblockcount: 1,
  getblockhash: 1,
  getblockheader: 1,
  getblockstats: 5,
  getdifficulty: 1,
  getmempoolentry: 1,
  getmempoolinfo: 1,
  getrawtransaction: 2,
  gettxout: 1,
  sendrawtransaction: 5,
  testmempoolaccept: 5,
  validateaddress: 1,
}

/** Whether a method is allowed. */
export function isBitcoinMethod(method: string): boolean {
  return Object.hasOwn(methods, method)
}

/** Returns the cost of a method, in units of a project's rate limit. */
export function bitcoinMethodCost(method: string): number {
  return isBitcoinMethod(method) ? (methods[method] as number) : 1
}
