/** The account and page that a request is described for. */
export type DescribeContext = {
  address: string
  /** The host page's origin, as reported by the browser. */
  origin: string
  /** The chosen network, as a CAIP-2 chain ID. */
  chainId: string
  /** Milliseconds since 1970. */
  now: number
}
