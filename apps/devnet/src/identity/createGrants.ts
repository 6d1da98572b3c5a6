import { randomBytes } from 'node:crypto'
import type { IdentityClient } from './IdentityClient.ts'
import type { Person } from './people.ts'

/** What a person has allowed a client. */
export interface Grant {
  client: IdentityClient
  person: Person
  scopes: readonly string[]
  redirectUri: string
  /** PKCE, S256. */
  challenge: string
  nonce: string | null
}

/** Authorization codes and access tokens, in memory. */
export interface Grants {
  /** Whether a person has allowed a client before. */
  hasAllowed(client: IdentityClient, person: Person): boolean
  createCode(grant: Grant): string
  /** Returns the grant of a code once, within a minute. */
  takeCode(code: string): Grant | undefined
  createToken(grant: Grant): string
  readToken(token: string): Grant | undefined
}

const codeLifeMs = 60_000
const tokenLifeMs = 3_600_000

/** Creates the store of codes and tokens. */
export function createGrants({ now }: { now: () => number }): Grants {
  const codes = new Map<string, { grant: Grant; expiresAt: number }>()
  const tokens = new Map<string, { grant: Grant; expiresAt: number }>()
  const allowed = new Set<string>()
  const pair = (client: IdentityClient, person: Person) =>
    JSON.stringify([client.provider, client.id, person.id])
  return {
    hasAllowed: (client, person) => allowed.has(pair(client, person)),
    createCode(grant) {
      allowed.add(pair(grant.client, grant.person))
      return add(codes, { grant, expiresAt: now() + codeLifeMs })
    },
    takeCode(code) {
      const found = codes.get(code)
      // Delete before any check: a code that was presented once is never valid again.
      codes.delete(code)
      return found && found.expiresAt > now() ? found.grant : undefined
    },
    createToken: (grant) => add(tokens, { grant, expiresAt: now() + tokenLifeMs }),
    readToken(token) {
      const found = tokens.get(token)
      return found && found.expiresAt > now() ? found.grant : undefined
    },
  }
}

function add<Entry>(entries: Map<string, Entry>, entry: Entry): string {
  const name = randomBytes(32).toString('base64url')
  entries.set(name, entry)
  return name
}
