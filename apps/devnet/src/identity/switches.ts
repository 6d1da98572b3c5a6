import { z } from 'zod'

const providerSwitches = z
  .strictObject({
    /** Refuses every login. */
    deny: z.boolean().default(false),
    /** Answers after five seconds. */
    slow: z.boolean().default(false),
    /** The cross-origin-opener-policy of the provider's pages. */
    coop: z.enum(['none', 'same-origin-allow-popups', 'same-origin']).default('none'),
    /** The token endpoint answers with status 500. */
    tokenError: z.boolean().default(false),
  })
  .prefault({})

const farcasterSwitches = z
  .strictObject({
    /** The app refuses every login. */
    deny: z.boolean().default(false),
    /** Relay and app answer after five seconds. */
    slow: z.boolean().default(false),
    /** The relay answers with status 500. */
    error: z.boolean().default(false),
    /** Which key signs, if the application accepts auth addresses. */
    signer: z.enum(['custody', 'authAddress']).default('custody'),
    /** The field of the signed message that is wrong. */
    lie: z.enum(['none', 'fid', 'nonce', 'domain']).default('none'),
  })
  .prefault({})

const peopleSwitches = z
  .strictObject({
    /** Part of every account number but Farcaster's: with another text, the people have accounts that nobody has used. */
    accounts: z.string().max(100).default(''),
  })
  .prefault({})

/** Schema of the switches that make a provider behave badly, or change the people. What is missing is off. */
export const switches = z.strictObject({
  people: peopleSwitches,
  google: providerSwitches,
  apple: providerSwitches,
  github: providerSwitches,
  discord: providerSwitches,
  x: providerSwitches,
  facebook: providerSwitches,
  farcaster: farcasterSwitches,
})

/** The switches of all providers. */
export type Switches = z.output<typeof switches>
