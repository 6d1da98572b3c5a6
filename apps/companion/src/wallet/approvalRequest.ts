import type { RequestText } from '@portico/testkit/prompt'

/** A request that waits for the user's approval. */
export type ApprovalRequest = RequestText & {
  id: string
  /** The topic of its pairing or session. */
  topic: string
  /** The application's name, as the application states it. */
  app: string
  /** Networks that the user can exclude from a connection, by CAIP-2 id. */
  networks?: readonly { id: string; name: string }[] | undefined
  /** @param networks the CAIP-2 ids of the networks to share, if there is a choice. */
  approve(networks: readonly string[]): void
  reject(): void
}
