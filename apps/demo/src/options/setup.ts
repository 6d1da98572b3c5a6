import type { DemoOptions } from './demoOptions.ts'
import { nestOptions } from './nestOptions.ts'
import { parseOptions } from './parseOptions.ts'

export const walletChoices = ['none', 'evm', 'solana', 'bitcoin', 'all'] as const
const signInChoices = ['required', 'optional', 'off'] as const
export const policyChoices = ['approve', 'reject', 'hang', 'ask'] as const

/** Everything a link to the demo can set. */
export interface Setup {
  options: DemoOptions
  /** The test wallets that announce themselves. */
  wallets: (typeof walletChoices)[number]
  /** How the test wallets respond to requests. */
  policy: (typeof policyChoices)[number]
}

/** Parses the query of the page's address. Never throws: invalid values are replaced by defaults and reported. */
export function readSetup(query: string): { setup: Setup; problems: readonly string[] } {
  const parameters = new URLSearchParams(query)
  const { options, problems } = parseOptions(parameters.get('options'))
  const all = [...problems]
  const choose = <T extends string, I>(name: string, choices: readonly T[], initial: I): T | I => {
    const value = parameters.get(name)
    const choice = choices.find((one) => one === value)
    if (value !== null && !choice) all.push(`${name} must be one of ${choices.join(', ')}.`)
    return choice ?? initial
  }
  const wallets = choose('wallets', walletChoices, 'all')
  const policy = choose('wallet', policyChoices, 'approve')
  // Short for the option of this name, which it replaces.
  const signIn = choose('signIn', signInChoices, undefined)
  return {
    setup: { options: signIn ? { ...options, signIn } : options, wallets, policy },
    problems: all,
  }
}

/** Returns the query for a setup, `''` for the defaults. The inverse of {@link readSetup}. */
export function writeSetup({ options, wallets, policy }: Setup): string {
  const parameters = new URLSearchParams()
  if (Object.keys(options).length > 0) parameters.set('options', JSON.stringify(nestOptions(options)))
  if (wallets !== 'all') parameters.set('wallets', wallets)
  if (policy !== 'approve') parameters.set('wallet', policy)
  const query = parameters.toString()
  return query && `?${query}`
}
