/** URL of a test server, or the reason why there is none. */
export type ServerAddress = { url: string } | { reason: string }
