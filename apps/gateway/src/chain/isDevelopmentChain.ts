/** Chains of developers' machines: a block per transaction, feeds that nobody updates, and everything at once. */
const developmentChains = new Set(['1337', '31337', '31338'])

/** Whether a chain is one of a developer's machine, by its id. */
export function isDevelopmentChain({ reference }: { reference: string }): boolean {
  return developmentChains.has(reference)
}
