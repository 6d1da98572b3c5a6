/** A response of the identity server. */
export interface Answer {
  status: number
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | Buffer | undefined
}
