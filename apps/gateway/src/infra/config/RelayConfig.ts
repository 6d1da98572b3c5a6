/** Configuration of the relay. */
export type RelayConfig = {
  /** Public hosts of the relay, with or without a port; clients' tokens must name one of them. */
  hosts: readonly string[]
}
