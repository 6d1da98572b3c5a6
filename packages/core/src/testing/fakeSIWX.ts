import type { SIWXConfig, SIWXSession } from '@portico/siwx'

/**
 * Creates a sign-in configuration for tests that keeps sessions in an array and records its calls. Its methods can be
 * replaced while the test runs.
 */
export function fakeSIWX({ required = true }: { required?: boolean } = {}) {
  const sessions: SIWXSession[] = []
  const calls: string[] = []
  const isOf = (chainId: string, address: string) => (session: SIWXSession) =>
    session.data.chainId === chainId && session.data.accountAddress === address
  const siwx = {
    sessions,
    calls,
    required,
    signOutOnDisconnect: undefined as boolean | undefined,
    getRequired: () => siwx.required,
    async createMessage({ chainId, accountAddress }) {
      calls.push('createMessage')
      return {
        ...{
          chainId,
          accountAddress,
          domain: 'app.test',
          uri: 'https://app.test',
          version: '1',
          nonce: 'n0nce',
        },
        toString: () => `Sign in as ${accountAddress} on ${chainId}`,
      }
    },
    async addSession(session) {
      calls.push('addSession')
      sessions.push(session)
    },
    async revokeSession(chainId, address) {
      calls.push('revokeSession')
      const index = sessions.findIndex(isOf(chainId, address))
      if (index >= 0) sessions.splice(index, 1)
    },
    async setSessions(next) {
      calls.push(`setSessions ${next.length}`)
      sessions.splice(0, sessions.length, ...next)
    },
    async getSessions(chainId, address) {
      return sessions.filter(isOf(chainId, address))
    },
  } satisfies SIWXConfig & Record<string, unknown> as SIWXConfig & {
    sessions: SIWXSession[]
    calls: string[]
    required: boolean
  }
  return siwx
}

export type FakeSIWX = ReturnType<typeof fakeSIWX>

/** Returns a session of an account on a network, for `fakeSIWX`. */
export function sessionOf(accountAddress: string, chainId: `${string}:${string}` = 'eip155:1'): SIWXSession {
  return {
    data: {
      accountAddress,
      chainId,
      domain: 'app.test',
      uri: 'https://app.test',
      version: '1',
      nonce: 'n0nce',
    },
    message: 'stored',
    signature: '0x',
  }
}
