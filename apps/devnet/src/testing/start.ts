import { onTestFinished } from 'vitest'
import { type Devnet, type StartChainsParameters, startChains } from '../startChains.ts'

/** Starts the chains on free ports and stops them after the test. */
export async function start(parameters: StartChainsParameters): Promise<Devnet & { urls: [string, string] }> {
  const devnet = await startChains({ ports: { 31337: 0, 31338: 0 }, ...parameters })
  onTestFinished(() => devnet.stop())
  const [one, two] = devnet.chains
  if (!one || !two) throw new Error('Expected two chains.')
  return { ...devnet, urls: [one.url, two.url] }
}
