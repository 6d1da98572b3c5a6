/** Routes that are more work than a look into the memory, by their patterns. */
const costs: Readonly<Record<string, number>> = {
  '/v1/account/:address/balance': 5,
  '/v1/account/:address/history': 10,
  '/v1/account/:address/nfts': 10,
  '/v1/account/:address/portfolio': 5,
  '/v1/account/:address/utxos': 5,
  '/v1/fees': 3,
  '/v1/identity/:address': 3,
  '/v1/account/:address/identity': 3,
  '/v1/fungible/price': 5,
  '/v1/convert/quotes': 10,
  '/v1/convert/build-approve': 5,
  '/v1/convert/build-transaction': 5,
  '/v1/tx/simulate': 10,
  '/auth/v1/authenticate': 5,
  // Up to 32 signatures.
  '/ccip': 5,
  // Asked by the balancer and by the operator's own tools.
  '/livez': 0,
  '/readyz': 0,
  '/metrics': 0,
}

/** How many units a call of a route takes. */
export function routeCost(pattern: string): number {
  return Object.hasOwn(costs, pattern) ? (costs[pattern] as number) : 1
}
