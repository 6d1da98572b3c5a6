/** Time for one try at one upstream, in milliseconds; heavy methods get more (`createExchange`). */
export const upstreamTimeoutMs = 2500
