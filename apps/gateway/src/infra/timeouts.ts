/** Time to answer one client request, retries included, in milliseconds. Clients commonly give up after 10 seconds. */
export const requestTimeoutMs = 9000
