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

/** Schema of the switches that make a provider behave badly. What is missing is off. */
export const switches = z.strictObject({
  google: providerSwitches,
  apple: providerSwitches,
  github: providerSwitches,
  discord: providerSwitches,
  x: providerSwitches,
  facebook: providerSwitches,
})

/** The switches of all providers. */
export type Switches = z.output<typeof switches>
