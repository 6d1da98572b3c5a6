import type { RequestText } from '@portico/testkit/prompt'

/** Something that waits for the person's yes or no. */
export type Question = RequestText & {
  id: string
  /** Of the pairing or session it came over. */
  topic: string
  /** Who asks, as it calls itself. */
  app: string
  /** Networks the person can leave out of a connection, by CAIP-2 id. */
  networks?: readonly { id: string; name: string }[] | undefined
  /** @param networks those to be shared, where there is a choice. */
  approve(networks: readonly string[]): void
  reject(): void
}
