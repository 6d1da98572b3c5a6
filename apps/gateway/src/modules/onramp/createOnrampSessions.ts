import { createHash, randomBytes } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import type { OnrampSession, OnrampStatus } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { Project } from '../../infra/config/Project.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { OnrampProvider } from '../../sources/onramp/OnrampProvider.ts'
import { checkWidgetUrl } from './checkWidgetUrl.ts'
import type { MinimumOf } from './createMinimum.ts'
import type { OnrampQuotes, OnrampWish } from './createOnrampQuotes.ts'
import type { OnrampRow, OnrampStore } from './store.ts'

/** A purchase that a visitor wants to begin. */
export type OnrampOrder = OnrampWish & {
  project: Project
  provider: OnrampProvider
  via: string | undefined
  /** Address of the visitor, as the client writes it. */
  wallet: string
  redirectUrl: string | undefined
  locked: readonly string[]
  ip: string
  origin: string
}

export type OnrampSessions = {
  /**
   * Opens a page of a provider for a purchase, and a session that follows it.
   *
   * @throws {Problem} as `OnrampQuotes.get`; `onramp-unavailable` if the provider fails or its page cannot be trusted.
   */
  open(order: OnrampOrder): Promise<{ widgetUrl: string; sessionId: string }>
  /** Returns a session of a project; undefined if there is none. */
  read(query: { id: string; projectId: string }): Promise<OnrampSession | undefined>
  /** Returns the state of a session; undefined if there is none. */
  statusOf(id: string): Promise<{ status: OnrampStatus; hash: string | null } | undefined>
  /**
   * Takes a webhook of a provider. The answer must not tell whether the session exists.
   *
   * @throws {Problem} `webhook-invalid` unless it is authentic.
   */
  takeWebhook(call: {
    provider: OnrampProvider
    raw: string
    header: (name: string) => string | undefined
  }): Promise<void>
  /** Calls a listener with every session whose state this process has changed. */
  onChange(listener: (row: OnrampRow) => void): void
  /** Reports a change that was made elsewhere in this process. */
  report(row: OnrampRow): void
}

const hourMs = 3_600_000
/** Milliseconds to wait for a sign of life of the provider, and after the last one. */
const waitMs = { opened: 24 * hourMs, started: 7 * 24 * hourMs }
const firstCheckMs = 5000
const timeoutMs = 9000

/** Creates the service of purchases. */
export function createOnrampSessions({
  store,
  quotes,
  minimumOf,
  log,
  now,
}: {
  store: OnrampStore
  quotes: OnrampQuotes
  minimumOf: MinimumOf
  log: Log
  now: () => number
}): OnrampSessions {
  const listeners: ((row: OnrampRow) => void)[] = []
  const report = (row: OnrampRow): void => {
    for (const listener of listeners) listener(row)
  }

  return {
    async open(order) {
      const { project, provider, via, wallet, fiat, amount } = order
      const { asset, offer } = await quotes.get(order)
      const rules = rulesOf(asset.chain)
      const account = rules.readAddress(wallet)
      const reference = asset.chain.slice(asset.chain.indexOf(':') + 1)
      if (account === undefined || !rules.isOn(account, reference)) {
        const detail = `Must be ${rules.addressForm}, on ${asset.chain}.`
        throw new Problem('invalid-request', {
          detail,
          errors: [{ pointer: '/sessionData/walletAddress', detail }],
        })
      }
      const id = randomBytes(16).toString('hex')
      const answer = await provider
        .session({
          ...order,
          ...{ id, asset, via },
          wallet: rules.writeAddress(account),
          deadline: Date.now() + timeoutMs,
        })
        .catch((cause) => {
          throw new Problem('onramp-unavailable', { cause })
        })
      const widgetUrl = checkWidgetUrl({ url: answer, provider, asset, account })
      if (widgetUrl === undefined) {
        log.error(
          { upstream: provider.id },
          'an onramp provider returned a page that is not its own, or pays another account',
        )
        throw new Problem('onramp-unavailable')
      }
      const minimum = await minimumOf({ ...asset, quoted: offer?.receives, fiat, amount })
      const at = now()
      await store.add({
        id,
        project_id: project.id,
        provider: provider.id,
        account,
        chain: asset.chain,
        token: asset.token ?? null,
        symbol: asset.symbol,
        currency: fiat,
        paid: amount,
        expected: offer?.receives ?? null,
        minimum: minimum ?? null,
        status: 'opened',
        hash: null,
        received: null,
        created_at: at,
        updated_at: at,
        expires_at: at + waitMs.opened,
        check_at: provider.reports ? null : at + firstCheckMs,
      })
      return { widgetUrl, sessionId: id }
    },
    async read({ id, projectId }) {
      const row = await store.get({ id, now: now() })
      return row && row.project_id === projectId ? toSession(row) : undefined
    },
    async statusOf(id) {
      const row = await store.get({ id, now: now() })
      return row && { status: row.status, hash: row.hash }
    },
    async takeWebhook({ provider, raw, header }) {
      const event = await provider.readWebhook({ raw, header, now: now() })
      if (event === undefined) throw new Problem('webhook-invalid')
      if (event === 'ignored') return
      const row = await store.get({ id: event.session, now: now() })
      const rules = row && rulesOf(row.chain as CaipNetworkId)
      const changed = await store.applyEvent({
        id: createHash('sha256').update(`${provider.id}\n${event.id}`).digest('base64url'),
        provider: provider.id,
        session: event.session,
        status: event.status,
        hash: event.hash === undefined ? undefined : rules?.readHash(event.hash),
        // An address that cannot be read is another one.
        account: event.wallet === undefined ? undefined : (rules?.readAddress(event.wallet) ?? ''),
        expiresAt: now() + waitMs.started,
        now: now(),
      })
      if (changed) report(changed)
    },
    onChange: (listener) => void listeners.push(listener),
    report,
  }
}

function toSession(row: OnrampRow): OnrampSession {
  return {
    sessionId: row.id,
    serviceProvider: row.provider,
    status: row.status,
    hash: row.hash,
    chainId: row.chain,
    destinationCurrencyCode: row.symbol,
    destinationTokenAddress: row.token && rulesOf(row.chain as CaipNetworkId).writeAddress(row.token),
    destinationAmount: row.received ?? row.expected,
    sourceCurrencyCode: row.currency,
    sourceAmount: row.paid,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
