/** How to verify which chain an upstream serves. */
export type UpstreamIdentity = {
  method: string
  /** JSON text. */
  params: string
  /** Whether the result identifies the expected chain; undefined if the result is malformed. */
  isOurs(result: unknown): boolean | undefined
}
