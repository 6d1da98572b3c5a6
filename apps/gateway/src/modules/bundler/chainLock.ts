/** Returns the lock under which operations, days and relayer transactions of a network are changed together. */
export const chainLock = (chain: string) => ({ key: `operations ${chain}` })
