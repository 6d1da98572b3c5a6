/** How long an HTTP request to a gateway, a sign-in server or an RPC endpoint may take, in milliseconds. */
export const requestTimeoutMs = 10_000
