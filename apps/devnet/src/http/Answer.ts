/** A response of a server of pages. */
export interface Answer {
  status: number
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | Buffer | undefined
}
