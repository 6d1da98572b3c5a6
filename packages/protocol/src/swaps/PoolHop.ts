/** One pool of a route. The coin is given as the wrapped coin. */
export interface PoolHop {
  kind: 'v2' | 'v3'
  tokenIn: string
  tokenOut: string
  /** In hundredths of a basis point (3000 is 0.3 %). */
  fee: number
}
