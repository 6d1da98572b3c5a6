import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileSponsorPaymaster } from './compileSponsorPaymaster.ts'

// `npm run -w @portico/contracts compile`
const text = `/**
 * ABI and creation code of \`contracts/SponsorPaymaster.sol\`. Written by \`npm run -w @portico/contracts compile\`: do not edit. Other
 * code has another address on every network.
 */
export const sponsorPaymasterArtifact = ${JSON.stringify(compileSponsorPaymaster())} as const
`
writeFileSync(join(import.meta.dirname, '../src/sponsorPaymasterArtifact.ts'), text)
