/** Chain IDs of local development chains: Ganache, Anvil and Hardhat. */
const developmentChains = new Set(['1337', '31337', '31338'])

/** Whether a chain is a local development chain: it mines a block per transaction and can be reset at any time. */
export function isDevelopmentChain({ reference }: { reference: string }): boolean {
  return developmentChains.has(reference)
}
